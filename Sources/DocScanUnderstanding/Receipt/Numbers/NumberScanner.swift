// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanTypedData
internal import RegexBuilder

/// Finds the numbers of a row: amounts, percentages, quantities.
///
/// Spaces beside a separator are taken for misreadings (79. 60), a point or comma before the last two digits for that of hundredths.
struct NumberScanner {
  let style: MoneyStyle

  init(style: MoneyStyle) { self.style = style }

  /// Longer runs of digits are no amounts.
  private static let mostDigits = 10
  /// Beside the codes that are nothing else: what tills write for them, with and without the sign, and what that is misread as.
  private static let currencies = ["RM", "RMS", "RN", "RH", "EURO", "CAD", "RMB", "US", "NT", "S", "HK"]

  private static func isCurrency(_ word: String) -> Bool {
    currencies.contains(word) || word.count == 3 && CurrencyMark.meanings(of: word).isCertain
  }

  /// Digits in groups, with one separator between two groups and perhaps a space beside it.
  private let run = Regex {
    OneOrMore(("0"..."9"))
    ZeroOrMore {
      ChoiceOf {
        Regex {
          Optionally(" ")
          CharacterClass.anyOf(".,'’")
          Optionally(" ")
        }
        Regex {
          " "
          Lookahead {
            Repeat(("0"..."9"), count: 3)
            Optionally(" ")
            CharacterClass.anyOf(".,")
          }
        }
      }
      OneOrMore(("0"..."9"))
    }
  }

  /// The numbers of a text whose letters in numbers have been made digits (see `RowText`).
  func numbers(in text: String) -> [RowNumber] {
    let characters = text.unicodeScalars.map { Character($0) }
    var found: [RowNumber] = []
    // Offsets are counted along, so that a long row takes no time that grows with its square.
    var (index, offset) = (text.startIndex, 0)
    for match in text.matches(of: self.run) {
      offset += text.unicodeScalars.distance(from: index, to: match.range.lowerBound)
      let length = text.unicodeScalars.distance(from: match.range.lowerBound, to: match.range.upperBound)
      index = match.range.upperBound
      found += number(String(text[match.range]), at: offset..<offset + length, in: characters)
      offset += length
    }
    return found
  }

  private func number(_ run: String, at range: Range<Int>, in characters: [Character]) -> [RowNumber] {
    var range = range
    var groups = run.split { !$0.isNumber }.map(String.init)
    // .56 is 0.56.
    if style == .hundredths, groups.count == 1, run.count == 2, range.lowerBound > 0,
      characters[range.lowerBound - 1] == ".",
      range.lowerBound == 1 || " $€£-:".contains(characters[range.lowerBound - 2])
    {
      groups.insert("0", at: 0)
      range = range.lowerBound - 1..<range.upperBound
    }
    let digits = groups.joined()
    guard digits.count <= Self.mostDigits, let whole = Int(digits) else { return [] }
    let before = before(range.lowerBound, characters)
    let after = after(range.upperBound, characters)
    guard !before.isJoined else { return [] }
    var number = RowNumber(kind: .whole, value: Double(whole), text: digits, range: range)
    number.hasCurrency = before.isCurrency || after.isCurrency
    if groups.count > 1, let last = groups.last {
      let rest = Double(Int(digits.dropLast(last.count)) ?? 0)
      let unit = (0..<last.count).reduce(1.0) { unit, _ in unit * 10 }
      number.value = rest + (Double(Int(last) ?? 0) / unit)
      number.text = digits.dropLast(last.count) + "." + last
      number.kind = .decimal
    }
    if after.isPercent {
      number.kind = .percent
      return [number]
    }
    guard !after.isJoined else { return [] }
    let isNegative = before.isMinus || after.isMinus
    // 2点, 10個, 3丁目: a number of something.
    let isCount =
      style == .whole && range.upperBound < characters.count && characters[range.upperBound].isLetter
      && !"元円원圆軽税込内外非課".contains(characters[range.upperBound])
    if !isCount, let minor = amount(groups, run: run, whole: whole, hasCurrency: number.hasCurrency) {
      number.kind = .money
      if style == .whole { number.text = digits }
      number.money = Money(minor: isNegative ? -minor : minor, places: style == .hundredths ? 2 : 0)
      number.value = Double(minor) / (style == .hundredths ? 100 : 1)
      number.isRepaired =
        style == .hundredths && (groups.count == 1 || run.contains(" ") && !run.contains { ".,".contains($0) })
    } else if groups.count > 2 {
      return []  // A date, or a number of another kind.
    }
    return [number]
  }

