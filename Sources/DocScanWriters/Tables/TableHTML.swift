// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFiles
package import DocScanLayout

/// Formats tables as HTML, with the scope of header cells, spans, and marks for doubtful cells.
package enum TableHTML {
  /// The amount of detail besides the cells' text.
  package enum Detail: Hashable, Sendable {
    /// The bare table, to embed in another document.
    case plain
    /// A caption, alignment, and the reasons why cells are doubtful.
    case full
  }

  /// Returns the element `table`, without empty lines.
  package static func element(_ table: TableGrid, _ detail: Detail = .plain) -> String {
    let headers = table.headerRows
    let caption = table.title.map { "<caption>\(Escape.xmlText(Escape.line($0)))</caption>\n" }
    var rows = table.cellsByRow.map { cells in
      "<tr>" + cells.map { element($0, headerRows: headers, detail) }.joined() + "</tr>"
    }
    let head = rows.prefix(headers)
    rows.removeFirst(headers)
    return "<table>\n" + (detail == .full ? caption ?? "" : "")
      + (head.isEmpty ? "" : "<thead>\n\(head.joined(separator: "\n"))\n</thead>\n")
      + (rows.isEmpty ? "" : "<tbody>\n\(rows.joined(separator: "\n"))\n</tbody>\n") + "</table>"
  }

  private static func element(_ cell: TableGrid.Cell, headerRows: Int, _ detail: Detail) -> String {
    let name = cell.isHeader ? "th" : "td"
    var attributes: [(String, String)] = []
    if cell.isHeader {
      let isAbove = cell.row < headerRows
      let group = isAbove ? cell.columnSpan > 1 : cell.rowSpan > 1
      attributes.append(("scope", (isAbove ? "col" : "row") + (group ? "group" : "")))
    }
    if cell.rowSpan > 1 { attributes.append(("rowspan", "\(cell.rowSpan)")) }
    if cell.columnSpan > 1 { attributes.append(("colspan", "\(cell.columnSpan)")) }
    if detail == .full {
      let doubts = cell.doubts.map(\.sentence)
      let classes = [cell.isNumber ? "number" : nil, doubts.isEmpty ? nil : "doubt"].compactMap(\.self)
      if !classes.isEmpty { attributes.append(("class", classes.joined(separator: " "))) }
      if !doubts.isEmpty { attributes.append(("title", doubts.joined(separator: " "))) }
    }
    let written = attributes.map { " \($0.0)=\"\(Escape.xmlAttribute($0.1))\"" }.joined()
    return "<\(name)\(written)>\(Escape.xmlText(Escape.line(cell.text)))</\(name)>"
  }

  package static func start(title: String) -> String {
    """
    <!DOCTYPE html>
    <html>
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>\(Escape.xmlText(Escape.line(title)))</title>
    <style>
    :root { color-scheme: light dark; font-family: system-ui, sans-serif; }
    table { border-collapse: collapse; margin: 1rem 0 2rem; }
    caption { text-align: start; font-weight: bold; padding-bottom: .5rem; }
    th, td { border: 1px solid #8888; padding: .25rem .5rem; text-align: start; vertical-align: top; }
    thead th { background: #8882; }
    .number { text-align: end; font-variant-numeric: tabular-nums; }
    .doubt { background: #ffd54a88; }
    </style>
    </head>
    <body>

    """
  }

  package static func section(_ table: TableGrid, heading: String) -> String {
    "<h2>\(Escape.xmlText(Escape.line(heading)))</h2>\n\(element(table, .full))\n"
  }

  package static let end = "</body>\n</html>\n"
}
