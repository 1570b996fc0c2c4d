// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanWriters
internal import Glibc

extension ResultFile {
  /// A file on the disk; fails when it cannot be read.
  init(path: String) throws(OutputError) {
    do {
      self.init(bytes: fileSize(path), sha256: try ContentDigest.sha256(file: path))
    } catch {
      throw OutputError(operation: "read", path: path, code: errno)
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
