// SPDX-License-Identifier: GPL-3.0-or-later

/// Escapes untrusted text by scalars or bytes: a quotation mark with a combining mark is another `Character`, but programs see the quotation mark.
package enum Escape {
  // MARK: XML

  /// Escapes text between tags (XML 1.0, 2.4). Characters that XML can't contain become U+FFFD.
  package static func xmlText(_ text: String) -> String {
    text.replacing(where: { !isXML($0) || ["&", "<", ">", "\r"].contains($0) }) { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      // XML parsers would convert a carriage return to a line feed.
      case "\r": "&#13;"
      case _: "\u{FFFD}"
      }
    }
  }

  /// Escapes the value of an attribute for either kind of quotation marks, which aren't included.
  package static func xmlAttribute(_ text: String) -> String {
    xmlText(text).replacing(where: { ["\"", "'", "\t", "\n"].contains($0) }) { "&#\($0.value);" }
  }

  /// Replaces characters that XML can't contain in any form (XML 1.0, 2.2) by U+FFFD.
  package static func xmlCharacters(_ text: String) -> String {
    text.replacing(where: { !isXML($0) }, with: "\u{FFFD}")
  }

  private static func isXML(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    case _: false
    }
  }

  // MARK: Lines

  /// Replaces control characters, and line and paragraph separators, by spaces.
  package static func line(_ text: String) -> String { text.replacing(where: endsLine, with: " ") }

  /// Escapes a cell of a tab-separated file for gnuplot, in which quotation marks would enclose tabs.
  package static func cell(_ text: String) -> String {
    xmlCharacters(text).replacing(where: { endsLine($0) || $0 == "\"" }, with: " ")
  }

  /// Joins texts with line feeds, and escapes the line feeds inside them. `lines(_:)` reverses this.
  package static func joined(_ texts: [String]) -> String {
    texts.map { text in
      text.replacing(where: { $0 == "\\" || $0 == "\n" }) { $0 == "\n" ? "\\n" : "\\\\" }
    }.joined(separator: "\n")
  }

  package static func lines(_ text: String) -> [String] {
    var lines: [String] = []
    var line = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in text.unicodeScalars {
      switch scalar {
      case _ where isEscaped:
        line.append(scalar == "n" ? "\n" : scalar)
        isEscaped = false
      case "\\": isEscaped = true
      case "\n":
        lines.append(String(line))
        line = String.UnicodeScalarView()
      case _: line.append(scalar)
      }
    }
    return lines + [String(line)]
  }

  /// Quotes text for the title of an hOCR element. Quotation marks are replaced, because they can't be escaped.
  package static func hocr(_ text: String) -> String {
    "\"" + line(text).replacing(where: { $0 == "\"" }, with: "'") + "\""
  }

  private static func endsLine(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    case _: false
    }
  }

  // MARK: Programs

  /// Quotes a word for a shell. Characters that act on a terminal become octal escapes, which bash, zsh, ksh, and POSIX.1-2024 support.
  package static func shellWord(_ text: String) -> String {
    let plain = Set("-./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz".utf8)
    if !text.isEmpty, text.utf8.allSatisfy(plain.contains) { return text }
    guard text.unicodeScalars.contains(where: \.actsOnTerminal) else {
      return "'" + text.replacing(where: { $0 == "'" }, with: "'\\''") + "'"
    }
    let inside = text.replacing(where: { $0.actsOnTerminal || $0 == "'" || $0 == "\\" }) { scalar in
      String(scalar).utf8.map { byte in
        let digits = String(byte, radix: 8)
        return "\\" + String(repeating: "0", count: 3 - digits.utf8.count) + digits
      }.joined()
    }
    return "$'" + inside + "'"
  }

  package static func backslashed(_ text: String, _ marks: Set<Unicode.Scalar>) -> String {
    text.replacing(where: { marks.contains($0) }) { "\\" + String($0) }
  }

  package static func metricsLabel(_ text: String) -> String {
    text.replacing(where: { ["\\", "\"", "\n"].contains($0) }) { $0 == "\n" ? "\\n" : "\\" + String($0) }
  }

  /// Percent-encodes all bytes except for RFC 3986's unreserved characters.
  package static func percent(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
        result.unicodeScalars.append(Unicode.Scalar(byte))
      case _: result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return result
  }

  package static func percentPath(_ path: String) -> String { pathNames(path).map(percent).joined(separator: "/") }
}

private let slash = UInt8(ascii: "/")

/// Splits a path into names by bytes, as the system does. In Swift, a combining mark at the start of a name would become part of the slash.
package func pathNames(_ path: String, omittingEmpty: Bool = false) -> [String] {
  path.utf8.split(separator: slash, omittingEmptySubsequences: omittingEmpty).map { String(Substring($0)) }
}

package func path(_ path: String, below folder: String) -> String? {
  let above = Array(folder.utf8) + (folder.utf8.last == slash ? [] : [slash])
  guard path.utf8.starts(with: above) else { return nil }
  return String(Substring(path.utf8.dropFirst(above.count)))
}

