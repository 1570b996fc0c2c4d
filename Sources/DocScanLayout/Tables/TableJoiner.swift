// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// Joins the tables of a document, page by page. A table that continues over several pages becomes one.
package struct TableJoiner: Sendable {
  /// The table that may continue on the next page, with the columns of its widest part, or `nil` if there is none.
  private var open: (grid: TableGrid, columns: ColumnRanges?)?

  package init() {}

  /// Adds the next page. Returns the tables that are complete, in order.
  package mutating func append(_ page: RecognizedPage) -> [TableGrid] {
    // The empty back of a sheet doesn't interrupt a table.
    if page.status == .blank { return [] }
    let tables = page.tables ?? []
    guard !tables.isEmpty else { return pass() }
    var finished: [TableGrid] = []
    for (index, table) in tables.prefix(Table.mostOnPage).enumerated() {
      var grid = TableGrid(
        table, page: page.page.number, number: index + 1, title: TableTitle.title(of: table, on: page))
      var columns = ColumnRanges(table, on: page)
      if index == 0, let (earlier, earlierColumns) = open {
        open = nil
        if let joined = Self.join(earlier, earlierColumns, grid, columns) {
          if grid.columns < joined.columns { columns = earlierColumns }
          grid = joined
        } else {
          finished.append(earlier)
        }
      }
      if table.continues, index == tables.count - 1 { open = (grid, columns) } else { finished.append(grid) }
    }
    return finished
  }

  /// Returns both parts as one table, or `nil` if they don't match. A part in which a column is empty gets that column.
  private static func join(
    _ earlier: TableGrid, _ earlierColumns: ColumnRanges?, _ next: TableGrid, _ columns: ColumnRanges?
  ) -> TableGrid? {
    var (whole, next) = (earlier, next)
    if whole.columns != next.columns {
      guard let matched = columns.flatMap({ earlierColumns?.match($0) }) else { return nil }
      if whole.columns < next.columns {
        whole = whole.spread(over: matched, of: next.columns)
      } else {
        next = next.spread(over: matched, of: whole.columns)
      }
    }
    return whole.append(next) ? whole : nil
  }

  /// Adds a page without tables. Returns the table that didn't continue, unless the page is blank.
  package mutating func pass(isBlank: Bool = false) -> [TableGrid] { isBlank ? [] : finish() }

  /// Returns the table that was waiting for another page, or an empty list if there is none. Call this after the last page.
  package mutating func finish() -> [TableGrid] {
    defer { open = nil }
    return open.map { [$0.grid] } ?? []
  }
}

extension Table {
  package static func joined(_ pages: [RecognizedPage]) -> [TableGrid] {
    var joiner = TableJoiner()
    return pages.flatMap { joiner.append($0) } + joiner.finish()
  }
}

enum TableTitle {
  private static let longest = 120

  /// Returns the text of the nearest caption or heading directly above the table, or of a caption directly below it, or `nil` if there is none.
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
