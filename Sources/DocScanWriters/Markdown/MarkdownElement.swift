// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// A part of a Markdown text that stands between empty lines; its text is not yet escaped.
enum MarkdownElement {
  /// `level` is 1 to 6.
  case heading(level: Int, String)
  /// Lines that end where they end on the page.
  case paragraph([String])
  case list([(mark: ListMark, text: String)])
  case table(MarkdownTable)
  /// What docscan itself has to say.
  case note(String)

  /// The element as Markdown, without a line feed at its end.
  var markdown: String {
    switch self {
    case .heading(let level, let text):
      // Number signs at the end of a heading would be taken for its end.
      "\(String(repeating: "#", count: level)) \(Escape.backslashed(MarkdownText.inline(text), ["#"]))"
    case .paragraph(let lines): lines.map(MarkdownText.line).joined(separator: "\\\n")
    case .list(let items):
      items.map { "\($0.mark.markdown) \(MarkdownText.line($0.text))" }.joined(separator: "\n")
    case .table(let table): table.markdown
    case .note(let text): "*\(MarkdownText.inline(text))*"
    }
  }
}

/// What a list item begins with.
enum ListMark: Hashable {
  case bullet
  case number(Int)

  var markdown: String {
    switch self {
    case .bullet: "-"
    case .number(let number): "\(number)."
    }
  }
}

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
