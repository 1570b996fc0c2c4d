// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanUnderstanding

extension TableLayout {
  private static let fewestRuled = 3
  // The minimum share of a table's width that a rule between rows covers, which is more than a line to write on.
  private static let wholeWidth = 0.9
  private static let mostUnruled = 0.2
  // The maximum difference between the space above and below the text of a row, in line heights. Forms have space to write.
  private static let mostUneven = 0.8

  // Whether horizontal rules as wide as the table separate its rows, each with text in several columns.
  var hasRuleBetweenAllRows: Bool {
    guard rows.count >= Self.fewestRuled, candidate.kind == .rules else { return false }
    let places = rows.map { row in
      (top: row.map(\.line.top).min() ?? 0, bottom: row.map(\.line.bottom).max() ?? 0)
    }
    let positions = borders.filter { $0.share >= Self.wholeWidth }.map(\.position)
    let slack = height / 4
    var unruled = 0
    var differences: [Double] = []
    for (upper, lower) in zip(places, places.dropFirst()) {
      let between = positions.filter { $0 > upper.bottom - slack && $0 < lower.top + slack }
      guard let first = between.first, let last = between.last else {
        unruled += 1
        continue
      }
      differences.append(abs((first - upper.bottom) - (lower.top - last)))
    }
    let areTabular = rows.allSatisfy { row in
      row.contains { $0.entries.count > 1 } && !row.contains { $0.line.segments.contains(where: \.isProse) }
    }
    return areTabular && Double(unruled) <= Self.mostUnruled * Double(rows.count - 1)
      && (median(differences) ?? 0) <= Self.mostUneven * height
  }
}

extension CellLayout {
  private static let fewestFields = 4
  private static let mostlyFields = 0.8
  // The minimum height of a box to write in, and the maximum space above its label, in heights of the label.
  private static let (leastHeight, mostAbove) = (2.2, 0.8)

  // Whether nearly all cells are boxes to write in: a label in the upper left corner with space below it.
  var isForm: Bool {
    guard cells.count >= Self.fewestFields, layout.candidate.kind == .grid else { return false }
    let fields = cells.count { cell in
      let (content, height) = (cell.content, layout.height)
      let (top, bottom) = (rowEdges[cell.rows.lowerBound], rowEdges[cell.rows.upperBound + 1])
      let left = columnEdges[cell.columns.lowerBound]
      let isLabel = content.height < 1.6 * height && !Segment.isNumeric(cell.text)
      return isLabel && bottom - top >= Self.leastHeight * height && content.y - top <= Self.mostAbove * height
        && bottom - content.maxY >= height && content.x - left <= 2 * height
    }
    return Double(fields) >= Self.mostlyFields * Double(cells.count)
  }

  private static let fewestTextLines = 4
  private static let (mostlyUniform, leastOfKind, leastContinued) = (0.9, 0.2, 0.35)

  // Whether the columns are text side by side: addresses, whose lines have the same kinds, or sentences that continue in the next line. Columns
  // of a table have values of one kind.
  var isTextInColumns: Bool {
    guard layout.candidate.kind == .aligned, columnCount > 1 else { return false }
    let texts = layout.rows.joined().filter { $0.entries.count == columnCount }.map { $0.entries.map(\.segment.text) }
    guard texts.count >= Self.fewestTextLines else { return false }
    let numbered = texts.map { line in line.count { $0.contains(where: \.isNumber) && !Segment.isNumeric($0) } }
    let (all, none) = (numbered.count { $0 == columnCount }, numbered.count { $0 == 0 })
    let (count, least) = (Double(texts.count), Self.leastOfKind * Double(texts.count))
    if Double(all + none) >= Self.mostlyUniform * count, Double(min(all, none)) >= least { return true }
    return (0..<columnCount).allSatisfy { column in
      let lines = texts.map { $0[column] }
      let words = lines.map { Double($0.split(separator: " ").count) }
      return Double(lines.count { $0.first?.isLowercase == true }) >= Self.leastContinued * count
        && median(words) ?? 0 >= 3
    }
  }
}
