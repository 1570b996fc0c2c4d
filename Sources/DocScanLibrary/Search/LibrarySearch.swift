// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanFiles
internal import DocScanStore

package struct SearchResult: Encodable, Sendable {
  package static let schema = "docscan-search/1"

  package let schema = Self.schema
  /// The matching pages, the best first, up to the requested number.
  package var hits: [SearchHit] = []
  package var pages = 0
  /// Whether the library has more matching pages than were counted.
  package var areMore = false
  package var notes: [String] = []
  /// If nothing was found, the number of pages on which the words may have been misread. A note also reports this.
  package var perhapsMisread = 0

  /// The note about misread words for the command line.
  package var misreadNote: String {
    "\(counted(perhapsMisread, "page")) may have it misread. To see them, add --fuzzy."
  }

  private enum CodingKeys: CodingKey {
    case schema, hits, pages, areMore, notes
  }
}

/// Searches the text of a library.
package final class LibrarySearch {
  /// The maximum number of matching pages. If more pages match, the newest are used.
  package static let mostPages = 5000
  /// The maximum number of pages to check for misread words. If there are more, the newest are checked.
  private static let mostDoubtful = 2000

  private let index: LibraryIndex

  /// Opens and updates the index of a library. With `rebuild`, creates the index again. `goesOn` is called between documents and can stop the
  /// update, which takes a while the first time for a large library.
  package convenience init(library: String, rebuild: Bool = false, while goesOn: () -> Bool = { true })
    throws(BatchError)
  {
    let root: Folder
    do throws(BatchError) {
      root = try StoredDocument.library(library)
    } catch {
      throw .noInput("\(error)")
    }
    try self.init(library: root, rebuild: rebuild, while: goesOn)
  }

  package init(library: Folder, rebuild: Bool = false, while goesOn: () -> Bool = { true }) throws(BatchError) {
    index = try indexed { () throws(BatchError) in try LibraryIndex(library: library) }
    try indexed { () throws(BatchError) in try index.update(rebuild: rebuild, while: goesOn) }
  }

  package func size() throws(BatchError) -> (documents: Int, pages: Int) {
    let row = try rows("SELECT (SELECT count(*) FROM document), (SELECT count(*) FROM page)").first ?? []
    return (row.first?.integer ?? 0, row.last?.integer ?? 0)
  }

  /// Returns the pages that match a query, up to a limit. With `fuzzy`, includes pages on which a word may have been misread.
  package func pages(_ query: SearchQuery, limit: Int, fuzzy: Bool = false) throws(BatchError) -> SearchResult {
    while true {
      let result = try found(query, limit: limit, fuzzy: fuzzy)
      // Another program may have removed or changed a document.
      var changed = false
      for name in Set(result.hits.map(\.document)) {
        if try indexed({ () throws(BatchError) in try index.refresh(document: name) }) { changed = true }
      }
      if !changed { return try noted(result, query, fuzzy: fuzzy) }
    }
  }

  private func found(_ query: SearchQuery, limit: Int, fuzzy: Bool) throws(BatchError) -> SearchResult {
    let matcher = QueryMatcher(query: query, misreadings: fuzzy ? try misreadings(of: query) : nil)
    var (result, documents) = (SearchResult(), [String: StoredDocument]())
    let ranked = fuzzy ? try likely(query, matcher) : try exact(query).map { (id: $0, likelihood: 1.0) }
    (result.pages, result.areMore) = (ranked.count, ranked.count >= Self.mostPages)
    for (id, likelihood) in ranked {
      guard result.hits.count < limit else { break }
      if let hit = try hit(id, likelihood, matcher, &documents) {
        result.hits.append(hit)
      } else {
        result.pages -= 1
      }
    }
    return result
  }

  /// Returns the identifiers of the pages that contain exactly the words of a query, the most relevant first.
  private func exact(_ query: SearchQuery) throws(BatchError) -> [Int] {
    var (sql, values) = query.conditionsAsSQL
    let match = query.matchExpression
    if let match {
      sql = """
        SELECT id FROM (
          SELECT p.id AS id, bm25(words) AS score FROM words
          CROSS JOIN page p ON p.id = words.rowid CROSS JOIN document d ON d.id = p.document
          WHERE words MATCH ?\(sql) ORDER BY words.rowid DESC LIMIT \(Self.mostPages))
        ORDER BY score, id DESC
        """
      values.insert(.text(match), at: 0)
    } else {
      sql = """
        SELECT p.id FROM page p JOIN document d ON d.id = p.document
        WHERE 1\(sql) ORDER BY p.id DESC LIMIT \(Self.mostPages)
        """
    }
    return try rows(sql, values).compactMap { $0.first?.integer }
  }

  private func misreadings(of query: SearchQuery) throws(BatchError) -> Misreadings {
    let pieces = query.choices.flatMap { $0.flatMap(\.pieces) }.filter { !$0.isPrefix }
    return Misreadings(of: pieces.map(\.text), vocabulary: try vocabulary())
  }

  // Returns a note for each word that is on no page, but resembles one that is.
  private func spelling(of query: SearchQuery) throws(BatchError) -> [String] {
    let pieces = query.choices.flatMap { $0.flatMap(\.pieces) }.filter { !$0.isPrefix }
    var unknown: [String] = []
    for word in pieces.map(\.text) where word.count >= Misreadings.fewestLetters {
      if try rows("SELECT 1 FROM vocabulary WHERE term = ?", [.text(word)]).isEmpty { unknown.append(word) }
    }
    let vocabulary = unknown.isEmpty ? [] : try vocabulary()
    return unknown.compactMap { word in
      Misreadings.spelling(of: word, among: vocabulary).map { "No page has \(word). Did you mean \($0)?" }
    }
  }

  private func vocabulary() throws(BatchError) -> [(text: String, pages: Int)] {
    try rows("SELECT term, doc FROM vocabulary").compactMap { row in
      row[0].text.map { (text: $0, pages: row[1].integer ?? 0) }
    }
  }

  /// Returns the identifiers of the pages that probably contain the words, the most likely first.
  private func likely(
    _ query: SearchQuery, _ matcher: QueryMatcher
  ) throws(BatchError) -> [(id: Int, likelihood: Double)] {
    var (sql, values) = query.conditionsAsSQL
    for choice in query.choices {
      let terms = choice.map { term in
        term.pieces.map { piece in
          let others = piece.isPrefix ? [] : (matcher.misreadings?.texts(for: piece.text) ?? []).prefix(1000)
          let parts = piece.isPrefix ? [] : Misreadings.halves(of: piece.text).map { "\"\($0) \($1)\"" }
          let texts = [SearchQuery.Term.phrase([piece]).matchExpression] + others.map { "\"\($0)\"" } + parts
          values.append(.text(texts.joined(separator: " OR ")))
          values.append(.text("\"\(piece.text)\""))
          return """
            p.id IN (SELECT rowid FROM words WHERE words MATCH ? UNION SELECT rowid FROM doubts WHERE doubts MATCH ?)
            """
        }.joined(separator: " AND ")
      }
      sql += " AND (" + terms.map { "(\($0))" }.joined(separator: " OR ") + ")"
    }
    let pages = try rows(
      """
      SELECT p.id FROM page p JOIN document d ON d.id = p.document WHERE 1\(sql) ORDER BY p.id DESC
      LIMIT \(Self.mostDoubtful)
      """, values)
    var found: [(id: Int, likelihood: Double)] = []
    for case let id? in pages.map({ $0.first?.integer }) {
      let tokens = try indexed { () throws(BatchError) in
        try writing(SearchRows.tokens(ofPage: id, in: index.database))
      }
      if let tokens, let match = matcher.match(tokens) {
        found.append((id, match.likelihood))
      }
    }
    return found.sorted { ($1.likelihood, $1.id) < ($0.likelihood, $0.id) }
  }

  /// Returns a page with the positions of the words, or `nil` if a phrase crosses blocks or the page no longer exists.
  private func hit(
    _ id: Int, _ likelihood: Double, _ matcher: QueryMatcher, _ documents: inout [String: StoredDocument]
  ) throws(BatchError) -> SearchHit? {
    let found = try rows(
      "SELECT d.name, p.number, p.file FROM page p JOIN document d ON d.id = p.document WHERE p.id = ?",
      [.integer(Int64(id))])
    guard let row = found.first, let name = row[0].text, let number = row[1].integer, let file = row[2].text else {
      return nil
    }
    let document = documents[name] ?? StoredDocument.named(name, in: index.root).first
    documents[name] = document
    var hit = SearchHit(
      document: name, page: number, file: "\(name)/\(file)", pdf: nil, likelihood: (likelihood * 1000).rounded() / 1000,
      image: nil, snippet: SearchHit.Snippet(text: "", marks: []), matches: [])
    // If the page no longer exists, return the indexed data. `refresh` then removes the page.
    guard let document, let place = document.record.pages.first(where: { $0.file == file }),
      let page = document.page(place)
    else { return hit }
    let tokens = PageTokens(page)
    guard let match = matcher.match(tokens) else { return nil }
    let snippets = SnippetMaker(page: page, tokens: tokens)
    let pdf = fileName(name) + ".pdf"
    hit.pdf = document.record.files?[pdf] == nil ? nil : "\(name)/\(pdf)"
    hit.image = page.image
    hit.matches = snippets.matches(match.ranges)
    hit.snippet = snippets.snippet(hit.matches)
    return hit
  }

  // MARK: The index

  private func rows(_ sql: String, _ values: [Database.Value] = []) throws(BatchError) -> [[Database.Value]] {
    try indexed { () throws(BatchError) in try index.run(sql, values) }
  }

  // MARK: Notes

  private func noted(_ found: SearchResult, _ query: SearchQuery, fuzzy: Bool) throws(BatchError) -> SearchResult {
    var result = found
    if result.hits.isEmpty { result.notes += try [query.noteOnKey].compactMap(\.self) + spelling(of: query) }
    if result.hits.isEmpty, !fuzzy {
      let notes = result.notes.count
      if let words = query.withoutPhrases {
        let count = try self.found(words, limit: 0, fuzzy: false).pages
        if count > 0 {
          result.notes.append(
            "\(count == 1 ? "1 page has" : "\(count) pages have") these words, but not one after the other. Words without "
              + "quotation marks may be anywhere on the page.")
        }
      }
      if result.notes.count == notes, query.noteOnKey == nil, !query.choices.isEmpty {
        let count = try self.found(query, limit: 0, fuzzy: true).pages
        result.perhapsMisread = count
        if count > 0 { result.notes.append(result.misreadNote) }
      }
    }
    if result.hits.isEmpty, query.asksForData {
      let known = try rows("SELECT 1 FROM finding LIMIT 1")
      if known.isEmpty {
        result.notes.append(
          "No page here has typed data, such as dates and amounts. To find it without reading pages again, run the same "
            + "command again with --also detect; for receipts, with --also receipt."
        )
      }
    }
    let unread = try rows("SELECT count(*), sum(pages) FROM unread").first ?? []
    if let documents = unread.first?.integer, documents > 0, let pages = unread.last?.integer {
      result.notes.append(
        "\(pages) pages in \(documents) documents are not searched: they failed, or were made without the writer json.")
    }
    return result
  }
}

@discardableResult
private func indexed<Value>(_ body: () throws(BatchError) -> Value) throws(BatchError) -> Value {
  do throws(BatchError) {
    return try body()
  } catch {
    throw .output("\(error)")
  }
}
