// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanFiles
package import DocScanStore
package import FoundationEssentials

/// The files that docscan wrote next to a library's results, from a database table. docscan replaces only these, and only if unchanged.
package struct OwnFiles {
  package static let table = """
    CREATE TABLE IF NOT EXISTS own(path TEXT NOT NULL, sha256 TEXT NOT NULL, PRIMARY KEY(path, sha256));
    """

  package let database: Database

  package init(database: Database) { self.database = database }

  /// Writes a file unless it already has these contents. Throws instead of replacing a file that docscan didn't write or that has changed.
  package func write(_ data: Data, to path: String) throws(BatchError) {
    let name = Self.canonical(path)
    let digest = Self.digest(of: data)
    if let there = FileManager.default.contents(atPath: path) {
      if there == data { return try note(name, digest) }
      let known = try writing(database.run("SELECT sha256 FROM own WHERE path = ?", [.text(name)]))
      guard known.compactMap({ $0.first?.text }).contains(Self.digest(of: there)) else {
        throw .output(
          "\(path) exists already, and docscan did not write it. Move or rename it, and run the same command again."
        )
      }
    }
    // The digest is stored first. If a full disk truncates the file, the digest differs, so the file is kept.
    try note(name, digest)
    do {
      try data.write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw .output("\(path) cannot be written: \(error).")
    }
  }

  private func note(_ name: String, _ digest: String) throws(BatchError) {
    _ = try writing(database.run("INSERT OR REPLACE INTO own VALUES(?, ?)", [.text(name), .text(digest)]))
  }

  private static func digest(of data: Data) -> String {
    var sha256 = SHA256()
    sha256.update([UInt8](data), count: data.count)
    return sha256.digest()
  }

  /// Returns the path of a file with ".." and symbolic links in its folder resolved, so that each file has one name.
  private static func canonical(_ path: String) -> String {
    let url = URL(filePath: path)
    return url.deletingLastPathComponent().resolvingSymlinksInPath().appending(path: url.lastPathComponent).path
  }
}
