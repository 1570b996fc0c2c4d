// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanTypedData
internal import RegexBuilder

/// Finds the numbers of a row. Spaces next to a separator are misreadings (79. 60). A dot or comma before the last two digits separates hundredths.
struct NumberScanner {
  let style: MoneyStyle

  init(style: MoneyStyle) { self.style = style }

  private static let mostDigits = 10
  /// Currency marks in addition to the unambiguous codes, as printed by registers or misread.
  private static let currencies = ["RM", "RMS", "RN", "RH", "EURO", "CAD", "RMB", "US", "NT", "S", "HK"]

  private static func isCurrency(_ word: String) -> Bool {
    currencies.contains(word) || word.count == 3 && CurrencyMark.meanings(of: word).isCertain
  }

  /// Groups of digits with a separator between them, which may have spaces next to it. A space alone can separate thousands.
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

  func numbers(in text: String) -> [RowNumber] {
    let characters = text.unicodeScalars.map { Character($0) }
    var found: [RowNumber] = []
    // A currency mark belongs to only one amount, so its end is remembered.
    var taken = 0
    // Offsets are computed incrementally, so that the time for a long row isn't quadratic.
    var (index, offset) = (text.startIndex, 0)
    for match in text.matches(of: self.run) {
      offset += text.unicodeScalars.distance(from: index, to: match.range.lowerBound)
      let length = text.unicodeScalars.distance(from: match.range.lowerBound, to: match.range.upperBound)
      index = match.range.upperBound
      found += number(String(text[match.range]), at: offset..<offset + length, in: characters, after: &taken)
      offset += length
    }
    return found
  }

