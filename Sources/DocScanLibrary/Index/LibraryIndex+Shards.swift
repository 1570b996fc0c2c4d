// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanStore

/// Imports the indexes of merged shards, so that the pages of their documents needn't be read again.
extension LibraryIndex {
  private static let documentsAtOnce = 500

  /// Imports the indexes of shards for documents that are unchanged in this library, and reads all others.
  func take(shards: [String], onShard: (Int) -> Void = { _ in }) throws(BatchError) {
    for (number, shard) in shards.enumerated() {
      try take(shard: shard)
      onShard(number + 1)
    }
    guard let changes = LibraryChanges(of: root) else { return try update() }
    let last = changes.last
    for name in changes.names(after: 0) where try isMissing(name) { try refresh(document: name) }
    try transaction { () throws(OutputError) in try note(taken: last, of: changes.journalIdentity) }
  }

  private func isMissing(_ entry: String) throws(BatchError) -> Bool {
    try run("SELECT 1 FROM document WHERE entry = ? LIMIT 1", [.text(entry)]).isEmpty
  }

  private func take(shard: String) throws(BatchError) {
    let other: Database
    do throws(OutputError) {
      guard let hidden = HiddenFolder.existing(in: shard),
        let found = try Self.existing(in: hidden, access: .read)
      else { return }
      other = found
    } catch {
      // The index is missing or damaged, so its documents are read.
      return
    }
    var last = 0
    while true {
      let rows = try writing(
        other.run(
          """
          SELECT id, place, name, entry, stamp, record, edits FROM document WHERE id > ? ORDER BY id
          LIMIT \(Self.documentsAtOnce)
          """, [.integer(Int64(last))]))
      guard let end = rows.last?[0].integer else { return }
      last = end
      try transaction { () throws(OutputError) in
        for row in rows where isHere(row) { try copy(row, from: other) }
      }
    }
  }

  /// Returns whether a document of a shard is unchanged in this library. Moving or linking a file doesn't change its stamp.
  private func isHere(_ row: [Database.Value]) -> Bool {
    guard let place = row[1].text, !leadsElsewhere(place) else { return false }
    return StoredDocument.recordStamp(at: place, in: root) == row[5].text
      && EditFile.stamp(at: place, of: root) == row[6].text
  }

  private func copy(_ row: [Database.Value], from other: Database) throws(OutputError) {
    let known = try database.run("SELECT 1 FROM document WHERE place = ?", [row[1]])
    guard known.isEmpty, let theirs = row[0].integer else { return }
    let made = try database.run(
      "INSERT INTO document(place, name, entry, stamp, record, edits) VALUES(?, ?, ?, ?, ?, ?) RETURNING id",
      Array(row[1...]))
    guard let id = made.first?.first?.integer else { return }
    for rows in derivedRows { try rows.copy(theirs, from: other, as: id, into: database) }
  }
}