/// Returns whether a path contains "..", ".", an empty name, or a null byte.
package func leadsElsewhere(_ path: String) -> Bool {
  path.utf8.contains(0) || pathNames(path).contains { ["", ".", ".."].contains($0) }
}

package func fileName(_ path: String) -> String { pathNames(path, omittingEmpty: true).last ?? path }

package func parentFolder(of path: String) -> String {
  guard let end = path.utf8.lastIndex(of: slash) else { return "." }
  return end == path.startIndex ? "/" : String(path[..<end])
}

/// Returns the parent folders of a relative path: for `a/b/c`, `a` and `a/b`.
package func foldersAbove(_ name: String) -> [String] {
  name.utf8.indices.filter { name.utf8[$0] == slash }.map { String(name[..<$0]) }
}

/// Returns whether a text is a SHA-256 digest in lowercase hexadecimal digits.
package func isDigest(_ text: String) -> Bool {
  text.utf8.count == 64 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
}

extension Escape {
  /// Characters that start a formula in spreadsheets, including the fullwidth forms, which some programs convert.
  private static let formulaMarks: Set<Unicode.Scalar> = ["=", "+", "-", "@", "＝", "＋", "－", "＠"]
  /// Characters that end a cell or row in programs that don't use commas as separators.
  private static let dividers: Set<Unicode.Scalar> = [";", "\t", "\r", "\n"]

  /// Quotes a text for CSV (RFC 4180). Untrusted text that begins like a formula gets an apostrophe, also after semicolons and tabs, because
  /// quotation marks have no effect in the middle of a cell if a program separates cells there.
  package static func csvText(_ text: String) -> String {
    "\"" + withoutFormulas(cellText(text)).replacing(where: { $0 == "\"" }, with: "\"\"") + "\""
  }

  /// Escapes characters that change the display order, and controls except tabs and line ends, which cells of tables can contain.
  package static func cellText(_ text: String) -> String { visibleText(text, except: dividers) }

  /// Returns a number unquoted for CSV, and quotes anything else as text.
  package static func csvNumber(_ text: String) -> String { isNumber(text.unicodeScalars[...]) ? text : csvText(text) }

  private static func withoutFormulas(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while true {
      let end = rest.firstIndex { dividers.contains($0) } ?? rest.endIndex
      let piece = rest[..<end]
      if isFormula(piece) { result.append("'") }
      result += piece
      guard end < rest.endIndex else { return String(result) }
      result.append(rest[end])
      rest = rest[rest.index(after: end)...]
    }
  }

  /// Returns whether a text would be a formula after ignoring spaces, quotation marks, and invisible characters.
  private static func isFormula(_ piece: Substring.UnicodeScalarView) -> Bool {
    let shown = piece.drop { scalar in
      switch scalar.properties.generalCategory {
      case .spaceSeparator, .format, .control, .lineSeparator, .paragraphSeparator: true
      case .nonspacingMark, .enclosingMark, .spacingMark: true
      case _: scalar == "\""
      }
    }
    guard let first = shown.first, formulaMarks.contains(first) else { return false }
    return !isNumber(piece)
  }

  /// The maximum number of digits after a plus. A longer number is probably a telephone number, whose plus a spreadsheet would drop.
  private static let mostDigitsAfterPlus = 9

  /// Returns whether a text is a number in the form that docscan writes, perhaps with a plus or a percent sign.
  private static func isNumber(_ text: Substring.UnicodeScalarView) -> Bool {
    if text.first == "+", text.count > mostDigitsAfterPlus { return false }
    var digits = ["-", "+"].contains(text.first) ? text.dropFirst() : text
    if digits.last == "%" { digits.removeLast() }
    let halves = digits.split(separator: ".", omittingEmptySubsequences: false)
    return halves.count <= 2 && halves.allSatisfy { !$0.isEmpty && $0.allSatisfy { ("0"..."9").contains($0) } }
  }

  /// Replaces characters that end lines, strings, descriptions, or comments in beancount or hledger, or change the display order, by spaces.
  package static func accountingText(_ text: String) -> String {
    line(text).replacing(where: { $0.actsOnTerminal || ["\"", ";", "|", "\\"].contains($0) }, with: " ")
  }

  /// Escapes the description of an hledger transaction, so that its start isn't parsed as a code in parentheses or a status mark.
  package static func hledgerDescription(_ text: String) -> String {
    let text = accountingText(text).unicodeScalars.drop { $0 == " " }
    let isMarked = text.first.map { ["(", "*", "!"].contains($0) } ?? false
    return (isMarked ? "- " : "") + String(text)
  }

  /// Returns the parts of a name that can be in an account's name: runs of letters, digits, and combining marks.
  package static func accountWords(_ text: String) -> [String] {
    text.unicodeScalars.split { scalar in
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
        .letterNumber, .otherNumber, .nonspacingMark, .spacingMark:
        false
      case _: true
      }
    }.map(String.init)
  }
}
