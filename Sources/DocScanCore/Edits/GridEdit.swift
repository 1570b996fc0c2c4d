// SPDX-License-Identifier: GPL-3.0-or-later

/// What a person decided about the grid of a table: that there is a border between two rows or columns, or that there is none.
///
/// It is kept by the border's place, as corrections of text are: whatever finds the table later, that is where its rows or columns part.
package struct GridEdit: Codable, Hashable, Sendable {
  /// What a border parts.
  package enum Axis: String, Codable, CaseIterable, Sendable {
    /// Rows: the border goes across.
    case row
    /// Columns: the border goes down.
    case column
  }

  /// What the border parts.
  package var axis: Axis
  /// Whether there is a border; where there is none, what is on both sides of its place is one row or column.
  package var isBorder: Bool

  /// A decision about a border.
  package init(_ axis: Axis, isBorder: Bool) { (self.axis, self.isBorder) = (axis, isBorder) }
}

extension Edit {
  /// An edit of a table's grid, at a border in pixels of the page's image.
  package init(id: String, _ grid: GridEdit, at border: Box, on page: RecognizedPage, by: String, at: String) {
    self.init(id: id, line: border, on: page, new: "", by: by, at: at)
    self.grid = grid
  }

  /// Whether it is about text: about neither a field nor a table's grid.
  package var isAboutText: Bool { field == nil && grid == nil }
}

extension RecognizedPage {
  /// Tables as people decided about their borders; what fits none of them is left out.
  package func deciding(_ edits: [Edit], on tables: [Table]) -> [Table] {
    let borders = edits.filter { $0.isAbout(page) && $0.grid != nil }
    guard !borders.isEmpty else { return tables }
    var tables = tables
    let words = placedWords
    for edit in borders {
      guard let border = border(of: edit), let index = index(of: border, in: tables) else { continue }
      tables[index] = TableBorders(tables[index], border.axis, words).deciding(border)
    }
    return tables
  }

  /// The page with these decisions about borders in its tables, which do not have them yet. What the columns hold is as it was.
  package func decidingGrids(_ edits: [Edit]) throws(PageFailure) -> RecognizedPage {
    guard let tables, edits.contains(where: { $0.grid != nil }) else { return self }
    var page = self
    try page.findings.set(deciding(edits, on: tables))
    return page
  }

  /// The page whose list of edits has only those borders that a table of the page has room for, so that people hear of the others.
  package var withFittingGrids: RecognizedPage {
    guard edits?.fields?.contains(where: { $0.grid != nil }) == true else { return self }
    var page = self
    let tables = tables ?? []
    page.edits?.fields?.removeAll { edit in
      edit.grid != nil && border(of: edit).flatMap { index(of: $0, in: tables) } == nil
    }
    if page.edits?.all.isEmpty == true { page.edits = nil }
    return page
  }

  /// Where an edit says something of a border, in pixels of the image; nil where it is about something else, or not on the page.
  private func border(of edit: Edit) -> TableBorders.Border? {
    guard let grid = edit.grid, edit.quad.count == 4, image != nil else { return nil }
    let box = Box(around: edit.quad.map(map.image))
    guard [box.x, box.y, box.maxX, box.maxY].allSatisfy(\.isFinite) else { return nil }
    return TableBorders.Border(
      axis: grid.axis, isThere: grid.isBorder, position: grid.axis == .row ? box.middleY : box.middleX,
      range: grid.axis == .row ? box.x...box.maxX : box.y...box.maxY)
  }

  /// The table that most of a border lies in.
  private func index(of border: TableBorders.Border, in tables: [Table]) -> Int? {
    let shared = tables.map { table -> Double in
      let (along, across) = (border.axis.range(of: table.box), border.axis.other.range(of: table.box))
      guard along.contains(border.position) else { return 0 }
      return min(across.upperBound, border.range.upperBound) - max(across.lowerBound, border.range.lowerBound)
    }
    guard let best = shared.indices.max(by: { shared[$0] < shared[$1] }), shared[best] > 0 else { return nil }
    return best
  }
}
