// SPDX-License-Identifier: GPL-3.0-or-later

internal import Glibc

/// The locations of the package, the built products, and real documents.
public enum Places {
  /// The folder of Package.swift.
  public static let package: String = {
    let parts = #filePath.split(separator: "/").dropLast(4)
    return "/" + parts.joined(separator: "/")
  }()

  /// The folder into which this test program was built, which also contains `docscan` and `docscan-worker`.
  public static let products: String = {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let length = max(unsafe readlink("/proc/self/exe", &buffer, buffer.count), 0)
    let program = String(decoding: buffer[..<length], as: UTF8.self)
    return program.lastIndex(of: "/").map { String(program[..<$0]) } ?? "."
  }()

  /// Returns a built product, such as `docscan`.
  public static func product(_ name: String) throws -> String {
    let path = products + "/" + name
    guard unsafe access(path, X_OK) == 0 else {
      throw FixtureError("\(path) is missing: build the whole package first (swift build).")
    }
    return path
  }

  /// Real documents in the folder that the environment variable `DOCSCAN_DATA` names, or `nil` without one.
  public static let sharedData: String? = {
    guard let folder = unsafe getenv("DOCSCAN_DATA").map({ unsafe String(cString: $0) }) else { return nil }
    return unsafe access(folder, R_OK) == 0 ? folder : nil
  }()

  /// Returns a file or folder of the optional test data, such as `formats`, or `nil` if it doesn't exist.
  public static func sharedData(_ name: String) -> String? {
    guard let folder = sharedData else { return nil }
    return unsafe access("\(folder)/\(name)", R_OK) == 0 ? "\(folder)/\(name)" : nil
  }
}