  /// The amount in smallest units; nil if the groups are none.
  private func amount(_ groups: [String], run: String, whole: Int, hasCurrency: Bool) -> Int? {
    guard let first = groups.first, let last = groups.last else { return nil }
    let counts = groups.map(\.count)
    switch style {
    case .hundredths:
      guard groups.count > 1, last.count == 2, WrittenAmount.areThousands(counts.dropLast()),
        first.count == 1 || groups.count > 2 || !first.hasPrefix("00")
      else { return nil }
      return whole
    case .whole:
      if groups.count == 1 { return first.count <= 8 && (first == "0" || !first.hasPrefix("0")) ? whole : nil }
      guard WrittenAmount.areThousands(counts), first != "0" else { return nil }
      return whole
    }
  }

  /// What stands before a number: a sign, a currency, or something that makes it part of another word.
  private func before(_ start: Int, _ characters: [Character]) -> (isJoined: Bool, isCurrency: Bool, isMinus: Bool) {
    var place = start
    var (isCurrency, isMinus) = (false, false)
    func skipSpaces() { while place > 0, characters[place - 1] == " " { place -= 1 } }
    if place > 0, characters[place - 1] == "-" || characters[place - 1] == "△" || characters[place - 1] == "▲" {
      isMinus = place < 2 || !(characters[place - 2].isLetter || characters[place - 2].isNumber)
      if !isMinus { return (true, false, false) }
      place -= 1
    }
    let direct = place
    skipSpaces()
    if place > 0, "$€£¥₩￥\\".contains(characters[place - 1]) {
      (isCurrency, place) = (true, place - 1)
    } else {
      var start = place
      while start > 0, characters[start - 1].isASCIILetter { start -= 1 }
      let word = String(characters[start..<place]).uppercased()
      if Self.isCurrency(word) {
        (isCurrency, place) = (true, start)
      } else if place == direct, place > 0, let last = characters[..<place].last {
        // A letter of a script that needs no spaces may stand before an amount; other letters make it part of a code.
        if last.isASCIILetter, !"xX".contains(last) || start > 0 && characters[start - 1].isNumber {
          return (true, false, false)
        }
        if "/:#*".contains(last) && last != "*",
          last != ":" || last == ":" && place > 1 && characters[place - 2].isNumber
        {
          return (true, false, false)
        }
      }
    }
    if !isMinus, place > 0, characters[place - 1] == "-", place < 2 || characters[place - 2] == " " {
      isMinus = isCurrency || place == direct
    }
    return (false, isCurrency, isMinus)
  }

  private func after(_ end: Int, _ characters: [Character]) -> (
    isJoined: Bool, isCurrency: Bool, isMinus: Bool, isPercent: Bool
  ) {
    var place = end
    if place < characters.count, characters[place] == "-" {
      let next = place + 1 < characters.count ? characters[place + 1] : " "
      // 1.234- is negative on most receipts; ￥1,234- is just the end of an amount in Japan.
      return next.isNumber ? (true, false, false, false) : (next.isLetter, false, style == .hundredths, false)
    }
    let direct = place
    while place < characters.count, characters[place] == " " { place += 1 }
    guard place < characters.count else { return (false, false, false, false) }
    // A minus at the end of the row.
    if characters[place] == "-", place + 1 == characters.count { return (false, false, style == .hundredths, false) }
    if characters[place] == "%" { return (false, false, false, true) }
    if "€元円원圆".contains(characters[place]) { return (false, true, false, false) }
    var stop = place
    while stop < characters.count, characters[stop].isASCIILetter { stop += 1 }
    let word = String(characters[place..<stop]).uppercased()
    if word.count > 1, Self.isCurrency(word) { return (false, true, false, false) }
    guard place == direct else { return (false, false, false, false) }
    if style == .whole, !word.isEmpty { return (true, false, false, false) }
    // A tax code of one letter or two stands behind an amount; a unit, a slash or a colon makes it something else.
    let next = characters[direct]
    if word.count == 1, "GLM".contains(word), stop < characters.count, characters[stop].isNumber {
      return (true, false, false, false)
    }
    return (
      word.count > 3 || ["KG", "ML", "KM", "G", "L", "CM", "MM", "PM", "AM", "PC"].contains(word)
        || "/:".contains(next) && direct + 1 < characters.count && characters[direct + 1].isNumber, false, false, false
    )
  }
}

extension Character {
  var isASCIILetter: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) }
}
