// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
package import DocScanFiles
internal import FoundationEssentials
internal import Glibc

extension Journal {
  /// Durably records a published document, and removes its attempts and the entries of pages that it no longer has or that have another `reading`.
  package func remember(_ entry: JournalEntry, reading: String) throws(OutputError) {
    try note(entry) { () throws(OutputError) in
      let contents = "[" + entry.contents.map { "\"\($0)\"" }.joined(separator: ",") + "]"
      try database.run(
        """
        DELETE FROM page WHERE document = ? AND (reading <> ? OR file NOT IN (SELECT value FROM json_each(?)))
        """, [.text(entry.name), .text(reading), .text(contents)])
      try database.run("DELETE FROM attempt WHERE document = ?", [.text(entry.name)])
      try database.run("DELETE FROM kept WHERE name = ?", [.text(entry.name)])
    }
  }

  /// Durably records that a document's files were rewritten from the same pages.
  package func renew(_ entry: JournalEntry) throws(OutputError) { try note(entry) { () throws(OutputError) in } }

  /// Prepares for adopting very many documents by dropping indexes, because updating one writes a database page for each document. Until
  /// `endAdopting`, documents can only be found by name.
  package func beginAdopting() throws(OutputError) {
    try database.runAll(
      "DROP INDEX IF EXISTS document_sha256; DROP INDEX IF EXISTS document_source; DROP INDEX IF EXISTS document_name; "
        + "PRAGMA cache_size = -32000")
  }

  package func endAdopting() throws(OutputError) {
    try database.runAll(Self.furtherIndexes)
  }

  /// Durably copies the entries of documents and their pages from another journal.
  package func adopt(_ names: [String], from library: Folder) throws(OutputError) {
    guard let hidden = library.folder(HiddenFolder.name) else {
      throw OutputError(operation: "open", path: "\(library.path)/\(HiddenFolder.name)", code: errno)
    }
    defer { withExtendedLifetime(hidden) {} }
    try database.run("ATTACH ? AS other", [.text("\(hidden.anchor)/\(Self.name)")])
    let list = try database.json(names)
    let columns = "name, source, sha256, pipeline, selection, status, pages, finished, files, contents"
    try durably { () throws(OutputError) in
      try database.run(
        """
        INSERT OR REPLACE INTO main.document(\(columns), change)
        SELECT \(columns), (SELECT ifnull(max(change), 0) FROM main.document) + row_number() OVER ()
        FROM json_each(?) AS wanted JOIN other.document AS entry ON entry.name = wanted.value
        """, [.text(list)])
      try database.run(
        """
        INSERT OR REPLACE INTO main.page
        SELECT page.* FROM json_each(?) AS wanted JOIN other.page AS page ON page.document = wanted.value
        """, [.text(list)])
    }
    try database.run("DETACH other")
  }

  private func note(
    _ entry: JournalEntry, besides others: () throws(OutputError) -> Void
  ) throws(OutputError) {
    let files = try database.json(entry.files)
    let contents = try database.json(entry.contents)
    try durably { () throws(OutputError) in
      try database.run(
        """
        INSERT OR REPLACE INTO document(
          name, source, sha256, pipeline, selection, status, pages, finished, files, contents, change)
        VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT ifnull(max(change), 0) + 1 FROM document))
        """,
        [
          .text(entry.name), .text(entry.source), .text(entry.sha256), .text(entry.pipeline), .text(entry.selection),
          .text(entry.status.rawValue), .integer(Int64(entry.pages)), .text(entry.finished), .text(files),
          .text(contents),
        ])
      try others()
    }
  }

  /// Durably removes a document that is no longer published under a name.
  package func forget(_ name: String) throws(OutputError) {
    try durably { () throws(OutputError) in
      for table in ["document", "kept"] { try database.run("DELETE FROM \(table) WHERE name = ?", [.text(name)]) }
      for table in ["page", "attempt"] { try database.run("DELETE FROM \(table) WHERE document = ?", [.text(name)]) }
    }
  }

  /// Moves the entries of pages to a document's new name. `files` contains the digests of the document's files.
  package func movePages(of files: [String], from name: String, to other: String) throws(OutputError) {
    for table in ["page", "attempt"] {
      for file in files {
        try run(
          "UPDATE \(table) SET document = ? WHERE document = ? AND file = ?", [.text(other), .text(name), .text(file)])
      }
    }
  }

