// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// A table as Markdown knows it: rows of cells, of which the first is the heading.
struct MarkdownTable: Hashable {
  /// Row by row; all rows have the same number of cells.
  var rows: [[String]]
  /// For each column, whether its cells end rather than begin at the same place.
  var isRightAligned: [Bool]

  /// The rows with their cells between vertical bars.
  var markdown: String {
    var lines = rows.map { row in "| \(row.map(MarkdownText.inline).joined(separator: " | ")) |" }
    lines.insert("| \(isRightAligned.map { $0 ? "---:" : "---" }.joined(separator: " | ")) |", at: min(1, lines.count))
    return lines.joined(separator: "\n")
  }
}
