// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanFiles
internal import DocScanStore

/// Queries the index for items to review.
package struct ReviewIndex {
  private let index: LibraryIndex

  package init(library: Folder) throws(BatchError) { index = try LibraryIndex(library: library) }

  package func list(limit: Int, of wish: ReviewWish) throws(BatchError) -> ReviewList {
    try index.update(allEdits: true)
    var list = ReviewList()
    for row in try index.run(
      """
      SELECT counts FROM review JOIN document ON document.id = review.document WHERE ?1 IS NULL OR name = ?1 ORDER BY name
      """,
      [wish.document.map { .text($0) } ?? .null])
    {
      guard let counts = ReviewRows.counts(row[0]) else { continue }
      list.words += counts.words
      list.expectedErrors += counts.expectedErrors
      list.reviewed += counts.reviewed
      list.pending += counts.pending
      list.waiting += counts.waiting
      list.pages += counts.pages
      list.invoices += counts.invoices
      list.lostEdits += counts.lostEdits
      list.settings += counts.settings
    }
    try addBoundaries(to: &list, of: wish)
    list.expectedErrors = list.expectedErrors.rounded(toPlaces: 1)
    let chosen = try index.run(
      """
      SELECT name, page, word, text FROM word JOIN document ON document.id = word.document
      WHERE (?1 IS NULL OR name = ?1) AND (?2 IS NULL OR language = ?2 OR language LIKE ?2 || '-%')
      ORDER BY isFigure DESC, confidence, name, page, word LIMIT ?3
      """,
      [
        wish.document.map { .text($0) } ?? .null, wish.language.map { .text($0) } ?? .null, .integer(Int64(limit)),
      ])
    list.items = try items(chosen)
    try count(alike: &list.items)
    return list
  }

  /// Adds the boundaries without a reviewer's decision, sorted by the probability that the results are wrong, and those that reviewers set and still
  /// want. If `wish` contains the name of a split input, which isn't a document, only its boundaries are known.
  private func addBoundaries(to list: inout ReviewList, of wish: ReviewWish) throws(BatchError) {
    var piles: Set<String> = []
    for row in try index.run(
      """
      SELECT counts FROM review JOIN document ON document.id = review.document
      WHERE counts LIKE '%"boundaries":[{%' ORDER BY name
      """)
    {
      guard let counts = ReviewRows.counts(row[0]), let input = counts.boundaries.first?.document,
        wish.document.map({ $0 == input || pile(of: $0) == input }) ?? true, piles.insert(input).inserted,
        let pile = StoredDocument.placed(input, in: index.root)
      else { continue }
      let edits = pile.edits
      let decided = Dictionary(
        edits.list.standingBoundaries.map { ($0.page, $0.isCut) }, uniquingKeysWith: { $1 })
      list.boundaries += counts.boundaries.filter { decided[$0.page] == ($0.by == nil ? nil : true) }
      // An input that wasn't split is a document, which is already counted.
      if pile.record.parts != nil, edits.waitsForRun(pile.record) { list.waiting += 1 }
    }
    list.boundaries.sort { ($1.doubt, $0.document, $0.page) < ($0.doubt, $1.document, $1.page) }
  }

  private func pile(of name: String) -> String? {
    StoredDocument.exactly(name, in: index.root)?.record.pile ?? foldersAbove(name).last
  }

  /// Returns the selected words with their context. Each page is read once.
  private func items(_ rows: [[Database.Value]]) throws(BatchError) -> [ReviewItem] {
    var items: [ReviewItem] = []
    for (name, rows) in Dictionary(grouping: rows, by: { $0[0].text ?? "" }) {
      guard let document = StoredDocument.exactly(name, in: index.root) else { continue }
      for (number, rows) in Dictionary(grouping: rows, by: { $0[1].integer ?? 0 }) {
        guard let entry = document.record.pages.first(where: { $0.number == number }),
          let page = document.page(entry)
        else { continue }
        let wanted = Set(rows.compactMap { $0[2].integer })
        let words = DoubtfulWords(of: page)
        items += words.all.filter { wanted.contains($0.number) }.map { words.item($0, document: name) }
      }
    }
    return items.sorted { $0.isWorse(than: $1) }
  }

  private func count(alike items: inout [ReviewItem]) throws(BatchError) {
    let texts = Set(items.map(\.text)).sorted()
    guard !texts.isEmpty else { return }
    let rows = try index.run(
      "SELECT text, count(*) FROM word WHERE confidence < ? AND text IN (SELECT value FROM json_each(?)) GROUP BY text",
      [.real(DoubtfulWords.doubt), try index.list(texts)])
    let counts = Dictionary(uniqueKeysWithValues: rows.map { ($0[0].text ?? "", $0[1].integer ?? 1) })
    for index in items.indices { items[index].alike = counts[items[index].text] ?? 1 }
  }
}
