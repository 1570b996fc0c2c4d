// SPDX-License-Identifier: GPL-3.0-or-later

/// Text that leaves the program, as each format holds it: the one place where documents' words meet a format's marks.
///
/// All of it goes by Unicode scalars or bytes. To Swift, a quotation mark with a combining mark behind it is another character, and a
/// carriage return with its line feed is one; to everybody who reads the file, they are what their bytes are.
package enum Escape {
  // MARK: XML

  /// Text between tags (XML 1.0, 2.4); characters that XML cannot hold become U+FFFD.
  package static func xmlText(_ text: String) -> String {
    text.replacing(where: { !isXML($0) || ["&", "<", ">", "\r"].contains($0) }) { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      // A line end would be read as a line feed.
      case "\r": "&#13;"
      case _: "\u{FFFD}"
      }
    }
  }

  /// The value of an attribute, without its quotation marks of either kind.
  package static func xmlAttribute(_ text: String) -> String {
    xmlText(text).replacing(where: { ["\"", "'", "\t", "\n"].contains($0) }) { "&#\($0.value);" }
  }

  /// The text with U+FFFD for characters that XML cannot hold in any form (XML 1.0, 2.2).
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

  /// Text as a part of one line: controls, and the line and paragraph separators, become spaces.
  package static func line(_ text: String) -> String { text.replacing(where: endsLine, with: " ") }

  /// Text as one cell between tabs in a file that gnuplot reads; quotation marks would hold tabs.
  package static func cell(_ text: String) -> String {
    xmlCharacters(text).replacing(where: { endsLine($0) || $0 == "\"" }, with: " ")
  }

  /// Texts as one, with a line feed between them; `lines(_:)` takes them apart.
  package static func joined(_ texts: [String]) -> String {
    texts.map { text in
      text.replacing(where: { $0 == "\\" || $0 == "\n" }) { $0 == "\n" ? "\\n" : "\\\\" }
    }.joined(separator: "\n")
  }

  /// The texts that `joined(_:)` put together.
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

  /// Text in the title of an hOCR element, with its quotation marks: there is no way to write one inside of them.
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

  /// A word of a shell's command line that means exactly this text.
  ///
  /// Characters that act on a terminal stand there as numbers of bytes, as bash, zsh, ksh and POSIX.1-2024 read them.
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

  /// The text with a backslash before each character that has a meaning where it stands.
  package static func backslashed(_ text: String, _ marks: Set<Unicode.Scalar>) -> String {
    text.replacing(where: { marks.contains($0) }) { "\\" + String($0) }
  }

  /// The value of a label of OpenMetrics, without its quotation marks.
  package static func metricsLabel(_ text: String) -> String {
    text.replacing(where: { ["\\", "\"", "\n"].contains($0) }) { $0 == "\n" ? "\\n" : "\\" + String($0) }
  }

  /// Text as a part of an address: RFC 3986's unreserved characters, all other bytes in percent.
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

  /// A path as a part of an address, in which its slashes stay.
  package static func percentPath(_ path: String) -> String { pathNames(path).map(percent).joined(separator: "/") }
}

private let slash = UInt8(ascii: "/")

/// The names in a path, as the system divides it: by bytes. A name may begin with a combining mark, which Swift takes for a part of the slash.
package func pathNames(_ path: String, omittingEmpty: Bool = false) -> [String] {
  path.utf8.split(separator: slash, omittingEmptySubsequences: omittingEmpty).map { String(Substring($0)) }
}

/// Where a path leads below a folder; nil if it leads somewhere else.
package func path(_ path: String, below folder: String) -> String? {
  let above = Array(folder.utf8) + (folder.utf8.last == slash ? [] : [slash])
  guard path.utf8.starts(with: above) else { return nil }
  return String(Substring(path.utf8.dropFirst(above.count)))
}

/// Whether a path has a name in it that leads up, or none between two slashes.
package func leadsElsewhere(_ path: String) -> Bool {
  path.utf8.contains(0) || pathNames(path).contains { ["", ".", ".."].contains($0) }
}

/// The last name of a path.
package func fileName(_ path: String) -> String { pathNames(path, omittingEmpty: true).last ?? path }

/// The folder that holds a file.
package func parentFolder(of path: String) -> String {
  guard let end = path.utf8.lastIndex(of: slash) else { return "." }
  return end == path.startIndex ? "/" : String(path[..<end])
}

/// The folders that lead to a name: for `a/b/c`, `a` and `a/b`.
package func foldersAbove(_ name: String) -> [String] {
  name.utf8.indices.filter { name.utf8[$0] == slash }.map { String(name[..<$0]) }
}

/// Whether a text is a SHA-256 digest as docscan writes it.
package func isDigest(_ text: String) -> Bool {
  text.utf8.count == 64 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
}

/// Text of documents in files that spreadsheets and accounting programs read.
extension Escape {
  /// What a spreadsheet takes for the beginning of a formula, also in the full width that it may fold.
  private static let formulaMarks: Set<Unicode.Scalar> = ["=", "+", "-", "@", "＝", "＋", "－", "＠"]
  /// What ends a cell or a row where a program does not take commas to divide cells.
  private static let dividers: Set<Unicode.Scalar> = [";", "\t", "\r", "\n"]

  /// A cell of CSV (RFC 4180) with text: always in quotation marks, and no part of it is a formula.
  ///
  /// A spreadsheet takes text that begins like a formula for one, and anybody can print a receipt: an apostrophe keeps it text. Where
  /// semicolons or tabs divide cells, a cell begins behind each of them, and quotation marks in the middle of a cell hold nothing.
  package static func csvText(_ text: String) -> String {
    "\"" + withoutFormulas(text).replacing(where: { $0 == "\"" }, with: "\"\"") + "\""
  }

  /// A cell of CSV with a number; what is not one is text.
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

  /// Whether something would be one once spaces, quotation marks and what is not seen are left out.
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

  /// A number as docscan writes it.
  private static func isNumber(_ text: Substring.UnicodeScalarView) -> Bool {
    let digits = text.first == "-" ? text.dropFirst() : text
    let halves = digits.split(separator: ".", omittingEmptySubsequences: false)
    return halves.count <= 2 && halves.allSatisfy { !$0.isEmpty && $0.allSatisfy { ("0"..."9").contains($0) } }
  }

  /// Text as a part of a line of beancount or hledger: what ends lines, strings, descriptions or comments there becomes a space.
  package static func accountingText(_ text: String) -> String {
    line(text).replacing(where: { ["\"", ";", "|", "\\"].contains($0) }, with: " ")
  }

  /// The description of an hledger transaction, in which a code in parentheses, or a mark of its state, may come first.
  package static func hledgerDescription(_ text: String) -> String {
    let text = accountingText(text).unicodeScalars.drop { $0 == " " }
    let isMarked = text.first.map { ["(", "*", "!"].contains($0) } ?? false
    return (isMarked ? "- " : "") + String(text)
  }

  /// The words of a name that an account may have: runs of letters, digits and marks on them.
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
