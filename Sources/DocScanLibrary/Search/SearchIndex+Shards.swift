// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
package import DocScanCore
internal import DocScanWriters
internal import Glibc

/// Takes indexes of shards over, whose documents are in this library now: their pages need not be read again.
extension SearchIndex {
  /// So many documents make a transaction.
  private static let documentsAtOnce = 500

  /// Takes the indexes of shards over, as far as their documents are here as they were there, and reads the others.
  func take(shards: [String], onShard: (Int) -> Void = { _ in }) throws(SearchError) {
    for (number, shard) in shards.enumerated() {
      try take(shard: shard)
      onShard(number + 1)
    }
    guard let changes = LibraryChanges(of: root) else { return try update() }
    let last = changes.last
    for name in changes.names(after: 0) where try isMissing(name) { try refresh(document: name) }
    try storing { () throws(DatabaseError) in
      try inTransaction { () throws(DatabaseError) in try note(taken: last, of: changes.journalIdentity) }
    }
  }

  private func isMissing(_ entry: String) throws(SearchError) -> Bool {
    try storing { () throws(DatabaseError) in
      try database.run("SELECT 1 FROM document WHERE entry = ? LIMIT 1", [.text(entry)]).isEmpty
    }
  }

  private func take(shard: String) throws(SearchError) {
    let other: Database
    do throws(DatabaseError) {
      guard let hidden = HiddenFolder.existing(in: shard),
        let found = try Self.existing(in: hidden, access: .read)
      else { return }
      other = found
    } catch {
      // There is none, or it is damaged: its documents are read.
      return
    }
    var last = 0
    while true {
      let rows = try storing { () throws(DatabaseError) in
        try other.run(
          "SELECT id, name, entry, stamp, record, unread FROM document WHERE id > ? ORDER BY id LIMIT \(Self.documentsAtOnce)",
          [.integer(Int64(last))])
      }
      guard let end = rows.last?[0].integer else { return }
      last = end
      try storing { () throws(DatabaseError) in
        try inTransaction { () throws(DatabaseError) in
          for row in rows where isHere(row) { try copy(row, from: other) }
        }
      }
    }
  }

  /// Whether a document of a shard is in this library as it was there: a file that is moved or linked stays the same file.
  private func isHere(_ row: [Database.Value]) -> Bool {
    // The folder, which may have spaces, and the four numbers of LibraryDocument.recordStamp.
    let parts = row[4].text?.split(separator: " ", omittingEmptySubsequences: false) ?? []
    guard parts.count > 4, parts[0].hasPrefix("/") else { return false }
    let place = String(parts.dropLast(4).joined(separator: " ").dropFirst())
    return LibraryDocument.recordStamp(at: place, in: root) == parts.suffix(4).joined(separator: " ")
  }

  private func copy(_ row: [Database.Value], from other: Database) throws(DatabaseError) {
    let known = try database.run("SELECT 1 FROM document WHERE name = ?", [row[1]])
    guard known.isEmpty, let theirs = row[0].integer else { return }
    let made = try database.run(
      "INSERT INTO document(name, entry, stamp, record, unread) VALUES(?, ?, ?, ?, ?) RETURNING id", Array(row[1...]))
    guard let document = made.first?.first else { return }
    let pages = try other.run(
      "SELECT id, number, file, language, length, tokens, doubtLength, doubts FROM page WHERE document = ? ORDER BY id",
      [.integer(Int64(theirs))])
    for page in pages {
      let rows = try database.run(
        """
        INSERT INTO page(document, number, file, language, length, tokens, doubtLength, doubts)
        VALUES(?, ?, ?, ?, ?, ?, ?, ?) RETURNING id
        """, [document] + page[1...])
      guard let id = rows.first?.first, let tokens = Self.tokens(page[4], page[5], page[6], page[7]) else { continue }
      try insertWords(of: tokens, page: id)
      for finding in try other.run("SELECT type, value FROM finding WHERE page = ?", [page[0]]) {
        try database.run("INSERT INTO finding VALUES(?, ?, ?)", [id] + finding)
      }
    }
  }
}

extension SearchIndexUpdater {
  /// Brings the index of a merged library up to date from those of its shards; nil, or why it cannot be kept.
  package static func takeOver(
    _ shards: [String], into library: Folder, onShard: (Int, Int) -> Void
  ) -> String? {
    do {
      try SearchIndex(library: library).take(shards: shards) { onShard($0, shards.count) }
      return nil
    } catch {
      return error.description
    }
  }
}
