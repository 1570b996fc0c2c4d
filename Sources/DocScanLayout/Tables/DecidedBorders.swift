// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

extension RecognizedPage {
  /// Returns tables with the borders that reviewers set. Edits that don't match a table are skipped.
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

  /// Returns the page with these edits of borders applied to its tables. Column types aren't updated.
  package func decidingGrids(_ edits: [Edit]) throws(PageFailure) -> RecognizedPage {
    guard let tables, edits.contains(where: { $0.grid != nil }) else { return self }
    var page = self
    try page.findings.set(deciding(edits, on: tables))
    return page
  }

  /// The page without edits of borders that match none of its tables, so that they can be reported as not applied.
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

  /// Returns the border of an edit in pixels of the image, or `nil` if the edit has none or its position is outside the page.
  private func border(of edit: Edit) -> TableBorders.Border? {
    guard let grid = edit.grid, edit.quad.count == 4, image != nil else { return nil }
    let box = Box(around: edit.quad.map(map.image))
    guard [box.x, box.y, box.maxX, box.maxY].allSatisfy(\.isFinite) else { return nil }
    return TableBorders.Border(
      axis: grid.axis, isThere: grid.isBorder, position: grid.axis == .row ? box.middleY : box.middleX,
      range: grid.axis == .row ? box.x...box.maxX : box.y...box.maxY)
  }

  /// Returns the index of the table that contains most of a border, or `nil` if no table contains any of it.
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
