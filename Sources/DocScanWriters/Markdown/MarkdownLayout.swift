// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanLayout

/// Converts the structure of a page into Markdown elements.
struct MarkdownLayout {
  private(set) var elements: [MarkdownElement] = []
  private let page: RecognizedPage
  private let reflow: Reflow
  private let marks: ListMarks
  private let tables: [TableFinder.Found]

  init(_ page: RecognizedPage, withRunningHeads: Bool = false) {
    let tables = TableFinder.found(on: page)
    self.init(
      page, page.structure(tables: TableFinder.lines(of: tables)), tables: tables, withRunningHeads: withRunningHeads)
  }

  init(
    _ page: RecognizedPage, _ structure: [PageElement], tables: [TableFinder.Found], withRunningHeads: Bool = false
  ) {
    (self.page, self.tables) = (page, tables)
    reflow = Reflow(page)
    marks = ListMarks(page)
    for element in structure {
      switch element.kind {
      case .header, .footer, .pageNumber: if withRunningHeads { add(element) }
      case .text, .title, .heading, .paragraph, .list, .caption, .footnote, .figure, .formula, .table, .verticalText,
        .picture, .rule, .other:
        add(element)
      }
    }
  }

  /// Adds an element. A table takes the position of its first line, and its other lines are left out.
  private mutating func add(_ element: PageElement) {
    var part: [LineReference] = []
    for line in element.lines {
      let here = tables.filter { $0.holds(line) }
      guard !here.isEmpty else {
        part.append(line)
        continue
      }
      addText(&part, of: element)
      for table in here where table.isFirst(line) { elements.append(table.element) }
      // The part of the line that isn't in the table.
      if let rest = here.lazy.compactMap({ $0.rest(of: line) }).first {
        elements.append(.paragraph([Reflow.text(of: [rest][...])]))
      }
    }
    addText(&part, of: element)
  }

  private mutating func addText(_ lines: inout [LineReference], of element: PageElement) {
    defer { lines = [] }
    guard !lines.isEmpty else { return }
    switch element.kind {
    case .title, .heading:
      elements.append(.heading(level: element.level ?? 3, Reflow.text(of: lines.map { page[$0] }[...])))
    case .list: addItems(lines, of: element)
    case .text, .paragraph, .caption, .footnote, .header, .footer, .pageNumber, .figure, .formula, .table,
      .verticalText, .picture, .rule, .other:
      elements.append(.paragraph(parts(lines)))
    }
  }

  /// Joins lines into paragraphs. A paragraph ends after a line that breaks before the right edge.
  private func parts(_ places: [LineReference]) -> [String] {
    var parts: [[Line]] = []
    for (index, place) in places.enumerated() {
      let rightEdge = reflow.rightEdge(of: page.blocks[place.block])
      let isEnd = index > 0 && Reflow.endsEarly(page[places[index - 1]], before: page[place], rightEdge: rightEdge)
      if isEnd || parts.isEmpty { parts.append([]) }
      parts[parts.count - 1].append(page[place])
    }
    // Short consecutive lines, as in an address, stay separate. In a paragraph, only the last line is short.
    return parts.map { Reflow.text(of: $0[...]) }
  }

  private mutating func addItems(_ lines: [LineReference], of element: PageElement) {
    let starts = Set((element.items ?? [0]).filter(element.lines.indices.contains).map { element.lines[$0] })
    var items: [(mark: ListMark, words: Int, lines: [Line])] = []
    for line in lines {
      let item = marks[line]
      if starts.contains(line) || items.isEmpty, let mark = item?.mark ?? items.last?.mark {
        items.append((mark, item?.words ?? 0, [page[line]]))
      } else if items.isEmpty {
        return elements.append(.paragraph(parts(lines)))
      } else {
        items[items.count - 1].lines.append(page[line])
      }
    }
    elements.append(.list(items.map { ($0.mark, Reflow.text(of: $0.lines[...], droppingWords: $0.words)) }))
  }
}

extension TableFinder.Found {
  func holds(_ line: LineReference) -> Bool { lines.contains(TableFinder.Place(block: line.block, line: line.line)) }

  /// Returns the part of a line that isn't in the table, or `nil` if there is none.
  func rest(of line: LineReference) -> Line? { rest[TableFinder.Place(block: line.block, line: line.line)] }

  func isFirst(_ line: LineReference) -> Bool { first == TableFinder.Place(block: line.block, line: line.line) }
}

extension TableFinder {
  static func lines(of tables: [Found]) -> Set<LineReference> {
    Set(tables.flatMap { $0.lines.map { LineReference(block: $0.block, line: $0.line) } })
  }
}
