// SPDX-License-Identifier: GPL-3.0-or-later

internal import FoundationEssentials
internal import Glibc

/// The current state of a file, or of a folder with its contents: kinds, permissions, modification times, bytes, and
/// targets of links.
public struct Snapshot: Hashable, Sendable, CustomStringConvertible {
  private let entries: [String: String]

  public init(_ path: String) throws {
    var entries: [String: String] = [:]
    var waiting = [""]
    while let name = waiting.popLast() {
      let full = path + name
      // Memory that SQLite's readers share while they read; connections that end at once may leave it.
      if name.hasSuffix(".sqlite-shm") { continue }
      var entry = stat()
      guard unsafe lstat(full, &entry) == 0 else {
        entries[name] = "missing"
        continue
      }
      var content = ""
      switch entry.st_mode & S_IFMT {
      case S_IFDIR:
        waiting += try FileManager.default.contentsOfDirectory(atPath: full).map { name + "/" + $0 }
      case S_IFREG: content = try Data(contentsOf: URL(filePath: full)).base64EncodedString()
      case S_IFLNK: content = try FileManager.default.destinationOfSymbolicLink(atPath: full)
      case _: break
      }
      entries[name] = "\(entry.st_mode) \(entry.st_mtim.tv_sec).\(entry.st_mtim.tv_nsec) \(entry.st_size) \(content)"
    }
    self.entries = entries
  }

  /// The state without the bytes.
  public var description: String {
    entries.map { "\($0.key): \($0.value.prefix(60))" }.sorted().joined(separator: "\n")
  }
}
