// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanFiles
internal import DocScanWords
internal import Glibc

/// Detects running heads by text that repeats on two pages on each side, as left and right can differ. Pages are returned two pages later. The first
/// page that isn't running text keeps its head and foot.
package struct RunningHeads {
  private static let reach = 2
  /// The maximum distance of a running header or footer from the edge, as a fraction of the page's height. Excludes similar chapter openings.
  private static let margin = 0.15
  /// The number of rows at the edge of a page that are compared.
  private static let rows = 2
  private static let leastSimilarity = 0.8
  /// The maximum vertical offset of a repeated line, as a fraction of the page's height.
  private static let tolerance = 0.02
  private static let shortest = 3
  private static let longest = 160

  /// A page that hasn't been returned yet, or is kept for comparison, with the elements that may repeat.
  private struct Waiting {
    var page: RecognizedPage
    var elements: [PageElement]
    var edges: [Edge]
    var isProse: Bool
  }

  private struct Edge {
    var element: Int
    var text: [Character]
    /// The distance from the top, as a fraction of the page's height.
    var y: Double
    var isAtFoot: Bool
  }

  private var waiting: [Waiting] = []
  /// The number of waiting pages that have been returned and are only kept for comparison.
  private var given = 0

  package init() {}

  /// Adds the next page, and returns the pages whose structure is now final.
  package mutating func add(_ page: RecognizedPage, tables: Set<LineReference> = []) -> [(
    page: RecognizedPage, elements: [PageElement]
  )] {
    let elements = page.structure(tables: tables)
    let isProse = page.isProse(besides: tables.union(page.linesInTables))
    waiting.append(
      Waiting(page: page, elements: elements, edges: Self.edges(of: page, elements), isProse: isProse))
    return waiting.count - given > Self.reach ? [next()] : []
  }

  package mutating func finish() -> [(page: RecognizedPage, elements: [PageElement])] {
    var rest: [(page: RecognizedPage, elements: [PageElement])] = []
    while given < waiting.count { rest.append(next()) }
    return rest
  }

  private mutating func next() -> (page: RecognizedPage, elements: [PageElement]) {
    let page = settled(given)
    given += 1
    if given > Self.reach {
      waiting.removeFirst()
      given -= 1
    }
    return page
  }

  private func settled(_ index: Int) -> (page: RecognizedPage, elements: [PageElement]) {
    var (page, elements) = (waiting[index].page, waiting[index].elements)
    for edge in waiting[index].edges {
      let isRepeated = waiting.indices.contains { other in
        (waiting[index].isProse ? other != index : other < index) && abs(other - index) <= Self.reach
          && waiting[other].edges.contains { Self.isSame($0, edge) }
      }
      guard isRepeated else { continue }
      if elements[edge.element].kind != .pageNumber {
        (elements[edge.element].kind, elements[edge.element].level) = (edge.isAtFoot ? .footer : .header, nil)
        elements[edge.element].items = nil
      }
      elements[edge.element].confidence = max(elements[edge.element].confidence, 0.95)
    }
    // Repeated text that is a page's only content isn't a running header.
    if !elements.contains(where: \.isBody) { elements = waiting[index].elements }
    // The finding describes the page by itself, so it no longer applies.
    page.findings.remove([PageElement.description])
    return (page, elements)
  }

  private static func isSame(_ one: Edge, _ other: Edge) -> Bool {
    guard one.isAtFoot == other.isAtFoot, abs(one.y - other.y) < tolerance else { return false }
    let longest = max(one.text.count, other.text.count)
    let most = (1 - leastSimilarity) * Double(longest)
    let way = EditDistance(from: one.text.count, to: other.text.count, atMost: most) { step in
      if step.first.isEmpty || step.second.isEmpty { return 1 }
      return one.text[step.first.lowerBound] == other.text[step.second.lowerBound] ? 0 : 1
    }
    return way != nil
  }

  /// Returns the short elements in the outermost rows. Digits are replaced, so that different page numbers match.
  private static func edges(of page: RecognizedPage, _ elements: [PageElement]) -> [Edge] {
    guard let height = page.image.map({ Double($0.height) }), height > 0 else { return [] }
    let short = elements.enumerated().filter { $0.element.lines.count <= 2 && $0.element.kind != .table }
    return short.compactMap { index, element in
      let above = elements.filter { $0.box.maxY < element.box.y }.count
      let below = elements.filter { $0.box.y > element.box.maxY }.count
      let y = element.box.middleY / height
      guard min(above, below) < 2 * rows, y < margin || y > 1 - margin else { return nil }
      let whole = element.lines.map { page[$0].text }.joined(separator: " ").lowercased()
      guard !whole.endsLikeLabel else { return nil }
      let text = whole.prefix(longest).map { $0.isASCIIDigit ? "#" : $0 }
      guard text.count >= shortest || text.allSatisfy({ $0 == "#" }) else { return nil }
      return Edge(element: index, text: text, y: element.box.middleY / height, isAtFoot: below < above)
    }
  }
}

