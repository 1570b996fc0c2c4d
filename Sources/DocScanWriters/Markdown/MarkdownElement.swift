// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanLayout

/// A block of a Markdown text. Its text isn't escaped yet.
enum MarkdownElement {
  /// A heading with a level from 1 to 6.
  case heading(level: Int, String)
  /// Lines that break as on the page.
  case paragraph([String])
  /// A list. A mark that Markdown doesn't support becomes part of the item's text.
  case list([(mark: ListMark, text: String)])
  case table(MarkdownTable)
  case grid(TableGrid)
  case note(String)

  /// The element as Markdown, without a line feed at the end.
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

  /// Escapes number signs at the end of a heading, which would be read as its closing sequence.
  private static func withoutClosing(_ text: String) -> String {
    let signs = text.reversed().prefix { $0 == "#" }.count
    let rest = text.dropLast(signs)
    guard signs > 0, rest.isEmpty || rest.last?.isWhitespace == true else { return text }
    return rest + "\\" + text.suffix(signs)
  }

  /// Escapes the text of a list item, which can itself begin like a block or a checkbox.
  private static func item(_ text: String) -> String { MarkdownText.line(text) }
}

extension ListMark {
  /// The mark as Markdown. An unsupported mark becomes text after a dash.
  var markdown: String {
    switch self {
    case .bullet: "-"
    case .number(let number): "\(number)."
    case .other(let mark): "- \(MarkdownText.inline(mark))"
    }
  }
}

/// A table as Markdown supports it: rows of cells, the first of which is the heading.
struct MarkdownTable: Hashable {
  var rows: [[String]]
  var isRightAligned: [Bool]

  var markdown: String {
    var lines = rows.map { row in "| \(row.map { MarkdownText.inline($0, inCell: true) }.joined(separator: " | ")) |" }
    lines.insert("| \(isRightAligned.map { $0 ? "---:" : "---" }.joined(separator: " | ")) |", at: min(1, lines.count))
    return lines.joined(separator: "\n")
  }
}
