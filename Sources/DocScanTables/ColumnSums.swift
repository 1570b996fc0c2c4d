// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanWords
internal import FoundationEssentials

/// Finds rows of sums in a table, and checks whether the cells above add up.
struct ColumnSums {
  private let table: Table

  private static let names = Set(WordLists.words("table.sum"))

  init(_ table: Table) { self.table = table }

  /// The checks of rows with sums against the cells since the previous sum, and all cells above. Rows without any match aren't checked.
  var checks: [Table.Check] {
    var values: [Int: [Int: Decimal]] = [:]
    for cell in table.cells where cell.rowSpan == 1 && cell.columnSpan == 1 {
      guard let value = cell.value, value.kind != .date, value.kind != .percent,
        let number = Decimal(string: value.value)
      else { continue }
      values[cell.column, default: [:]][cell.row] = number
    }
    let sums = Set(table.cells.filter { $0.column == 0 && !$0.isHeader && isName($0.text) }.map(\.row)).sorted()
    var checks: [Table.Check] = []
    var start = 0
    for row in sums {
      let found = values.keys.sorted().compactMap { column -> Table.Check? in
        guard let sum = values[column]?[row] else { return nil }
        let parts = (start..<row).compactMap { sums.contains($0) ? nil : values[column]?[$0] }
        let all = (0..<row).compactMap { sums.contains($0) ? nil : values[column]?[$0] }
        guard parts.count >= 2 || all.count >= 2 else { return nil }
        let differences = [parts, all].filter { $0.count >= 2 }.map { $0.reduce(Decimal(0), +) - sum }
        let nearest = differences.min { abs($0) < abs($1) } ?? 0
        return Table.Check(
          row: row, column: column, holds: nearest == 0, difference: nearest == 0 ? nil : "\(nearest)")
      }
      // Rounded figures differ slightly everywhere, so a row without any match isn't checked.
      if found.contains(where: \.holds) { checks += found }
      start = row + 1
    }
    return checks
  }

  private func isName(_ text: String) -> Bool {
    let words = text.lowercased().split { !$0.isLetter }.map(String.init)
    return words.count <= 4 && words.contains { Self.names.contains($0) }
  }
}