extension String {
  // Whether the text is what browsers print at the edges of a page: its address, or the date and time followed by its title.
  var isNoteOfBrowser: Bool {
    let words = split(separator: " ")
    guard let first = words.first else { return false }
    if words.count <= 2, first.contains("://") { return true }
    let digits = first.count(where: \.isASCIIDigit)
    return words.count > 1 && first.hasSuffix(",") && digits >= 3 && !first.contains(where: \.isLetter)
      && words[1].contains(":") && words[1].first?.isASCIIDigit == true
  }

  package var endsLikeLabel: Bool { hasSuffix(":") || hasSuffix("：") }
}

extension PageElement {
  /// Whether the element is neither a running header or footer nor a page number.
  fileprivate var isBody: Bool {
    switch kind {
    case .header, .footer, .pageNumber: false
    case .text, .title, .heading, .paragraph, .list, .caption, .footnote, .figure, .formula, .table, .verticalText,
      .picture, .rule, .other:
      true
    }
  }
}

/// The features of a passage for the logistic model that detects running headers and footers.
struct RunningEvidence {
  private static let mostLines = 3
  private static let mostLetters = 160
  /// The maximum number of rows between the passage and the edge of the text.
  private static let mostRows = 3
  private static let words = Set(WordLists.words("structure.runningHead"))

  /// The maximum distance from the edge for deciding by form alone, as a fraction of the page's height.
  private static let edge = 0.12
  /// The maximum height of its letters, relative to the page's text.
  private static let largest = 1.15
  private static let rule = "________"
  private static let divisions = Set(WordLists.words("structure.division"))

  let features: [Double]
  let isAtFoot: Bool
  /// Whether the form alone shows that this is a running head: a page number alone in the outermost row, or text with a rule of underscores there.
  let isPlain: Bool

  /// Calculates a passage's features, or returns `nil` if it can't be a running header or footer. `heading` is its probability as a heading.
  init?(_ index: Int, _ passages: Passages, _ surroundings: PassageSurroundings, heading: Double) {
    let (passage, around) = (passages.all[index], surroundings.neighbors[index])
    let text = passage.text
    guard !passage.isInTable, passage.lines.count <= Self.mostLines, text.count <= Self.mostLetters,
      let size = passages.page.image, size.height > 0
    else { return nil }
    let (rowsAbove, rowsBelow) = (passages.rows(above: passage), passages.rows(below: passage))
    guard min(rowsAbove, rowsBelow) < Self.mostRows else { return nil }
    isAtFoot = rowsBelow < rowsAbove
    let rows = min(rowsAbove, rowsBelow)
    let height = Double(size.height)
    let edge = (isAtFoot ? height - passage.box.maxY : passage.box.y) / height
    let beside = passages.all.filter { $0.places != passage.places && $0.isLevel(with: passage) }
    let tokens = text.split(whereSeparator: \.isWhitespace)
    let numbers = PageNumberForm(text)
    let known = text.lowercased().split { !$0.isLetter && $0 != "©" }.contains { Self.words.contains(String($0)) }
    let last = text.last { !$0.isWhitespace }
    let inward = isAtFoot ? around.gapAbove : around.gapBelow
    let outward = isAtFoot ? around.below : around.above
    let letters = text.count(where: \.isLetter)
    let isCapital = letters > 3 && Double(text.count(where: \.isUppercase)) > 0.8 * Double(letters)
    let isOutermost = rows == 0 && edge < Self.edge
    isPlain =
      isOutermost && Self.hasRunningForm(text, isAtFoot: isAtFoot, isAlone: beside.isEmpty)
      || isOutermost && !isAtFoot && passage.lines.count == 1 && passage.ratio < Self.largest
        && Self.isTitleWithNumber(tokens, isCapital: isCapital)
      || rows <= 1 && edge < Self.edge && (numbers == .words && letters > 0 || text.isNoteOfBrowser)
    func flag(_ condition: Bool) -> Double { condition ? 1 : 0 }
    let beginsLikeNote = text.first.map { $0.isNumber || "*†‡[".contains($0) } == true
    let isBeforeText = around.below.map { passages.all[$0].isRunning(in: passages) } ?? false
    let gap = min(max(inward, -0.5), 3)
    var all: [Double] = [1, min(max((0.12 - edge) * 10, -1), 1.2), gap, flag(rows == 0), flag(rows == 1)]
    all += [flag(outward == nil), min(max(log(max(passage.ratio, 0.1)), -0.6), 0.8), flag(passage.ratio > 1.15)]
    all += [flag(numbers == .number), flag(numbers == .words)]
    all += [flag(last.map { ".;:,。；：，".contains($0) } == true), min(Double(tokens.count), 20) / 10]
    all += [min(passage.box.width / Double(max(size.width, 1)), 1), flag(!beside.isEmpty)]
    all += [flag(isAtFoot), flag(known), heading]
    all += [flag(passage.lines.count > 1), flag(isAtFoot && beginsLikeNote)]
    all += [flag(passage.lines.contains { $0.weight != nil }), isAtFoot ? gap : 0, flag(isBeforeText)]
    features = all
  }

