// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// Tables as CSV (RFC 4180): numbers with a dot, days as YYYY-MM-DD, everything else as text that is no formula.
package enum TableCSV {
  /// The rows of a table; a cell that spans several places is in the first of them.
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
