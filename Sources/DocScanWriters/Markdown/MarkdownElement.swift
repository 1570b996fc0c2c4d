// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// A part of a Markdown text that stands between empty lines; its text is not yet escaped.
enum MarkdownElement {
  /// `level` is 1 to 6.
  case heading(level: Int, String)
  /// Lines that end where they end on the page.
  case paragraph([String])
  /// Items of one kind; a mark that Markdown does not know is a part of the text.
  case list([(mark: ListMark, text: String)])
  case table(MarkdownTable)
  /// A table whose cells may span several places.
  case grid(TableGrid)
  /// What docscan itself has to say.
  case note(String)

  /// The element as Markdown, without a line feed at its end.
  var markdown: String {
    switch self {
    case .heading(let level, let text):
      "\(String(repeating: "#", count: min(max(level, 1), 6))) \(Self.withoutClosing(MarkdownText.inline(text)))"
    case .paragraph(let lines): MarkdownText.lines(lines).joined(separator: "\\\n")
    case .list(let items):
      items.map { "\($0.mark.markdown) \(Self.item($0.text))" }.joined(separator: "\n")
    case .table(let table): table.markdown
    case .grid(let table): TableMarkdown.text(of: table)
    case .note(let text): "*\(MarkdownText.inline(text))*"
    }
  }

  /// Number signs after a space at the end of a heading would be taken for its end.
  private static func withoutClosing(_ text: String) -> String {
    let signs = text.reversed().prefix { $0 == "#" }.count
    let rest = text.dropLast(signs)
    guard signs > 0, rest.isEmpty || rest.last?.isWhitespace == true else { return text }
    return rest + "\\" + text.suffix(signs)
  }

  /// An item may itself begin like a block or like a box to check.
  private static func item(_ text: String) -> String { MarkdownText.line(text) }
}

extension ListMark {
  /// As Markdown has it; a mark that it doesn't know is text behind a dash.
  var markdown: String {
    switch self {
    case .bullet: "-"
    case .number(let number): "\(number)."
    case .other(let mark): "- \(MarkdownText.inline(mark))"
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
    var lines = rows.map { row in "| \(row.map { MarkdownText.inline($0, inCell: true) }.joined(separator: " | ")) |" }
    lines.insert("| \(isRightAligned.map { $0 ? "---:" : "---" }.joined(separator: " | ")) |", at: min(1, lines.count))
    return lines.joined(separator: "\n")
  }
}
