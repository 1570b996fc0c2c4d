// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanTypedData
internal import DocScanWords
internal import RegexBuilder

/// Finds the numbers of a row. Spaces next to a separator are misreadings (79. 60). A dot or comma before the last two digits separates hundredths.
struct NumberScanner {
  let style: MoneyStyle
  // Without hundredths, a mark before three digits is always a thousands separator.
  let isWholeCurrency: Bool
  private let run: Regex<Substring>

  init(style: MoneyStyle, currency: String? = nil) {
    (self.style, isWholeCurrency) = (style, currency.map(["JPY", "KRW", "HUF"].contains) ?? true)
    run = Self.run(isSpaced: style == .whole && currency == "HUF")
  }

  private static let mostDigits = 10
  /// Currency marks in addition to the unambiguous codes, as printed by registers or misread.
  private static let currencies = Set(WordLists.words("number.currency").map { $0.uppercased() })

  private static func isCurrency(_ word: String) -> Bool {
    currencies.contains(word) || word.count == 3 && CurrencyMark.meanings(of: word).isCertain
  }

  // Groups of digits with a separator between them, which may have spaces next to it. Spaces alone can separate thousands before a separator, or
  // everywhere in amounts of forints.
  private static func run(isSpaced: Bool) -> Regex<Substring> {
    let end = isSpaced ? /(?![0-9])/ : /(?= ?[.,]|:-|\/-)/
    return Regex {
      ChoiceOf {
        Regex {
          Repeat(("0"..."9"), 1...3)
          OneOrMore {
            " "
            Repeat(("0"..."9"), count: 3)
          }
          end
        }
        OneOrMore(("0"..."9"))
      }
      ZeroOrMore {
        Optionally(" ")
        CharacterClass.anyOf(".,'’")
        Optionally(" ")
        OneOrMore(("0"..."9"))
      }
    }
  }

  func numbers(in text: String) -> [RowNumber] {
    let row = SearchText(text)
    var found: [RowNumber] = []
    // A currency mark belongs to only one amount, so its end is remembered.
    var taken = 0
    // Offsets are computed incrementally, so that the time for a long row isn't quadratic.
    var (index, offset) = (text.startIndex, 0)
    for match in text.matches(of: self.run) {
      offset += text.unicodeScalars.distance(from: index, to: match.range.lowerBound)
      let length = text.unicodeScalars.distance(from: match.range.lowerBound, to: match.range.upperBound)
      index = match.range.upperBound
      found += number(String(text[match.range]), at: offset..<offset + length, in: row, after: &taken)
      offset += length
    }
    return found
  }

  private func number(
    _ run: String, at range: Range<Int>, in row: SearchText, after taken: inout Int
  ) -> [RowNumber] {
    var range = range
    var groups = run.split { !$0.isNumber }.map(String.init)
    // .56 is 0.56.
    if style == .hundredths, groups.count == 1, run.count == 2, row[range.lowerBound - 1] == ".",
      range.lowerBound == 1 || [" ", "$", "€", "£", "-", ":"].contains(row[range.lowerBound - 2])
    {
      groups.insert("0", at: 0)
      range = range.lowerBound - 1..<range.upperBound
    }
    let digits = groups.joined()
    guard digits.count <= Self.mostDigits, let whole = Int(digits) else { return [] }
    // 1.234- is negative on most receipts, but ￥1,234- is an ordinary amount in Japan.
    let marks = AmountMarks(around: range, in: row, style == .hundredths ? [.brackets, .signAfter] : []) {
      _, place, side in
      Self.currency(from: place, side, row)
    }
    guard marks.isBracketed || !isPartOfCode(before: marks, row) else { return [] }
    let before = marks.currencyBefore.map(row.string)
    var number = RowNumber(kind: .whole, value: Double(whole), text: digits, range: range)
    number.hasCurrency = marks.currencyBefore != nil || marks.currencyAfter != nil
    if let before, let place = marks.currencyBefore?.lowerBound, place >= taken {
      number.currency = Self.code(before)
    } else if let after = marks.currencyAfter {
      number.currency = Self.code(row.string(after))
      taken = after.upperBound
    }
    if groups.count > 1, let last = groups.last {
      let rest = Double(Int(digits.dropLast(last.count)) ?? 0)
      let unit = (0..<last.count).reduce(1.0) { unit, _ in unit * 10 }
      number.value = rest + (Double(Int(last) ?? 0) / unit)
      number.text = digits.dropLast(last.count) + "." + last
      number.kind = .decimal
    }
    if marks.isPercent {
      number.kind = .percent
      return [number]
    }
    guard !isPartOfCode(after: marks, row) else { return [] }
    // Other brackets than those at the end of a row have another meaning.
    let isEnclosed = marks.isBracketed && row.scalars[marks.range.upperBound...].allSatisfy { !$0.isDigit }
    let isNegative = isEnclosed || [.minus, .credit, .debit].contains(marks.sign)
    // In 2点, 10個, and 3丁目, the number isn't an amount of money.
    let isCount =
      style == .whole && row[range.upperBound].isLetter
      && !"元円원圆軽税込内外非課".unicodeScalars.contains(row[range.upperBound])
    if !isCount, let minor = amount(groups, run: run, whole: whole, isDollar: before?.hasSuffix("$") == true, marks) {
      number.kind = .money
      if style == .whole { number.text = digits }
      number.money = Money(minor: isNegative ? -minor : minor, places: style == .hundredths ? 2 : 0)
      number.value = Double(minor) / (style == .hundredths ? 100 : 1)
      number.isRepaired =
        style == .whole && run.contains(".") && run.contains(",")
        || style == .hundredths && !marks.hasDashForCents
          && (groups.count == 1 || run.contains(" ") && !run.contains { ".,".contains($0) })
    } else if groups.count > 2 {
      return []  // A date, or a number of another kind.
    }
    return [number]
  }

