// SPDX-License-Identifier: GPL-3.0-or-later

/// Finds out which tables go on on the next page: the pages of a document go through it on their way to the files, in order.
///
/// A page whose last table may go on is held back until the next one is there; every other one goes on at once.
package struct ContinuedTables<Page> {
  private let result: WritableKeyPath<Page, RecognizedPage>
  private var held: Page?

  /// `result` leads from what goes through to what was recognized.
  package init(_ result: WritableKeyPath<Page, RecognizedPage>) { self.result = result }

  /// Takes the next page; returns those that may be written now.
  package mutating func take(_ page: Page) -> [Page] {
    var ready = [Page]()
    var page = page
    // What an earlier run said of it may not hold any more.
    if page[keyPath: result].tables?.last?.continues == true {
      page[keyPath: result].findings.markLast(of: Table.description, "continues", false)
    }
    if var last = held {
      last[keyPath: result].markContinued(in: page[keyPath: result])
      ready.append(last)
      held = nil
    }
    if page[keyPath: result].mayContinue { held = page } else { ready.append(page) }
    return ready
  }

  /// The page that was held back; there is no next one.
  package mutating func finish() -> Page? {
    defer { held = nil }
    return held
  }
}

extension RecognizedPage {
  /// A table at its foot may go on on the next page.
  fileprivate var mayContinue: Bool {
    guard let table = tables?.last else { return false }
    return isShort(lines { $0.middleY > table.box.maxY })
  }

  /// Notes that the last table goes on in the first one of the next page, if it does.
  fileprivate mutating func markContinued(in next: RecognizedPage) {
    guard let tables, let table = tables.last, let other = next.tables?.first, let width = image?.width,
      let otherWidth = next.image?.width, width > 0, otherWidth > 0
    else { return }
    let above = next.lines { $0.middleY < other.box.y }
    guard next.isShort(above), !above.contains(where: \.namesAnotherTable), table.columns == other.columns,
      table.boundaries(per: Double(width)).isNear(other.boundaries(per: Double(otherWidth)))
    else { return }
    let (names, otherNames) = (table.header, other.header)
    // Without a header of its own it is the rest of the table before; another header names another table.
    guard otherNames.isEmpty || otherNames.isNearly(names) else { return }
    findings.markLast(of: Table.description, "continues", true)
  }

  private func lines(where isWanted: (Box) -> Bool) -> [Line] { blocks.flatMap(\.lines).filter { isWanted($0.box) } }

  /// Whether lines beside a table are running titles, page numbers or notes that it goes on: few, and short.
  private func isShort(_ lines: [Line]) -> Bool { lines.count <= 2 && lines.allSatisfy { $0.words.count <= 12 } }
}

extension Line {
  private static let names = ["table", "tabelle", "tableau", "tabla", "tabella", "tabela", "tab.", "表"]
  private static let continued = ["cont", "fortsetzung", "suite", "续", "續"]

  /// Whether it is the title of a table that does not say that it goes on.
  fileprivate var namesAnotherTable: Bool {
    let text = self.text.lowercased()
    return Self.names.contains { text.hasPrefix($0) } && !Self.continued.contains { text.contains($0) }
  }
}

extension Table {
  /// The letters and digits of its header, in order.
  fileprivate var header: String {
    String(cells.filter(\.isHeader).flatMap { $0.text.lowercased().filter { $0.isLetter || $0.isNumber } }.prefix(1000))
  }

  /// Where its columns begin, and where the last ends, as shares of the page's width.
  fileprivate func boundaries(per width: Double) -> [Double] {
    var edges = [Double](repeating: box.x, count: columns + 1)
    for cell in cells where cell.columnSpan == 1 && cell.column >= 0 && cell.column < columns {
      edges[cell.column] = cell.box.x
      edges[cell.column + 1] = cell.box.maxX
    }
    return edges.map { $0 / width }
  }
}

extension [Double] {
  /// Whether shares of a width are nearly the same as others.
  fileprivate func isNear(_ others: [Double]) -> Bool {
    count == others.count && zip(self, others).allSatisfy { abs($0 - $1) < 0.03 }
  }
}
