// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFiles
package import DocScanLayout

/// Formats tables as CSV (RFC 4180): numbers with a decimal point, dates as YYYY-MM-DD, and the rest as text that isn't interpreted as formulas.
package enum TableCSV {
  /// Returns the rows of a table. A cell that spans several positions appears in the first one.
  package static func text(of table: TableGrid) -> String {
    let mixed = mixedColumns(of: table)
    return (0..<table.rows).map { row in
      (0..<table.columns).map { column in
        guard let cell = table.cell(row: row, column: column), cell.row == row, cell.column == column else { return "" }
        return text(of: cell, withCurrency: mixed.contains(column))
      }.joined(separator: ",") + "\r\n"
    }.joined()
  }

  /// Returns the columns with amounts in several currencies, in which an amount needs its currency.
  private static func mixedColumns(of table: TableGrid) -> Set<Int> {
    var currencies: [Int: Set<String>] = [:]
    for cell in table.cells {
      if case .money(_, let currency?) = cell.content { currencies[cell.column, default: []].insert(currency) }
    }
    return Set(currencies.filter { $0.value.count > 1 }.keys)
  }

  private static func text(of cell: TableGrid.Cell, withCurrency: Bool) -> String {
    switch cell.content {
    case .text(let text): text.isEmpty ? "" : Escape.csvText(text)
    case .money(let number, let currency?) where withCurrency: Escape.csvText("\(currency) \(number)")
    case .number(let number), .money(let number, currency: _): Escape.csvNumber(number)
    case .percent(let number): Escape.csvNumber(number + "%")
    case .date(let year, let month, let day): Escape.csvText(isoDay(year, month, day))
    }
  }

  private static func isoDay(_ year: Int, _ month: Int, _ day: Int) -> String {
    func digits(_ number: Int, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }
    return [digits(year, 4), digits(month, 2), digits(day, 2)].joined(separator: "-")
  }
}
