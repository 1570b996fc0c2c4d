// SPDX-License-Identifier: GPL-3.0-or-later

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
