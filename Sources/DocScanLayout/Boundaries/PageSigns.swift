// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanWords
internal import FoundationEssentials

/// The features of a page for comparing adjacent pages. The features are small enough to be kept for many pages.
package struct PageSigns: Hashable, Sendable {
  /// A printed page number.
  struct Number: Hashable {
    var page: Int
    /// The total number of pages, or `nil` if not printed.
    var count: Int?
  }

  /// The maximum printed page number. Higher numbers usually have another meaning.
  private static let mostPages = 2000
  /// The number of lines at each end of a page that can be running heads.
  private static let edgeLines = 4
  /// The maximum number of words. More words don't improve the result, and a malicious page can contain millions.
  private static let mostWords = 4000

  let hasText: Bool
  /// The width and height in points, or `nil` if the page could not be loaded.
  let size: PageSize?
  let isCopied: Bool
  /// The page number from a line such as "Page 2 of 5", or `nil` if there is none.
  let counted: Number?
  /// The numbers that are alone on a line at the top or bottom.
  let running: Set<Int>
  /// The lines at the top and bottom, reduced to letters.
  let heads: Set<String>
  /// The words, reduced to letters and in lowercase.
  let words: Set<String>
  /// Long numbers and codes, such as invoice, customer, or account numbers.
  let codes: Set<String>
  /// The median height of the lines, as a fraction of the page's width.
  let lineHeight: Double
  /// The edges of the text, as fractions of the page's width and height.
  let left, top, bottom: Double
  /// Whether the first line starts with a lowercase letter, as in the middle of a sentence.
  let beginsInside: Bool
  /// Whether the last line ends in the middle of a sentence.
  let endsInside: Bool
  /// The height of the largest line in the upper third, relative to the median line.
  let titleSize: Double
  /// Whether the upper half contains an opening word such as "Invoice" or "Dear".
  let opens: Bool
  /// Whether the page contains a closing word such as "Sincerely" or "Total".
  let closes: Bool
  /// The certain number of an invoice that begins on the page, or `nil` if there is none.
  let invoice: String?

  package init(_ page: RecognizedPage) {
    size = page.image?.points ?? page.source?.points
    invoice = (page.findings.get() as InvoicePage?)?.sureNumber
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

  private static let openings = Set(WordLists.words("document.opening"))
  private static let closings = Set(WordLists.words("document.closing"))
  private static let names = Set(WordLists.words("page.name"))
  private static let connections = Set(WordLists.words("page.of") + ["/"])

  /// Returns the page number from "Page 2 of 5" or "Seite 2/5", or from "2 / 5" alone on a line, or `nil` if there is none.
  static func counted(in text: String) -> Number? {
    guard text.utf8.count < 400 else { return nil }
    // Digits, letters, and slashes are separate tokens.
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

  /// Returns the page number if the line consists of a number with optional dashes or brackets, and `nil` otherwise.
  static func number(alone text: String) -> Int? {
    let trimmed = text.filter { !$0.isWhitespace && !"-–—|[]()".contains($0) }
    guard trimmed.utf8.count <= 4, let number = Int(trimmed), (1...mostPages).contains(number) else { return nil }
    return number
  }
}