  /// Durably records that a document is published under a new name.
  package func moved(_ name: String, to entry: JournalEntry) throws(OutputError) {
    try movePages(of: entry.contents, from: name, to: entry.name)
    try run(
      "UPDATE content SET name = ? WHERE sha256 = ? AND name = ?",
      [.text(entry.name), .text(entry.sha256), .text(name)])
    try forget(name)
  }

  // MARK: Kept results

  /// An attempt to replace a document's result, identified by the input's bytes, the pipeline, and the edits.
  package struct Attempt {
    package let name, key: String

    package init(name: String, key: String) { (self.name, self.key) = (name, key) }
  }

  /// Returns the reason why an attempt didn't replace the published result, or `nil` if it isn't known to have failed.
  package func kept(_ attempt: Attempt) throws(OutputError) -> String? {
    guard try !run("SELECT 1 FROM sqlite_schema WHERE name = 'kept'", []).isEmpty else { return nil }
    return try run("SELECT reason FROM kept WHERE name = ? AND attempt = ?", [.text(attempt.name), .text(attempt.key)])
      .first?.first?.text
  }

  /// Records that the result of an attempt was worse than the published one, so that the attempt isn't repeated.
  package func keep(_ attempt: Attempt, because reason: String) throws(OutputError) {
    try run(
      "INSERT OR REPLACE INTO kept(name, attempt, reason) VALUES(?, ?, ?)",
      [.text(attempt.name), .text(attempt.key), .text(reason)])
    try run("DELETE FROM attempt WHERE document = ?", [.text(attempt.name)])
  }

  package func hasDocuments(besides sources: [String]) throws(OutputError) -> Bool {
    let known = Set(sources)
    return try run("SELECT DISTINCT source FROM document LIMIT ?", [.integer(Int64(known.count + 1))])
      .contains { !known.contains($0.first?.text ?? "") }
  }

  package func document(named name: String) throws(OutputError) -> JournalEntry? {
    try documents("name = ?", [.text(name)]).first
  }

  /// Returns the documents with the same input bytes, ordered by name.
  package func documents(sha256: String) throws(OutputError) -> [JournalEntry] {
    try documents("sha256 = ? ORDER BY name", [.text(sha256)])
  }

  /// Returns the documents from a source path, ordered by name.
  package func documents(source: String) throws(OutputError) -> [JournalEntry] {
    try documents("source = ? ORDER BY name", [.text(source)])
  }

  /// Returns the first document that was published after change `number`, or `nil` if there is none.
  package func change(after number: Int) throws(OutputError) -> (number: Int, name: String)? {
    let rows = try run(
      "SELECT change, name FROM document WHERE change > ? ORDER BY change LIMIT 1", [.integer(Int64(number))])
    guard let row = rows.first, let number = row[0].integer, let name = row[1].text else { return nil }
    return (number, name)
  }

  /// Returns the names of documents published after change `number`, in order.
  package func names(after number: Int) throws(OutputError) -> [String] {
    try run("SELECT name FROM document WHERE change > ? ORDER BY change", [.integer(Int64(number))])
      .compactMap { $0.first?.text }
  }

  /// Returns the names of the last published documents, the latest first.
  package func latestNames(_ count: Int) throws(OutputError) -> [String] {
    try run("SELECT name FROM document ORDER BY change DESC LIMIT ?", [.integer(Int64(count))])
      .compactMap { $0.first?.text }
  }

  /// Returns a random ID that distinguishes this journal from a later one, whose change numbers start again.
  package func identity() throws(OutputError) -> String {
    try run("SELECT value FROM identity", []).first?.first?.text ?? ""
  }

  package func documentsInHand() throws(OutputError) -> [String] {
    try run("SELECT DISTINCT document FROM attempt ORDER BY document", []).compactMap { $0.first?.text }
  }

  /// Returns the number of the last change, or 0 if there is none.
  package func lastChange() throws(OutputError) -> Int {
    try run("SELECT ifnull(max(change), 0) FROM document", []).first?.first?.integer ?? 0
  }

  /// Returns the document names that are equal except for case.
  package func names(like name: String) throws(OutputError) -> [String] {
    try run("SELECT name FROM document WHERE name = ? COLLATE NOCASE", [.text(name)]).compactMap { $0.first?.text }
  }
}
