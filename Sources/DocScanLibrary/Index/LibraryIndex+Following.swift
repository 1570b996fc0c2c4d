// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCore
internal import DocScanStore
internal import DocScanWriters

/// How the index follows what runs put in place, and what people decide.
///
/// The journal notes each document with a number when it is put in place, in one transaction. The index knows up to which number it
/// has taken documents in, and notes that together with them: so it is never behind without knowing it. Decisions change files beside
/// that; who decides leaves a note, and the documents that have decisions are looked at each time.
extension LibraryIndex {
  /// Takes in what was put in place or decided since the last time; with `rebuild`, and where the index is new, everything.
  ///
  /// `goesOn` is asked before each document; what was taken in until then stays. With `allEdits`, decisions are noticed that
  /// somebody wrote into a document's folder without docscan; with `allFolders`, documents as well that somebody put there or removed.
  func update(
    rebuild: Bool = false, allEdits: Bool = false, allFolders: Bool = false, while goesOn: () -> Bool = { true }
  ) throws(BatchError) {
    guard !isReadOnly else { return }
    if rebuild { try clear() }
    // Without a journal, or with one that was begun anew, only the folders tell what is there.
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
    // A run that was killed may have put a document in place and not noted it yet.
    for name in changes.unfinished where goesOn() { try refresh(document: name) }
    for entry in try decidedSince(all: allEdits) where goesOn() { try take(entry: entry) }
  }

  /// Takes a document in if its folder is not as the index has it, new or gone; returns whether it was so.
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

  /// Notes up to which number of a journal documents are taken in.
  func note(taken change: Int, of journal: String) throws(OutputError) {
    try database.runAll("DELETE FROM taken")
    try database.run("INSERT INTO taken VALUES(?, ?)", [.integer(Int64(change)), .text(journal)])
  }

  /// Up to which number of a journal documents are taken in; nil if that is not known.
  private func lastTaken(of journal: String) throws(BatchError) -> Int? {
    try run("SELECT change FROM taken WHERE journal = ?", [.text(journal)]).first?.first?.integer
  }

  /// Takes in every document that is there, and goes on where it was stopped.
  private func takeAll(while goesOn: () -> Bool) throws(BatchError) {
    // What comes into place meanwhile is taken in once more.
    let changes = LibraryChanges(of: root)
    let (change, journal) = (changes?.last ?? 0, changes?.journalIdentity ?? "")
    var wasStopped = false
    // What is known as it is, by its place, is not read again; what is left at the end is gone.
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

  /// The names that the journal knows those documents by whose edits are not those that the index has.
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
    // Before the edits are read: what changes meanwhile is seen the next time.
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
    // One page is in memory at a time.
    for entry in document.record.pages {
      let page = document.page(entry)
      for index in all.indices { try all[index].add(page, entry) }
    }
    for index in all.indices { try all[index].finish() }
  }

  /// Removes the documents that have a value in a column.
  private func remove(_ column: String, _ value: String) throws(OutputError) {
    for row in try database.run("SELECT id FROM document WHERE \(column) = ?", [.text(value)]) {
      guard let id = row.first?.integer else { continue }
      for rows in derivedRows { try rows.remove(id, from: database) }
      try database.run("DELETE FROM document WHERE id = ?", [.integer(Int64(id))])
    }
  }
}
