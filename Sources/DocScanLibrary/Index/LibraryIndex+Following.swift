// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanStore

/// Updates the index after runs have published documents and reviewers have made decisions. The journal assigns each document a number when it is
/// published, in one transaction. The index stores the number of its last document in the same transaction as the document, so it always knows what
/// is missing. Decisions only change files, so each decision also leaves a note, and documents with decisions are checked at each update.
extension LibraryIndex {
  /// Adds everything that changed since the last update. With `rebuild`, or if the index is new, adds all documents. `goesOn` is called before each
  /// document. If it returns `false`, the update stops, but keeps its progress. With `allEdits`, the update also detects decisions that another
  /// program wrote to a document's folder; with `allFolders`, folders that another program added or removed.
  func update(
    rebuild: Bool = false, allEdits: Bool = false, allFolders: Bool = false, while goesOn: () -> Bool = { true }
  ) throws(BatchError) {
    guard !isReadOnly else { return }
    if rebuild { try clear() }
    // Without a journal, or with a new one, only the folders show which documents exist.
    guard !allFolders, let changes = LibraryChanges(of: root), try lastTaken(of: changes.journalIdentity) != nil
    else {
      return try takeAll(while: goesOn)
    }
    let journal = changes.journalIdentity
    while goesOn(), let last = try lastTaken(of: journal), let change = changes.next(after: last) {
      let documents = StoredDocument.named(change.name, in: root)
      try transaction { () throws(OutputError) in
        try remove("entry", change.name)
        for document in documents { try insert(document) }
        try note(taken: change.number, of: journal)
      }
    }
    // A killed run may have published a document without recording it in the journal.
    for name in changes.unfinished where goesOn() { try refresh(document: name) }
    for entry in try decidedSince(all: allEdits) where goesOn() { try take(entry: entry) }
  }

  /// Updates a document whose folder is new, changed, or gone. Returns whether it differed from the index.
  @discardableResult
  func refresh(document name: String) throws(BatchError) -> Bool {
    guard !isReadOnly else { return false }
    let documents = StoredDocument.named(name, in: root)
    let rows = try run("SELECT entry, stamp FROM document WHERE name = ?1 OR entry = ?1 ORDER BY id", [.text(name)])
    guard documents.map(\.stamp) != rows.compactMap({ $0[1].text }) else { return false }
    try transaction { () throws(OutputError) in
      try remove("name", name)
      try remove("entry", name)
      for document in documents { try insert(document, entry: rows.first?[0].text) }
    }
    return true
  }

  func note(taken change: Int, of journal: String) throws(OutputError) {
    try database.runAll("DELETE FROM taken")
    try database.run("INSERT INTO taken VALUES(?, ?)", [.integer(Int64(change)), .text(journal)])
  }

  private func lastTaken(of journal: String) throws(BatchError) -> Int? {
    try run("SELECT change FROM taken WHERE journal = ?", [.text(journal)]).first?.first?.integer
  }

  /// Adds all new and changed documents in the library, and removes those that no longer exist. Continues an interrupted update.
  private func takeAll(while goesOn: () -> Bool) throws(BatchError) {
    // Documents that are published in the meantime are added again later.
    let changes = LibraryChanges(of: root)
    let (change, journal) = (changes?.last ?? 0, changes?.journalIdentity ?? "")
    var wasStopped = false
    // Unchanged documents aren't read again. The ones that remain in `known` at the end no longer exist.
    var known: [String: String] = [:]
    for row in try run("SELECT place, record, edits FROM document") {
      known[row[0].text ?? ""] = "\(row[1].text ?? "") \(row[2].text ?? "")"
    }
    let isWanted = { [root] (folder: String, record: String) in
      let place = String(folder.dropFirst(root.path.count).drop { $0 == "/" })
      return known.removeValue(forKey: place) != "\(record) \(EditFile.stamp(at: place, of: root))"
    }
    try StoredDocument.all(in: root, where: isWanted) { (document) throws(BatchError) in
      wasStopped = wasStopped || !goesOn()
      guard !wasStopped else { return }
      try transaction { () throws(OutputError) in
        try remove("place", document.place)
        try insert(document)
      }
    }
    guard !wasStopped else { return }
    try transaction { () throws(OutputError) in
      for place in known.keys { try remove("place", place) }
      try note(taken: change, of: journal)
    }
  }

  private func decidedSince(all: Bool) throws(BatchError) -> [String] {
    let noted = try list(WaitingDecisions(library: root).entries)
    let rows = try run(
      """
      SELECT entry, place, edits FROM document WHERE ?1 OR edits <> '' OR entry IN (SELECT value FROM json_each(?2))
      ORDER BY id
      """, [.integer(all ? 1 : 0), noted])
    var decided: [String] = []
    for row in rows {
      guard let entry = row[0].text, entry != decided.last, let place = row[1].text else { continue }
      if EditFile.stamp(at: place, of: root) != row[2].text { decided.append(entry) }
    }
    return decided
  }

  private func take(entry: String) throws(BatchError) {
    let documents = StoredDocument.named(entry, in: root)
    try transaction { () throws(OutputError) in
      try remove("entry", entry)
      for document in documents { try insert(document) }
    }
  }

  // MARK: Documents

  private func insert(_ document: StoredDocument, entry: String? = nil) throws(OutputError) {
    // The stamp is read before the edits, so that a concurrent change is detected by the next update.
    let edits = EditFile.stamp(at: document.place, of: root)
    try remove("place", document.place)
    let rows = try database.run(
      "INSERT INTO document(place, name, entry, stamp, record, edits) VALUES(?, ?, ?, ?, ?, ?) RETURNING id",
      [
        .text(document.place), .text(document.record.name), .text(entry ?? document.entry), .text(document.stamp),
        .text(document.recordStamp), .text(edits),
      ])
    guard let id = rows.first?.first?.integer else { return }
    var all = derivedRows.map { $0.init(document, id: id, in: database) }
    // Only one page is in memory at a time.
    for entry in document.record.pages {
      let page = document.page(entry)
      for index in all.indices { try all[index].add(page, entry) }
    }
    for index in all.indices { try all[index].finish() }
  }

  private func remove(_ column: String, _ value: String) throws(OutputError) {
    for row in try database.run("SELECT id FROM document WHERE \(column) = ?", [.text(value)]) {
      guard let id = row.first?.integer else { continue }
      for rows in derivedRows { try rows.remove(id, from: database) }
      try database.run("DELETE FROM document WHERE id = ?", [.integer(Int64(id))])
    }
  }
}
