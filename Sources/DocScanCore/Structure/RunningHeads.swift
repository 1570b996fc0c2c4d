// SPDX-License-Identifier: GPL-3.0-or-later

internal import Glibc

/// Finds the running heads and feet of a document by what repeats on pages near each other.
///
/// Pages go in one by one and come out a little later, once those after them are known too: left and right pages may differ, so a page
/// is compared with two on each side.
package struct RunningHeads {
  private static let reach = 2
  /// How far from the edge of a page running heads are, in heights of the page: chapters may begin alike, too.
  private static let margin = 0.15
  /// Rows from the edge of a page that are compared.
  private static let rows = 2
  private static let leastSimilarity = 0.8
  /// How far the same line may lie from its place on another page, in heights of the page.
  private static let tolerance = 0.02
  private static let shortest = 3
  private static let longest = 160

  /// A page that waits, with the lines that may repeat.
  private struct Waiting {
    var page: RecognizedPage
    var elements: [PageElement]
    var edges: [Edge]
  }

  /// A line at the edge of a page.
  private struct Edge {
    var element: Int
    var text: [Character]
    /// From the top, in heights of the page.
    var y: Double
    var isAtFoot: Bool
  }

  private var waiting: [Waiting] = []
  /// How many of those that wait are out already and only kept for comparison.
  private var given = 0

  package init() {}

  /// Takes the next page and gives those that are settled by it.
  package mutating func add(_ page: RecognizedPage, tables: Set<LineReference> = []) -> [(
    page: RecognizedPage, elements: [PageElement]
  )] {
    let elements = page.structure(tables: tables)
    waiting.append(Waiting(page: page, elements: elements, edges: Self.edges(of: page, elements)))
    return waiting.count - given > Self.reach ? [next()] : []
  }

  /// Gives the pages that are left.
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
        other != index && abs(other - index) <= Self.reach && waiting[other].edges.contains { Self.isSame($0, edge) }
      }
      guard isRepeated else { continue }
      if elements[edge.element].kind != .pageNumber {
        (elements[edge.element].kind, elements[edge.element].level) = (edge.isAtFoot ? .footer : .header, nil)
        elements[edge.element].items = nil
      }
      elements[edge.element].confidence = max(elements[edge.element].confidence, 0.95)
    }
    // What repeats and is all that a page says is no running head.
    if !elements.contains(where: \.isBody) { elements = waiting[index].elements }
    // Findings keep the page's own view.
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

  /// Short elements in the outermost rows, with their numbers as signs: page 12 and page 13 say the same.
  private static func edges(of page: RecognizedPage, _ elements: [PageElement]) -> [Edge] {
    guard let height = page.image.map({ Double($0.height) }), height > 0 else { return [] }
    let short = elements.enumerated().filter { $0.element.lines.count <= 2 && $0.element.kind != .table }
    return short.compactMap { index, element in
      let above = elements.filter { $0.box.maxY < element.box.y }.count
      let below = elements.filter { $0.box.y > element.box.maxY }.count
      let y = element.box.middleY / height
      guard min(above, below) < 2 * rows, y < margin || y > 1 - margin else { return nil }
      let whole = element.lines.map { page[$0].text }.joined(separator: " ").lowercased()
      let text = whole.prefix(longest).map { $0.isASCIIDigit ? "#" : $0 }
      guard text.count >= shortest || text.allSatisfy({ $0 == "#" }) else { return nil }
      return Edge(element: index, text: text, y: element.box.middleY / height, isAtFoot: below < above)
    }
  }
}

extension PageElement {
  /// Whether it is neither a running head nor a page number.
  fileprivate var isBody: Bool {
    switch kind {
    case .header, .footer, .pageNumber: false
    case .text, .title, .heading, .paragraph, .list, .caption, .footnote, .figure, .formula, .table, .verticalText,
      .picture, .rule, .other:
      true
    }
  }
}

/// What speaks for and against a passage being a running head, a foot of the page or its number.
struct RunningEvidence {
  private static let mostLines = 3
  private static let mostLetters = 160
  /// Rows from the edge of the text among which such a passage is.
  private static let mostRows = 3
  private static let words: Set<String> = [
    "page", "vol", "no", "www", "http", "https", "doi", "issn", "©", "copyright", "confidential", "seite", "page:",
    "chapter",
    "journal", "proceedings", "conference", "all", "rights", "reserved", "license", "downloaded", "preprint", "arxiv",
  ]

  /// The constant, and what each of them says.
  let features: [Double]
  let isAtFoot: Bool

  /// Nil for a passage that cannot be one.
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
    let atEnd = [tokens.first, tokens.last].contains {
      $0.map { $0.allSatisfy(\.isASCIIDigit) && $0.count <= 4 } ?? false
    }
    let known = text.lowercased().split { !$0.isLetter && $0 != "©" }.contains { Self.words.contains(String($0)) }
    let last = text.last { !$0.isWhitespace }
    let letters = text.count(where: \.isLetter)
    let inward = isAtFoot ? around.gapAbove : around.gapBelow
    let outward = isAtFoot ? around.below : around.above
    func flag(_ condition: Bool) -> Double { condition ? 1 : 0 }
    let isCapital = letters > 3 && Double(text.count(where: \.isUppercase)) > 0.8 * Double(letters)
    let beginsLikeNote = text.first.map { $0.isNumber || "*†‡[".contains($0) } == true
    let isBeforeText = around.below.map { passages.all[$0].isRunning(in: passages) } ?? false
    let gap = min(max(inward, -0.5), 3)
    var all: [Double] = [1, min(max((0.12 - edge) * 10, -1), 1.2), gap, flag(rows == 0), flag(rows == 1)]
    all += [flag(outward == nil), min(max(log(max(passage.ratio, 0.1)), -0.6), 0.8), flag(passage.ratio > 1.15)]
    all += [flag(numbers == .number), flag(numbers == .words), flag(numbers == nil && atEnd)]
    all += [flag(last.map { ".;:,。；：，".contains($0) } == true), min(Double(tokens.count), 20) / 10, flag(isCapital)]
    all += [min(passage.box.width / Double(max(size.width, 1)), 1), flag(!beside.isEmpty)]
    all += [flag(beside.contains { PageNumberForm($0.text) != nil }), flag(isAtFoot), flag(known), heading]
    all += [flag(passage.lines.count > 1), flag(isAtFoot && beginsLikeNote), flag(passage.isRunning(in: passages))]
    all += [flag(passage.lines.contains { $0.weight != nil }), isAtFoot ? gap : 0, flag(isBeforeText)]
    features = all
  }
}

/// How pages write their numbers.
enum PageNumberForm: Hashable {
  /// "12", "- 12 -", "xii".
  case number
  /// "Page 3 of 9", "第3页 共9页", "3/9".
  case words

  private static let decorations: Set<Character> = ["-", "–", "—", "·", "•", "|", "[", "]", "(", ")", "~", "."]

  /// Nil for anything else.
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
  /// Whether both could stand on one line.
  func isLevel(with other: Passage) -> Bool {
    min(box.maxY, other.box.maxY) - max(box.y, other.box.y) > 0.5 * min(box.height, other.box.height)
  }
}

extension Passages {
  /// How many rows of text are above a passage on the page, up to a few.
  func rows(above passage: Passage) -> Int {
    rows(all.filter { $0.box.maxY < passage.box.y + 0.3 * passage.lineHeight })
  }

  /// The same below it.
  func rows(below passage: Passage) -> Int {
    rows(all.filter { $0.box.y > passage.box.maxY - 0.3 * passage.lineHeight })
  }

  /// Lines, those beside each other counted once.
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