  /// Returns whether a row is a page number, the stamp of a numbering machine or a file system, or has a rule of underscores.
  private static func hasRunningForm(_ text: String, isAtFoot: Bool, isAlone: Bool) -> Bool {
    if isAtFoot ? text.hasPrefix(rule) : text.hasSuffix(rule) { return true }
    // The number of a section can be at the top, apart from its heading.
    if PageNumberForm(text) == .number { return isAlone && (isAtFoot || !text.contains(".")) }
    return isAtFoot && !text.contains(where: \.isWhitespace) && text.count(where: \.isASCIIDigit) >= 6
  }

  /// Returns whether a row is the title of a book or chapter with a page number, such as "42 THE APPRENTICE" or "Bargaining Power 381".
  private static func isTitleWithNumber(_ tokens: [Substring], isCapital: Bool) -> Bool {
    func isNumber(_ token: Substring?) -> Bool {
      token.map { (1...3).contains($0.count) && $0.allSatisfy(\.isASCIIDigit) } == true
    }
    guard tokens.count >= 3, !tokens.contains(where: { divisions.contains($0.lowercased()) }) else { return false }
    // A number before a heading in lowercase letters can be that of a section.
    return isNumber(tokens.last) || isNumber(tokens.first) && isCapital && tokens.first?.count != 1
  }
}

enum PageNumberForm: Hashable {
  /// A number alone, such as "12", "- 12 -", or "xii".
  case number
  /// A number with words, such as "Page 3 of 9", "第3页 共9页", or "3/9".
  case words

  private static let decorations: Set<Character> = ["-", "–", "—", "·", "•", "|", "[", "]", "(", ")", "~", "."]

  /// Determines the form of a page number. Returns `nil` if the text isn't a page number.
  init?(_ text: String) {
    let compact = text.lowercased().filter { !$0.isWhitespace && !Self.decorations.contains($0) }
    guard !compact.isEmpty, compact.count <= 24 else { return nil }
    if compact.count <= 4, compact.allSatisfy(\.isASCIIDigit) || compact.allSatisfy({ "ivxl".contains($0) }) {
      self = .number
      return
    }
    var rest = compact[...]
    var numbers = 0
    let words = [
      "page", "seite", "pagina", "página", "página", "blatt", "slide", "第", "页", "頁", "共", "ページ", "of", "von", "de",
      "/", "p", ",", "，", "总",
    ]
    while !rest.isEmpty {
      let digits = rest.prefix(while: \.isASCIIDigit)
      if !digits.isEmpty {
        // "DE123456789" is a tax number, not a page of Spanish or French.
        guard digits.count <= 4 else { return nil }
        (numbers, rest) = (numbers + 1, rest.dropFirst(digits.count))
      } else if let word = words.first(where: { rest.hasPrefix($0) }) {
        rest = rest.dropFirst(word.count)
      } else {
        return nil
      }
    }
    guard (1...2).contains(numbers) else { return nil }
    self = .words
  }
}

extension Passage {
  /// Returns whether both passages overlap vertically enough to be on one line.
  func isLevel(with other: Passage) -> Bool {
    min(box.maxY, other.box.maxY) - max(box.y, other.box.y) > 0.5 * min(box.height, other.box.height)
  }
}

extension Passages {
  /// Returns the number of text rows above a passage, counting at most 5.
  func rows(above passage: Passage) -> Int {
    rows(all.filter { $0.box.maxY < passage.box.y + 0.3 * passage.lineHeight })
  }

  func rows(below passage: Passage) -> Int {
    rows(all.filter { $0.box.y > passage.box.maxY - 0.3 * passage.lineHeight })
  }

  /// Returns the number of text rows, but at most 5. Lines side by side count as one row.
  private func rows(_ passages: [Passage]) -> Int {
    var rows = 0
    var end = -Double.infinity
    for box in passages.flatMap({ $0.lines.map(\.box) }).sorted(by: { $0.middleY < $1.middleY }) where box.middleY > end
    {
      (rows, end) = (rows + 1, box.maxY)
      if rows > 4 { return rows }
    }
    return rows
  }
}
