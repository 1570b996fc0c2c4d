// SPDX-License-Identifier: GPL-3.0-or-later

internal import FoundationEssentials

/// What a page shows of the document that it is in: all that two neighboring pages are compared by. It is small, so that those of
/// many pages can be kept.
package struct PageSigns: Hashable, Sendable {
  /// A number that a page has among others.
  struct Number: Hashable {
    /// From 1 in most documents.
    var page: Int
    /// How many pages there are; nil if the page does not say.
    var count: Int?
  }

  /// Longer documents don't count their pages in this form, and longer numbers mean something else.
  private static let mostPages = 2000
  /// So many lines at each end of a page may be a running head.
  private static let edgeLines = 4
  /// More words tell pages apart no better, and a hostile page can have millions.
  private static let mostWords = 4000

  /// Whether there is text.
  let hasText: Bool
  /// Width and height in points; nil if the page could not be loaded.
  let size: PageSize?
  /// Whether the text is the page's own, and was not recognized.
  let isCopied: Bool
  /// What a line such as "Page 2 of 5" says; nil without one.
  let counted: Number?
  /// The numbers that are alone in a line at the top or the bottom.
  let running: Set<Int>
  /// The lines at the top and the bottom, without digits.
  let heads: Set<String>
  /// Words of letters, in lower case.
  let words: Set<String>
  /// Long numbers and codes: of an invoice, a customer, an account.
  let codes: Set<String>
  /// The height of most lines, in shares of the page's width.
  let lineHeight: Double
  /// Where text begins and ends, in shares of the page's width and height.
  let left, top, bottom: Double
  /// Whether the first line begins as a sentence that goes on does.
  let beginsInside: Bool
  /// Whether the last line ends as a sentence that goes on does.
  let endsInside: Bool
  /// How large the largest line of the upper third is, compared with most lines.
  let titleSize: Double
  /// Whether words such as "Invoice" or "Dear" are in the upper half.
  let opens: Bool
  /// Whether words such as "Sincerely" or "Total" are on the page.
  let closes: Bool

  /// The signs of a page.
  package init(_ page: RecognizedPage) {
    size = page.image?.points ?? page.source?.points
    isCopied = page.status == .copied
    let lines = page.blocks.flatMap(\.lines).filter { !$0.text.isEmpty }
    hasText = !lines.isEmpty
    let width = Double(max(page.image?.width ?? 1, 1))
    let height = Double(max(page.image?.height ?? 1, 1))
    let byPlace = lines.sorted { ($0.box.y, $0.box.x) < ($1.box.y, $1.box.x) }
    let edges = byPlace.prefix(Self.edgeLines) + byPlace.dropFirst(Self.edgeLines).suffix(Self.edgeLines)
    counted = lines.lazy.compactMap { Self.counted(in: $0.text) }.first
    running = Set(edges.compactMap { Self.number(alone: $0.text) })
    heads = Set(edges.map { $0.text.lowercased().filter(\.isLetter) }.filter { $0.count > 4 })
    let tokens = page.words.prefix(Self.mostWords).map { $0.text.lowercased() }
    words = Set(tokens.map { $0.filter(\.isLetter) }.filter { $0.count > 3 })
    codes = Set(tokens.map { $0.filter { $0.isLetter || $0.isNumber } }.filter { $0.count { $0.isNumber } > 4 })
    let heights = lines.map(\.box.height).sorted()
    let usual = heights.isEmpty ? 0 : heights[heights.count / 2]
    lineHeight = usual / width
    left = (lines.map(\.box.x).min() ?? 0) / width
    top = (byPlace.first?.box.y ?? 0) / height
    bottom = (lines.map { $0.box.y + $0.box.height }.max() ?? 0) / height
    let body = byPlace.filter { $0.words.count > 3 }
    beginsInside = body.first?.text.first { $0.isLetter || $0.isNumber }?.isLowercase ?? false
    endsInside = body.last?.text.last.map { $0.isLetter || $0 == "," || $0 == "-" } ?? false
    titleSize =
      usual > 0 ? (lines.filter { $0.box.y < height / 3 }.map(\.box.height).max() ?? usual) / usual : 1
    let upper = lines.filter { $0.box.y < height / 2 }.prefix(Self.mostWords).flatMap(\.words)
    opens = upper.contains { Self.openings.contains($0.text.lowercased().filter(\.isLetter)) }
    closes = tokens.contains { Self.closings.contains($0.filter(\.isLetter)) }
  }

  private static let openings: Set<String> = [
    "invoice", "rechnung", "rechnungsnummer", "rechnungsdatum", "facture", "factura", "fattura", "receipt", "quittung",
    "dear", "geehrte", "geehrter", "date", "datum", "subject", "betreff", "abstract", "memorandum", "contract",
    "vertrag",
  ]
  private static let closings: Set<String> = [
    "sincerely", "regards", "grüßen", "total", "gesamtbetrag", "summe", "signature", "unterschrift", "references",
  ]
  private static let names: Set<String> = [
    "page", "seite", "blatt", "página", "pagina", "pág", "strana", "strona", "sida", "side",
  ]
  private static let connections: Set<String> = ["of", "von", "de", "sur", "di", "z", "av", "af", "/"]

  /// What "Page 2 of 5", "Seite 2/5" or "2 / 5" alone in a line says.
  static func counted(in text: String) -> Number? {
    guard text.utf8.count < 400 else { return nil }
    // Digits, letters and slashes are parts of their own.
    var parts: [String] = []
    var last: Character?
    for character in text.lowercased() {
      let isKept = character.isLetter || character.isASCII && character.isNumber || character == "/"
      if isKept {
        let goesOn = last.map { $0.isLetter && character.isLetter || $0.isNumber && character.isNumber } ?? false
        if goesOn, !parts.isEmpty { parts[parts.count - 1].append(character) } else { parts.append(String(character)) }
      }
      last = isKept ? character : nil
    }
    for (index, part) in parts.enumerated() where names.contains(part) {
      guard index + 1 < parts.count, let page = Int(parts[index + 1]), (1...mostPages).contains(page) else { continue }
      if index + 3 < parts.count, connections.contains(parts[index + 2]), let count = Int(parts[index + 3]),
        page <= count, count <= mostPages
      {
        return Number(page: page, count: count)
      }
      return Number(page: page, count: nil)
    }
    if parts.count == 3, connections.contains(parts[1]), let page = Int(parts[0]), let count = Int(parts[2]),
      page >= 1, page <= count, count < 100, !text.contains(where: { $0 == "," || $0 == "." })
    {
      return Number(page: page, count: count)
    }
    return nil
  }

  /// The number that a line is, with signs such as dashes around it at most.
  static func number(alone text: String) -> Int? {
    let trimmed = text.filter { !$0.isWhitespace && !"-–—|[]()".contains($0) }
    guard trimmed.utf8.count <= 4, let number = Int(trimmed), (1...mostPages).contains(number) else { return nil }
    return number
  }
}
