// SPDX-License-Identifier: GPL-3.0-or-later

public import FoundationEssentials
internal import Glibc

/// A separate folder for a test, removed with its contents with the last reference to it.
///
/// A test that only needs the folder's path afterwards uses `withTemporaryFolder`, which keeps the folder until the end.
public final class TemporaryFolder: Sendable {
  public let path: String

  public init() throws {
    var template = Array((temporaryRoot() + "/docscan-test-XXXXXX").utf8CString)
    guard unsafe mkdtemp(&template) != nil else {
      throw unsafe FixtureError("No temporary folder: \(String(cString: strerror(errno)))")
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      print("\(path) is left behind: \(error)")
    }
  }

  /// Returns the path of something in the folder.
  public static func / (folder: TemporaryFolder, name: String) -> String { folder.path + "/" + name }

  /// Makes a folder inside and its parents; returns its path.
  public func makeFolder(_ name: String) throws -> String {
    try FileManager.default.createDirectory(atPath: self / name, withIntermediateDirectories: true)
    return self / name
  }

  /// Writes a file inside; returns its path.
  @discardableResult
  public func write(_ text: String, to name: String) throws -> String { try write(Data(text.utf8), to: name) }

  /// Writes a file inside; returns its path.
  @discardableResult
  public func write(_ data: Data, to name: String) throws -> String {
    try data.write(to: URL(filePath: self / name))
    return self / name
  }

  /// Writes a program inside that can be started by its name.
  ///
  /// Another process copies it: a child that this process starts in the meantime would hold the file open for writing,
  /// and such a file can't be started ("Text file busy").
  public func writeProgram(_ text: String, to name: String) throws {
    let draft = try write(text, to: "\(name).draft")
    _ = try Command("install", ["-m", "755", draft, self / name]).check()
  }

  /// Reads a file inside.
  public func data(_ name: String) throws -> Data { try Data(contentsOf: URL(filePath: self / name)) }

  /// Reads a file inside as UTF-8.
  public func text(_ name: String) throws -> String { String(decoding: try data(name), as: UTF8.self) }

  /// Removes a file.
  public func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: self / name) }

  /// Returns whether a file of this name exists inside.
  public func contains(_ name: String) -> Bool { FileManager.default.fileExists(atPath: self / name) }

  /// Returns the paths of all files below, relative to the folder, sorted.
  public func files(under name: String = "") throws -> [String] {
    let all = try FileManager.default.subpathsOfDirectory(atPath: name.isEmpty ? path : self / name)
    return all.filter { entry in
      var isFolder = false
      let full = name.isEmpty ? self / entry : self / "\(name)/\(entry)"
      return FileManager.default.fileExists(atPath: full, isDirectory: &isFolder) && !isFolder
    }.sorted()
  }
}

/// Calls the closure with a folder that is removed when the closure ends.
public func withTemporaryFolder<Result>(_ body: (TemporaryFolder) throws -> Result) throws -> Result {
  let folder = try TemporaryFolder()
  defer { withExtendedLifetime(folder) {} }
  return try body(folder)
}
