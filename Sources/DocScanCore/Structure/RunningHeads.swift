// SPDX-License-Identifier: GPL-3.0-or-later

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