  private func number(
    _ run: String, at range: Range<Int>, in characters: [Character], after taken: inout Int
  ) -> [RowNumber] {
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
    // (45.00) and $(61.70) at the end of a row are negative. A currency can be inside or after the brackets.
    let isBracketed =
      style == .hundredths && range.lowerBound > 0 && characters[range.lowerBound - 1] == "("
      && range.upperBound < characters.count && characters[range.upperBound] == ")"
    let edge = isBracketed ? 1 : 0
    var before = before(range.lowerBound - edge, characters)
    if isBracketed { before.isJoined = false }
    let after = after(range.upperBound + edge, characters)
    guard !before.isJoined else { return [] }
    let isDollar = before.isCurrency && characters[before.place] == "$"
    var number = RowNumber(kind: .whole, value: Double(whole), text: digits, range: range)
    number.hasCurrency = before.isCurrency || after.isCurrency
    if before.isCurrency, before.place >= taken {
      number.currency = Self.code(String(characters[before.place..<range.lowerBound - edge]))
    } else if after.isCurrency {
      number.currency = Self.code(String(characters[range.upperBound + edge..<after.place]))
      taken = after.place
    }
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
    let isOpen = isBracketed || before.place > 0 && before.isCurrency && characters[before.place - 1] == "("
    let close = isBracketed ? range.upperBound : after.place
    let isEnclosed =
      isOpen && close < characters.count && characters[close] == ")"
      && characters[(close + 1)...].allSatisfy { !$0.isNumber }
    let isNegative = before.isMinus || after.isMinus || style == .hundredths && isEnclosed
    // In 2点, 10個, and 3丁目, the number isn't an amount of money.
    let isCount =
      style == .whole && range.upperBound < characters.count && characters[range.upperBound].isLetter
      && !"元円원圆軽税込内外非課".contains(characters[range.upperBound])
    if !isCount, let minor = amount(groups, run: run, whole: whole, isDollar: isDollar) {
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

  /// Returns the amount in the smallest unit, or `nil` if the groups aren't an amount.
  private func amount(_ groups: [String], run: String, whole: Int, isDollar: Bool) -> Int? {
    guard let first = groups.first, let last = groups.last else { return nil }
    let counts = groups.map(\.count)
    switch style {
    case .hundredths:
      // $3,500 has no cents. The price of a gallon has a dot: $3.499.
      if isDollar, groups.count > 1, last.count == 3, DigitGroups.areThousands(counts), !first.hasPrefix("0"),
        !run.contains(".")
      {
        return whole * 100
      }
      guard groups.count > 1, last.count == 2, DigitGroups.areThousands(counts.dropLast()),
        first.count == 1 || groups.count > 2 || !first.hasPrefix("00")
      else { return nil }
      return whole
    case .whole:
      if groups.count == 1 { return first.count <= 8 && (first == "0" || !first.hasPrefix("0")) ? whole : nil }
      guard DigitGroups.areThousands(counts), first != "0" else { return nil }
      return whole
    }
  }

  private static func code(_ mark: String) -> String? {
    let meanings = CurrencyMark.meanings(of: mark.filter { !$0.isWhitespace && $0 != "-" }.uppercased())
    return meanings.isCertain && meanings.codes.count == 1 ? meanings.codes.first : nil
  }

  private struct Before {
    var isJoined = false
    var isCurrency = false
    var isMinus = false
    var place: Int
  }

  private func before(_ start: Int, _ characters: [Character]) -> Before {
    var found = Before(place: start)
    func skipSpaces() { while found.place > 0, characters[found.place - 1] == " " { found.place -= 1 } }
    if start > 0, "-△▲".contains(characters[start - 1]) {
      found.isMinus = start < 2 || !(characters[start - 2].isLetter || characters[start - 2].isNumber)
      if !found.isMinus { return Before(isJoined: true, place: start) }
      found.place -= 1
    }
    let direct = found.place
    skipSpaces()
    if found.place > 0, "$€£¥₩￥\\".contains(characters[found.place - 1]) {
      (found.isCurrency, found.place) = (true, found.place - 1)
    } else {
      let place = found.place
      var start = place
      while start > 0, characters[start - 1].isASCIILetter { start -= 1 }
      if Self.isCurrency(String(characters[start..<place]).uppercased()) {
        (found.isCurrency, found.place) = (true, start)
      } else if place == direct, place > 0, let last = characters[..<place].last {
        // A letter of a script without spaces can precede an amount. Other letters make it part of a code.
        if last.isASCIILetter, !"xX".contains(last) || start > 0 && characters[start - 1].isNumber {
          return Before(isJoined: true, place: direct)
        }
        if "/:#".contains(last), last != ":" || place > 1 && characters[place - 2].isNumber {
          return Before(isJoined: true, place: direct)
        }
      }
    }
    let place = found.place
    if !found.isMinus, place > 0, characters[place - 1] == "-", place < 2 || characters[place - 2] == " " {
      found.isMinus = found.isCurrency || place == direct
    }
    return found
  }

  private struct After {
    var isJoined = false
    var isCurrency = false
    var isMinus = false
    var isPercent = false
    var place: Int
  }

  private func after(_ end: Int, _ characters: [Character]) -> After {
    var place = end
    if place < characters.count, characters[place] == "-" {
      let next = place + 1 < characters.count ? characters[place + 1] : " "
      // 1.234- is negative on most receipts, but ￥1,234- is an ordinary amount in Japan.
      return next.isNumber
        ? After(isJoined: true, place: end)
        : After(isJoined: next.isLetter, isMinus: style == .hundredths, place: place + 1)
    }
    while place < characters.count, characters[place] == " " { place += 1 }
    guard place < characters.count else { return After(place: end) }
    // A minus sign at the end of the row.
    if characters[place] == "-", place + 1 == characters.count {
      return After(isMinus: style == .hundredths, place: place + 1)
    }
    if characters[place] == "%" { return After(isPercent: true, place: place + 1) }
    if "€元円원圆".contains(characters[place]) { return After(isCurrency: true, place: place + 1) }
    var stop = place
    while stop < characters.count, characters[stop].isASCIILetter { stop += 1 }
    let word = String(characters[place..<stop]).uppercased()
    if word.count > 1, Self.isCurrency(word) { return After(isCurrency: true, place: stop) }
    if word == "CR", style == .hundredths { return After(isMinus: true, place: stop) }
    guard place == end else { return After(place: end) }
    if style == .whole, !word.isEmpty { return After(isJoined: true, place: end) }
    // A tax code of one or two letters can follow an amount. A unit, slash, or colon makes it another number.
    let next = characters[end]
    if word.count == 1, "GLM".contains(word), stop < characters.count, characters[stop].isNumber {
      return After(isJoined: true, place: end)
    }
    return After(
      isJoined: word.count > 3 || ["KG", "ML", "KM", "G", "L", "CM", "MM", "PM", "AM", "PC"].contains(word)
        || "/:".contains(next) && end + 1 < characters.count && characters[end + 1].isNumber, place: end)
  }
}

extension Character {
  var isASCIILetter: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) }
}
