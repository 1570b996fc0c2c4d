// SPDX-License-Identifier: GPL-3.0-or-later
// Support: folders and sample data.

import Foundation

/// Runs a test with its own folder, which is removed afterwards.
func withTemporaryFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("docscan-native-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer {
    do { try FileManager.default.removeItem(at: folder) } catch { print("\(folder.path) is left: \(error)") }
  }
  return try body(folder)
}

/// Real documents in the folder that the environment variable `DOCSCAN_DATA` names.
enum SampleData {
  static let folder = URL(fileURLWithPath: ProcessInfo.processInfo.environment["DOCSCAN_DATA"] ?? "/nowhere")

  static var isThere: Bool { FileManager.default.fileExists(atPath: folder.path) }

  static func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
}
