// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanTypedData

/// A number that is all of a cell, with a sign, a currency or a percent sign beside it perhaps.
struct TableNumber {
  /// A decimal with a dot, such as "-1234.50".
  let value: String
  /// Whether a sign of a currency or of hundredths is beside it.
  let hasSign: Bool

  /// Signs in the place of a number.
  private static let nothing: Set<String> = ["", "-", "–", "—", "..", "...", "…", ".", ":", "n/a", "N/A", "n.a.", "NA"]
  private static let signs: Set<Character> = ["$", "€", "£", "¥", "₩", "%"]
  private static let minusSigns: Set<Character> = ["-", "–", "−"]
  private static let groupMarks: Set<Character> = [".", ",", "'", "’", " ", "\u{A0}", "\u{2009}", "\u{202F}"]
  /// Longer ones are codes.
  private static let mostDigits = 15

  /// Whether a cell says that there is no number.
  static func isNothing(_ text: String) -> Bool { nothing.contains(text) }

  /// Nil where the text is no number; `decimalMark` is the one of the table, where it is known.
  init?(_ text: String, _ decimalMark: Character?) {
    var rest = text[...]
    func trim() { rest = rest.drop(while: \.isWhitespace).trimmed }
    var (isNegative, hasSign) = (false, false)
    trim()
    if rest.hasPrefix("("), rest.hasSuffix(")") {
      isNegative = true
      rest = rest.dropFirst().dropLast()
    }
    var goesOn = true
    while goesOn {
      trim()
      goesOn = false
      if let first = rest.first, Self.minusSigns.contains(first), rest.count > 1, !isNegative {
        isNegative = true
        rest = rest.dropFirst()
        goesOn = true
      } else if let first = rest.first, Self.signs.contains(first) {
        hasSign = true
        rest = rest.dropFirst()
        goesOn = true
      } else if let last = rest.last, Self.signs.contains(last) {
        hasSign = true
        rest = rest.dropLast()
        goesOn = true
      } else if rest.count > 3, let code = [rest.prefix(3), rest.suffix(3)].first(where: Self.isCode) {
        hasSign = true
        rest = code.startIndex == rest.startIndex ? rest.dropFirst(3) : rest.dropLast(3)
        goesOn = true
      }
    }
    guard let digits = Self.decimal(rest, decimalMark) else { return nil }
    value = isNegative && digits.contains(where: { $0 != "0" && $0 != "." }) ? "-" + digits : digits
    self.hasSign = hasSign
  }

  private static func isCode(_ text: Substring) -> Bool { text.allSatisfy { ("A"..."Z").contains($0) } }

  /// The mark before decimals, as numbers tell in which it can be nothing else.
  static func decimalMark(of texts: [String]) -> Character? {
    var counts: [Character: Int] = [:]
    for text in texts {
      let marks = text.filter { ".,".contains($0) }
      guard let mark = marks.last,
        text.allSatisfy({ $0.isNumber || groupMarks.contains($0) || signs.contains($0) || "-–−()".contains($0) })
      else { continue }
      let tail = text[text.index(after: text.lastIndex(of: mark) ?? text.startIndex)...].prefix {
        ("0"..."9").contains($0)
      }
      let isOnly = marks.count(where: { $0 == mark }) == 1
      if tail.count != 3, !tail.isEmpty, isOnly {
        counts[mark, default: 0] += 2
      } else if tail.count == 3 {
        // It parts thousands, and the other one decimals.
        counts[mark == "." ? "," : ".", default: 0] += marks.count > 1 ? 2 : 1
      }
    }
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }

  /// The digits as a decimal with a dot; nil if it is written otherwise.
  private static func decimal(_ text: Substring, _ decimalMark: Character?) -> String? {
    let digits = text.count { ("0"..."9").contains($0) }
    guard digits > 0, digits <= mostDigits, text.first.map({ ("0"..."9").contains($0) || ".,".contains($0) }) == true,
      text.last.map({ ("0"..."9").contains($0) }) == true,
      text.allSatisfy({ ("0"..."9").contains($0) || groupMarks.contains($0) })
    else { return nil }
    let marks = text.filter { groupMarks.contains($0) }
    guard let last = marks.last, let place = text.lastIndex(of: last) else { return String(text) }
    let tail = text[text.index(after: place)...]
    let isDecimal: Bool =
      if !".,".contains(last) {
        false
      } else if let decimalMark {
        last == decimalMark
      } else {
        tail.count != 3 || (marks.count > 1 && Set(marks).count > 1)
      }
    let whole = isDecimal ? text[..<place] : text
    let groups = whole.split(omittingEmptySubsequences: false) { groupMarks.contains($0) }
    guard Set(whole.filter { groupMarks.contains($0) }).count <= 1 else { return nil }
    guard WrittenAmount.areThousands(groups.map(\.count)) else { return nil }
    let number = groups.joined()
    return (number.isEmpty ? "0" : number) + (isDecimal ? "." + tail : "")
  }

  /// The number that a text was, if a few of its digits were read as letters; nil if it was none.
  static func repaired(_ text: String, _ decimalMark: Character?) -> String? {
    let letters = text.unicodeScalars.count { $0.properties.isAlphabetic || $0 == "|" || $0 == "!" }
    let digits = text.unicodeScalars.count { ("0"..."9").contains($0) }
    guard letters > 0, letters <= digits else { return nil }
    var repaired = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      repaired.append(("0"..."9").contains(scalar) || scalar == "$" ? scalar : Misreading.digit(for: scalar) ?? scalar)
    }
    let candidate = String(repaired)
    return candidate != text && TableNumber(candidate, decimalMark) != nil ? candidate : nil
  }
}

extension Substring {
  /// Without white space at its end.
  fileprivate var trimmed: Substring {
    var text = self
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
