// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanWriters
internal import FoundationEssentials
internal import Glibc

/// A file of a result as docscan wrote it.
public struct ResultFile: Codable, Hashable, Sendable {
  public var bytes: Int
  /// SHA-256 in hexadecimal digits.
  public var sha256: String
}

extension ResultFile {
  /// A file on the disk; fails when it cannot be read.
  init(path: String) throws(OutputError) {
    do {
      self.init(bytes: fileSize(path), sha256: try ContentDigest.sha256(file: path))
    } catch {
      throw OutputError(operation: "read", path: path, code: errno)
    }
  }

  /// Every file below a folder that docscan alone has written to, by its path in it.
  static func all(in folder: String) throws(OutputError) -> [String: ResultFile] {
    var files: [String: ResultFile] = [:]
    for name in try subpaths(of: folder) {
      let path = folder + "/" + name
      if isRegularFile(path) { files[name] = try ResultFile(path: path) }
    }
    return files
  }

  /// The paths of all that is below a folder.
  static func subpaths(of folder: String) throws(OutputError) -> [String] {
    do {
      return try FileManager.default.subpathsOfDirectory(atPath: folder)
    } catch {
      throw OutputError(operation: "read", path: folder, detail: "\(error)")
    }
  }

  /// The size of a regular file in bytes; nil where there is none.
  static func size(of path: String) -> Int? { isRegularFile(path) ? fileSize(path) : nil }

  /// Whether the file is at a path, as it was written.
  func isUnchanged(at path: String) throws(OutputError) -> Bool {
    guard Self.size(of: path) == bytes else { return false }
    return try ResultFile(path: path) == self
  }
}
