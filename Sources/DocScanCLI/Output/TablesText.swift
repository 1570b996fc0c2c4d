// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCommandLine
internal import DocScanFiles
internal import DocScanLayout
internal import DocScanLibrary

/// The text output of `docscan tables`.
struct TablesText {
  private static let (widestDocument, widestHeader, mostHeaders) = (40, 48, 4)

  private var rows = [["Document", "No.", "Page", "Size", "Header", "Confidence", "To check"]]

  mutating func append(_ entry: LibraryTables.Entry) {
    let table = entry.table
    let pages = (table.parts.first?.page ?? 1, table.parts.last?.page ?? 1)
    let headers = table.texts(inRow: max(0, table.headerRows - 1)).filter { !$0.isEmpty }.prefix(Self.mostHeaders)
    rows.append([
      fitted(visibleText(entry.document), to: Self.widestDocument), "\(entry.number)",
      pages.0 == pages.1 ? "\(pages.0)" : "\(pages.0)–\(pages.1)", "\(table.rows) × \(table.columns)",
      fitted(visibleText(headers.joined(separator: " | ")), to: Self.widestHeader),
      "\(Int((min(max(table.confidence, 0), 1) * 100).rounded()))%",
      entry.doubtfulCells == 0 ? "–" : counted(entry.doubtfulCells, "cell"),
    ])
  }

  var text: String {
    guard rows.count > 1 else { return "" }
    let widths = rows[0].indices.map { column in rows.map { columns(of: $0[column]) }.max() ?? 0 }
    return rows.map { row in
      row.enumerated().map { index, cell in index == row.count - 1 ? cell : padded(cell, to: widths[index]) }
        .joined(separator: "  ") + "\n"
    }.joined()
  }

  /// Returns notes on documents that weren't searched for tables and on pages that can't be read.
  static func notes(of count: LibraryTables.Count) -> String {
    var lines: [String] = []
    if count.searched < count.documents {
      lines.append(
        "\(counted(count.documents - count.searched, "document")) without the tables stage. To look there, process again with --also tables."
      )
    }
    if count.unread > 0 {
      lines.append("\(counted(count.unread, "page")) left out: the JSON can't be read. See docscan verify.")
    }
    return lines.map { $0 + "\n" }.joined()
  }
}
