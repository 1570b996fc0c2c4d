// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFiles

/// Escapes text for Markdown, with as few backslashes as possible (CommonMark 0.31, GitHub's tables and formulas).
enum MarkdownText {
  /// Escapes text inside a line. In a table cell, vertical bars are escaped, too.
  static func inline(_ text: String, inCell: Bool = false) -> String { inline(text, pairs(in: text), inCell: inCell) }

  /// Escapes the lines of one paragraph together, since an asterisk in one line can be closed in another.
  static func lines(_ lines: [String]) -> [String] {
    let pairs = pairs(in: lines.joined(separator: " "))
    return lines.map { line in
      let plain = withoutControls(line)
      return atStart(plain, inline(plain, pairs, inCell: false))
    }
  }

  /// Escapes text at the start of a line, which could be read as a heading, a list, or a heading's underline.
  static func line(_ text: String) -> String { lines([text])[0] }

  private static func withoutControls(_ text: String) -> String {
    text.replacing(where: { $0.isControl && $0 != "\t" && $0 != "\n" }, with: "").replacing(
      where: { $0 == "\n" }, with: " ")
  }

  /// Returns the marks that work in pairs and occur more than once in a text.
  private static func pairs(in text: String) -> Set<Unicode.Scalar> {
    var counts: [Unicode.Scalar: Int] = [:]
    for scalar in text.unicodeScalars where ["*", "_", "`", "~", "$"].contains(scalar) {
      counts[scalar, default: 0] += 1
    }
    return Set(counts.filter { $0.value > 1 }.keys)
  }

  private static func inline(_ text: String, _ pairs: Set<Unicode.Scalar>, inCell: Bool) -> String {
    let scalars = Array(withoutControls(text).unicodeScalars)
    var escaped = String.UnicodeScalarView()
    for (index, scalar) in scalars.enumerated() {
      let before = index > 0 ? scalars[index - 1] : nil
      let after = index + 1 < scalars.count ? scalars[index + 1] : nil
      let acts =
        switch scalar {
        case "\\": after.map { isPunctuation($0) } ?? true
        case "*", "~": pairs.contains(scalar) && !(isBlank(before) && isBlank(after))
        // An underscore inside a word has no special meaning.
        case "_": pairs.contains(scalar) && !(isBlank(before) && isBlank(after)) && !(isWord(before) && isWord(after))
        case "`": pairs.contains(scalar)
        case "$": pairs.contains(scalar) && !isBlank(before) && !(after.map { ("0"..."9").contains($0) } ?? false)
        case "(": before == "]"
        case "[": index == 0 || before == "!" || after == "^"
        case "<": after.map { isLetter($0) || ["/", "!", "?"].contains($0) } ?? false
        case "&": isEntity(scalars[(index + 1)...])
        case "|": inCell
        case _: false
        }
      if acts { escaped.append("\\") }
      escaped.append(scalar)
    }
    return String(escaped)
  }

  private static func atStart(_ text: String, _ escaped: String) -> String {
    let scalars = Array(text.unicodeScalars)
    guard let first = scalars.first, !escaped.unicodeScalars.starts(with: ["\\"]) || first == "\\" else {
      return escaped
    }
    let run = scalars.prefix { $0 == first }.count
    let next = run < scalars.count ? scalars[run] : nil
    let acts: Bool
    switch first {
    case "#": acts = run <= 6 && isBlank(next)
    case "+": acts = run == 1 && isBlank(next)
    case "-", "=", "*", "_", ":", "|":
      // A row of these characters is a rule or an underline of a heading or of a table's head.
      let isRow = scalars.allSatisfy { [first, " ", "\t", "-", "|", ":"].contains($0) }
      acts = isRow || (["-", "*"].contains(first) && run == 1 && isBlank(next))
    case ">": acts = true
    case "~", "`": acts = run > 2
    case "0"..."9":
      let digits = scalars.prefix { ("0"..."9").contains($0) }.count
      guard digits <= 9, digits < scalars.count, [".", ")"].contains(scalars[digits]),
        isBlank(digits + 1 < scalars.count ? scalars[digits + 1] : nil)
      else { return escaped }
      let digitsText = String(String.UnicodeScalarView(scalars[..<digits]))
      return digitsText + "\\" + String(escaped.unicodeScalars.dropFirst(digits))
    case _: acts = false
    }
    return acts ? "\\" + escaped : escaped
  }

  private static func isBlank(_ scalar: Unicode.Scalar?) -> Bool { scalar?.properties.isWhitespace ?? true }

  private static func isWord(_ scalar: Unicode.Scalar?) -> Bool {
    scalar.map { $0.properties.isAlphabetic || $0.properties.numericType != nil } ?? false
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
  }

  private static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
    case _: false
    }
  }

  /// Returns whether the text after `&` completes a character reference, such as "amp;" or "#169;".
  private static func isEntity(_ rest: ArraySlice<Unicode.Scalar>) -> Bool {
    let name = rest.prefix { isLetter($0) || ("0"..."9").contains($0) || $0 == "#" }
    return !name.isEmpty && name.endIndex < rest.endIndex && rest[name.endIndex] == ";"
  }
}
