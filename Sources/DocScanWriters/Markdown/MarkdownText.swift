// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Escapes text so that Markdown shows it as it is (CommonMark 0.31, GitHub's tables and formulas).
enum MarkdownText {
  /// Text in the middle of a line.
  static func inline(_ text: String) -> String {
    var escaped = ""
    for scalar in text.replacing(where: { $0.isControl && $0 != "\t" && $0 != "\n" }, with: "").unicodeScalars {
      switch scalar {
      case "\\", "`", "*", "_", "[", "]", "<", ">", "|", "~", "$", "&": escaped += "\\"
      case _: break
      }
      escaped.unicodeScalars.append(scalar == "\n" ? " " : scalar)
    }
    return escaped
  }

  /// Text at the start of a line, where it could be taken for a heading, a list, or the underline of a heading.
  static func line(_ text: String) -> String {
    let text = inline(text)
    guard let first = text.first else { return "" }
    if "#+-=".contains(first) { return "\\" + text }
    let digits = text.prefix { ("0"..."9").contains($0) }
    let rest = text.dropFirst(digits.count)
    if (1...9).contains(digits.count), let mark = rest.first, ".)".contains(mark) {
      return digits + "\\" + rest
    }
    return text
  }
}
