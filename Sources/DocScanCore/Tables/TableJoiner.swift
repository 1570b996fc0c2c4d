// SPDX-License-Identifier: GPL-3.0-or-later

/// Puts the tables of a document together, page by page: a table that goes on over pages is one.
package struct TableJoiner: Sendable {
  /// What waits for its next page.
  private var open: TableGrid?

  /// Begins with the first page.
  package init() {}

  /// Takes the next page; gives the tables that end before or on it, in order.
  package mutating func append(_ page: RecognizedPage) -> [TableGrid] {
    // The back of a sheet may be empty.
    if page.status == .blank { return [] }
    let tables = page.tables ?? []
    guard !tables.isEmpty else { return pass() }
    var finished: [TableGrid] = []
    for (index, table) in tables.prefix(Table.mostOnPage).enumerated() {
      var grid = TableGrid(
        table, page: page.page.number, number: index + 1, title: TableTitle.title(of: table, on: page))
      if index == 0, var earlier = open {
        open = nil
        if earlier.append(grid) { grid = earlier } else { finished.append(earlier) }
      }
      if table.continues, index == tables.count - 1 { open = grid } else { finished.append(grid) }
    }
    return finished
  }

  /// Takes a page without tables; gives the table that does not go on there.
  package mutating func pass(isBlank: Bool = false) -> [TableGrid] { isBlank ? [] : finish() }

  /// Gives the table that waits for a page that there isn't.
  package mutating func finish() -> [TableGrid] {
    defer { open = nil }
    return open.map { [$0] } ?? []
  }
}

extension Table {
  /// The tables of a document whose pages are given in order: those that go on over pages are one.
  package static func joined(_ pages: [RecognizedPage]) -> [TableGrid] {
    var joiner = TableJoiner()
    return pages.flatMap { joiner.append($0) } + joiner.finish()
  }
}

/// Finds what a page calls a table.
enum TableTitle {
  private static let longest = 120

  /// A caption or a heading right above the table, or a caption right below it.
  static func title(of table: Table, on page: RecognizedPage) -> String? {
    let heights = page.blocks.flatMap(\.lines).map(\.box.height).sorted()
    guard !heights.isEmpty else { return nil }
    let reach = 3 * heights[heights.count / 2]
    var best: (distance: Double, text: String)?
    for block in page.blocks where block.kind == .caption || block.kind == .heading {
      guard block.box.x < table.box.maxX, block.box.maxX > table.box.x else { continue }
      let above = table.box.y - block.box.maxY
      let below = block.kind == .caption ? block.box.y - table.box.maxY : .infinity
      let distance =
        above > -reach / 3 && above <= reach ? abs(above) : below >= 0 && below <= reach ? below + reach : nil
      let text = block.lines.map(\.text).joined(separator: " ")
      guard let distance, distance < best?.distance ?? .infinity, !text.isEmpty, text.count <= longest else { continue }
      best = (distance, text)
    }
    return best?.text
  }
}
