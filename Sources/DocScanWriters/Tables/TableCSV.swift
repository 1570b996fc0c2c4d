// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// Formats tables as CSV (RFC 4180): numbers with a decimal point, dates as YYYY-MM-DD, and everything else as text
/// that isn't interpreted as a formula.
package enum TableCSV {
  /// Returns the rows of a table. A cell that spans several positions appears in the first one.
  package static func text(of table: TableGrid) -> String {
    (0..<table.rows).map { row in
      (0..<table.columns).map { column in
        guard let cell = table.cell(row: row, column: column), cell.row == row, cell.column == column else { return "" }
        return text(of: cell)
      }.joined(separator: ",") + "\r\n"
    }.joined()
  }

  private static func text(of cell: TableGrid.Cell) -> String {
    switch cell.content {
    case .text(let text): text.isEmpty ? "" : Escape.csvText(text)
    case .number(let number), .money(let number, currency: _): Escape.csvNumber(number)
    case .percent(let number): number.hasPrefix("-") ? Escape.csvText(number + "%") : "\(number)%"
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
