// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanKeywords
internal import DocScanLayout
internal import DocScanWords

/// Finds a page's title: after a label such as "Subject", above the salutation, the main heading, or a row near the top that names the kind.
struct TitleReader {
  let page: RecognizedPage
  let rows: [ReceiptRow]
  let height: Double
  let position: (Int) -> Double
  let sender: String?

  /// The accuracy of each way to find a title, measured by `Tests/Tools/measure/naming.py`.
  private enum Chance {
    static let labelled = 0.95
    static let aboveSalutation = 0.85
    static let title = 0.9
    static let heading = 0.75
    static let named = 0.8
  }

  private static let longest = 16

  func read() -> AboutPage.Field? { labelled() ?? aboveSalutation() ?? heading() ?? named() }

  private func field(_ words: [Word], _ chance: Double) -> AboutPage.Field? {
    let text = Self.cleaned(joinedText(words))
    guard text.letterCount > 2, words.count <= Self.longest else { return nil }
    if let sender, sender.lowercased().filter(\.isLetter) == text.lowercased().filter(\.isLetter) { return nil }
    return AboutPage.Field(value: text, confidence: chance * meanConfidence(words), box: words.box)
  }

  private static func cleaned(_ text: String) -> String {
    var text = text.trimmed
    while let last = text.last, ":;,-–|_".contains(last) || last.isWhitespace { text.removeLast() }
    while let first = text.first, ":;,-–|_•".contains(first) || first.isWhitespace { text.removeFirst() }
    return text
  }

  private func labelled() -> AboutPage.Field? {
    for (index, row) in rows.enumerated() where position(index) < 0.7 {
      let words = row.row.words
      // "Re" occurs in many sentences, so a short label needs a colon.
      guard let first = words.first, words.count > 1 else { continue }
      let label = FoldedText(first.text)
      let isMarked = first.text.hasSuffix(":") || words[1].text == ":"
      guard AboutWords.subjects.contains(where: { $0.count == label.count && ($0.similarity(in: label) ?? 0) > 0.9 }),
        isMarked || label.count > 4
      else { continue }
      return field(Array(words.dropFirst(words[1].text == ":" ? 2 : 1)), Chance.labelled)
    }
    return nil
  }

  private func aboveSalutation() -> AboutPage.Field? {
    guard
      let greeting = rows.indices.first(where: { index in
        let text = rows[index].row.text
        return rows[index].row.words.count <= 8 && Self.isGreeting(text)
      }), greeting > 0
    else { return nil }
    let above = rows[greeting - 1]
    guard above.row.words.count > 1, !above.row.text.hasSuffix("."), position(greeting) < 0.7,
      !above.row.text.contains("@"), above.numbers.count < above.row.words.count
    else { return nil }
    return field(above.row.words, Chance.aboveSalutation)
  }

  private static let greetings = WordLists.words("letter.greeting")

  private static func isGreeting(_ text: String) -> Bool {
    greetings.contains { text.hasPrefix($0) && text.dropFirst($0.count).first?.isASCIILetter != true }
  }

  private func heading() -> AboutPage.Field? {
    let elements = page.structure()
    func words(_ element: PageElement) -> [Word] { element.lines.flatMap { page[$0].words } }
    if let title = elements.first(where: { $0.kind == .title }),
      let found = field(words(title), Chance.title * title.confidence)
    {
      return found
    }
    let head = 0.6 * Double(page.image?.height ?? page.source?.height ?? 1)
    let headings = elements.filter { $0.kind == .heading && $0.box.y < head }
    let best = headings.enumerated().min {
      ($0.element.level ?? 7, $0.offset) < ($1.element.level ?? 7, $1.offset)
    }
    return best.flatMap { field(words($0.element), Chance.heading * $0.element.confidence) }
  }

  private func named() -> AboutPage.Field? {
    let words = AboutWords.titles.flatMap(\.words)
    for (index, row) in rows.enumerated() where position(index) < 0.4 && row.row.words.count <= 6 {
      guard words.contains(where: { $0.count * 2 > row.folded.count && ($0.similarity(in: row.folded) ?? 0) > 0.93 })
      else { continue }
      return field(row.row.words, Chance.named)
    }
    return nil
  }
}
