// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFiles
package import DocScanLayout

/// Formats tables as GitHub Flavored Markdown, or as HTML if cells span several rows or columns.
package enum TableMarkdown {
  /// Returns the table, without a line feed at the end.
  package static func text(of table: TableGrid) -> String {
    if table.hasSpans { return TableHTML.element(table) }
    return MarkdownTable(table).markdown
  }

  package static func section(_ table: TableGrid, heading: String) -> String {
    "\(MarkdownElement.heading(level: 2, Escape.line(heading)).markdown)\n\n\(text(of: table))\n"
  }
}

extension TableGrid {
  /// Returns whether most cells of a column are numbers, which should be aligned on the right.
  func isOfNumbers(column: Int) -> Bool {
    let cells = (headerRows..<rows).compactMap { cell(row: $0, column: column) }.filter { !$0.text.isEmpty }
    let numbers = cells.count(where: \.isNumber)
    return numbers > 0 && 2 * numbers > cells.count
  }
}