  /// Returns the amount in the smallest unit, or `nil` if the groups aren't an amount.
  private func amount(_ groups: [String], run: String, whole: Int, isDollar: Bool, _ marks: AmountMarks) -> Int? {
    guard let first = groups.first, let last = groups.last else { return nil }
    let counts = groups.map(\.count)
    switch style {
    case .hundredths:
      if marks.hasDashForCents { return DigitGroups.areThousands(counts) ? whole * 100 : nil }
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
      // 12.345,678 € has three decimals.
      let hasDecimals = !isWholeCurrency && run.contains(".") && run.contains(",")
      guard DigitGroups.areThousands(counts), first != "0", !hasDecimals else { return nil }
      return whole
    }
  }

  private static func code(_ mark: String) -> String? {
    let meanings = CurrencyMark.meanings(of: mark.hasSuffix(".") ? String(mark.dropLast()) : mark.uppercased())
    return (meanings.isCertain || mark.hasSuffix(".")) && meanings.codes.count == 1 ? meanings.codes.first : nil
  }

  private static func currency(from place: Int, _ side: AmountMarks.Side, _ row: SearchText) -> Range<Int>? {
    var (start, end) = (place, place)
    switch side {
    case .before:
      while row[end - 1] == " " { end -= 1 }
      start = end
      if ["$", "€", "£", "¥", "₩", "\\"].contains(row[end - 1]) {
        start -= 1
        // R$ is another currency than $.
        while row[end - 1] == "$", row[start - 1].isCapital, end - start < 4 { start -= 1 }
        return CurrencyMark.meanings(of: row.string(start..<end)).codes.isEmpty ? end - 1..<end : start..<end
      }
      if row[end - 1] == "." { start -= 1 }
      while row[start - 1].isASCIILetter { start -= 1 }
      let word = row.string(start..<end)
      let isShort = ["Fr.", "SFr.", "Rs."].contains(word)
      return isShort || Self.isCurrency(word.uppercased()) ? start..<end : nil
    case .after:
      while row[start] == " " { start += 1 }
      end = start
      if ["€", "元", "円", "원", "圆"].contains(row[start]) { return start..<start + 1 }
      while row[end].isASCIILetter { end += 1 }
      return end - start > 1 && Self.isCurrency(row.string(start..<end).uppercased()) ? start..<end : nil
    }
  }

  private func isPartOfCode(before marks: AmountMarks, _ row: SearchText) -> Bool {
    let (place, start) = (marks.range.lowerBound - 1, marks.range.lowerBound)
    guard marks.currencyBefore == nil, marks.sign == .none || marks.isSignAfter else { return false }
    // A row of dashes leads to the amount.
    if row[place] == "-" { return row[place - 1] != "-" }
    let isAfterDigit = row[place - 1].isDigit
    // A letter of a script without spaces can precede an amount. Other letters make it part of a code.
    if row[place].isASCIILetter { return !["x", "X"].contains(row[place]) || place > 0 && isAfterDigit }
    return start > 0 && (["/", "#"].contains(row[place]) || row[place] == ":" && place > 0 && isAfterDigit)
  }

  private func isPartOfCode(after marks: AmountMarks, _ row: SearchText) -> Bool {
    let place = marks.range.upperBound
    guard marks.currencyAfter == nil, marks.sign != .credit, marks.sign != .debit else { return false }
    if row[place] == "-" { return row[place + 1].isDigit || row[place + 1].isLetter }
    var end = place
    while row[end].isASCIILetter { end += 1 }
    let word = row.string(place..<end).uppercased()
    if style == .whole { return !word.isEmpty }
    // A tax code of one or two letters can follow an amount. A unit, slash, or colon makes it another number.
    if ["G", "L", "M"].contains(word), row[end].isDigit { return true }
    return word.count > 3 || Self.units.contains(word) || ["/", ":"].contains(row[place]) && row[place + 1].isDigit
  }

  private static let units = Set(WordLists.words("number.unit").map { $0.uppercased() })
}

extension Character {
  var isASCIILetter: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) }
}
