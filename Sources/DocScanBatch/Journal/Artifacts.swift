// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanWriters
internal import FoundationEssentials
internal import Glibc

/// The files of a result.
enum Artifacts {
  /// Every file below a folder, by its path in it, with its size and digest.
  static func files(in folder: String) throws -> [String: DocumentEntry.Artifact] {
    var files: [String: DocumentEntry.Artifact] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
      let path = folder + "/" + name
      guard let size = size(of: path) else { continue }
      do {
        files[name] = DocumentEntry.Artifact(bytes: size, sha256: try ContentDigest.sha256(file: path))
      } catch {
        throw OutputError(operation: "read", path: path, code: errno)
      }
    }
    return files
  }

  /// The size of a regular file in bytes; nil where there is none.
  static func size(of path: String) -> Int? {
    var entry = stat()
    guard unsafe lstat(path, &entry) == 0, entry.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(entry.st_size)
  }
}
