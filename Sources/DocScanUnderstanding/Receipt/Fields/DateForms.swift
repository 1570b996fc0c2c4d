// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanTypedData
internal import RegexBuilder

/// The ways in which receipts write dates.
struct DateForms {
  /// A date as it could be read.
  struct Reading {
    var date: CalendarDate
    /// Where it stands, in characters of the row's text.
    var range: Range<Int>
    /// How sure the form is that it is a date, and this one: 0 to 1.
    var form: Double
  }

  /// The order of day and month where numbers alone don't tell.
  enum Order: Sendable { case dayFirst, monthFirst, yearFirst }

  let order: Order

  /// Receipts are from these years.
  private static let years = 1990...2099

  init(order: Order) { self.order = order }

  private let numbers = Regex {
    Capture { Repeat("0"..."9", 1...4) }
    Self.separator
    Capture { Repeat("0"..."9", 1...2) }
    Self.separator
    Capture { Repeat("0"..."9", 1...4) }
  }

  private static var separator: Regex<Substring> {
    Regex {
      ZeroOrMore(" ", .reluctant)
      CharacterClass.anyOf("/.-,~년年월月\\_")
      Repeat(CharacterClass.anyOf(" ."), 0...2)
    }
  }

  /// With a space before a year of four digits: 06 03 2018, 06-03 2018.
  private let spaced = Regex {
    Capture { Repeat("0"..."9", 1...2) }
    CharacterClass.anyOf(" -/.")
    Capture { Repeat("0"..."9", 1...2) }
    " "
    Capture {
      ChoiceOf {
        "19"
        "20"
      }
      Repeat("0"..."9", count: 2)
    }
  }

  private let dayAndName = Regex {
    Capture { Repeat("0"..."9", 1...2) }
    Optionally {
      ChoiceOf {
        Self.ordinal
        "er"
        "º"
        "°"
      }
    }
    Self.gap
    Optionally {
      "de"
      Self.gap
    }
    Capture { Self.name }
    Self.gap
    Optionally {
      ChoiceOf {
        "del"
        "de"
      }
      Self.gap
    }
    Capture { Repeat("0"..."9", 2...4) }
  }

  private let nameAndDay = Regex {
    Capture { Self.name }
    Self.gap
    Capture { Repeat("0"..."9", 1...2) }
    Optionally { Self.ordinal }
    Self.gap
    Capture { Repeat("0"..."9", count: 4) }
  }

  /// With a year of two digits behind an apostrophe or a comma: Jun 03'14.
  private let nameAndShortYear = Regex {
    Capture { Self.name }
    Self.gap
    Capture { Repeat("0"..."9", 1...2) }
    Optionally { Self.ordinal }
    ZeroOrMore(" ")
    CharacterClass.anyOf("'’‘,`")
    ZeroOrMore(" ")
    Capture { Repeat("0"..."9", count: 2) }
    NegativeLookahead { CharacterClass.anyOf(":0123456789") }
  }

  /// What follows the number of a day in English.
  private static var ordinal: Regex<Substring> {
    Regex {
      ChoiceOf {
        "st"
        "nd"
        "rd"
        "th"
      }
    }
  }

  /// A month's name, or any other word.
  private static var name: Regex<Substring> {
    Regex { Repeat(.word.subtracting(.digit).subtracting(CharacterClass.anyOf("_")), 3...10) }
  }

  private static var gap: Regex<Substring> { Regex { Repeat(CharacterClass.anyOf(" -./,'’"), 0...3) } }

  private let era = Regex {
    Capture {
      ChoiceOf {
        "令和"
        "平成"
        "民國"
        "民国"
        "R"
        "H"
      }
    }
    Optionally(" ")
    Capture { Repeat("0"..."9", 1...3) }
    Repeat(CharacterClass.anyOf(" .年-/"), 1...3)
    Capture { Repeat("0"..."9", 1...2) }
    Repeat(CharacterClass.anyOf(" .月-/"), 1...3)
    Capture { Repeat("0"..."9", 1...2) }
  }

  private let compact = Regex {
    Capture { Repeat("0"..."9", count: 8) }
  }

  /// The dates in a row's text, several readings of one place among them.
  ///
  /// `isLikely` says whether something else speaks for a date there; without it misread dates are not looked for.
  func readings(in text: String, besideKeyword: Bool, isLikely: Bool? = nil) -> [Reading] {
    let text = Self.withMonths(text)
    var found: [Reading] = []
    func add(_ range: Range<String.Index>, _ form: Double, _ date: CalendarDate?) {
      guard let date, Self.years.contains(date.year) else { return }
      // A number that goes on is another one; but a time may be glued to a year.
      if range.lowerBound > text.startIndex, text[text.index(before: range.lowerBound)].isASCIIDigit { return }
      let start = text.distance(from: text.startIndex, to: range.lowerBound)
      found.append(
        Reading(
          date: date, range: start..<start + text.distance(from: range.lowerBound, to: range.upperBound), form: form))
    }
    for match in text.matches(of: era) {
      let start = ["令和": 2018, "R": 2018, "平成": 1988, "H": 1988, "民國": 1911, "民国": 1911][match.output.1] ?? 0
      let form = match.output.1.count > 1 ? 1 : 0.6
      add(
        match.range, form,
        CalendarDate(
          year: start + (Int(match.output.2) ?? 0), month: Int(match.output.3) ?? 0, day: Int(match.output.4) ?? 0))
    }
    var start = text.startIndex
    while let match = text[start...].firstMatch(of: numbers) {
      let (a, b, c) = (match.output.1, match.output.2, match.output.3)
      // Z3/03/2018 is no third of March.
      let isCut = isCut(text, at: match.range.lowerBound)
      for (date, form) in numeric(String(a), String(b), String(c), after: text[match.range.upperBound...]) {
        add(match.range, isCut ? form * 0.4 : form, date)
      }
      start = text.index(after: match.range.lowerBound)
      while start < text.endIndex, text[start].isASCIIDigit { start = text.index(after: start) }
    }
    for match in text.matches(of: spaced) {
      add(
        match.range, 0.5,
        dayMonth(Int(match.output.1) ?? 0, Int(match.output.2) ?? 0, year: Int(match.output.3) ?? 0).first)
    }
    for match in text.matches(of: dayAndName) {
      // Of S#1 Jul 30'11 the 30 is the day.
      let next = text[match.range.upperBound...].first
      if match.output.3.count == 2, let next, "'’‘`:".contains(next) { continue }
      if let month = Self.month(match.output.2), let year = Self.year(match.output.3) {
        add(match.range, 1, CalendarDate(year: year, month: month, day: Int(match.output.1) ?? 0))
      }
    }
    for match in text.matches(of: nameAndDay) {
      if let month = Self.month(match.output.1), let year = Self.year(match.output.3) {
        add(match.range, 1, CalendarDate(year: year, month: month, day: Int(match.output.2) ?? 0))
      }
    }
    for match in text.matches(of: nameAndShortYear) {
      if let month = Self.month(match.output.1), let year = Self.year(match.output.3) {
        add(match.range, 0.9, CalendarDate(year: year, month: month, day: Int(match.output.2) ?? 0))
      }
    }
    for match in text.matches(of: compact) {
      let digits = String(match.output.1)
      if match.range.upperBound < text.endIndex, text[match.range.upperBound].isASCIIDigit { continue }
      let isClear = besideKeyword
      let (first, second, third) = (
        Int(digits.prefix(2)) ?? 0, Int(digits.dropFirst(2).prefix(2)) ?? 0, Int(digits.suffix(4)) ?? 0
      )
      if (2000...2039).contains(third) {
        add(match.range, isClear ? 0.5 : 0.2, dayMonth(first, second, year: third).first)
      }
      let year = Int(digits.prefix(4)) ?? 0
      if (2000...2039).contains(year) {
        add(
          match.range, isClear ? 0.5 : 0.2,
          CalendarDate(year: year, month: Int(digits.dropFirst(4).prefix(2)) ?? 0, day: Int(digits.suffix(2)) ?? 0))
      }
    }
    for misread in isLikely.map({ MisreadDate.all(in: text, isLikely: $0) }) ?? [] {
      for (date, form) in numeric(misread.numbers[0], misread.numbers[1], misread.numbers[2], after: "") {
        found.append(Reading(date: date, range: misread.range, form: form * misread.form))
      }
    }
    return found
  }

  /// The text with digits in the names of months made letters, as in Ju1 and 0ct; as long as before.
  private static func withMonths(_ text: String) -> String {
    guard text.contains(where: \.isASCIILetter) else { return text }
    var characters = Array(text)
    var start = 0
    while start < characters.count {
      guard characters[start].isASCIILetter || characters[start].isASCIIDigit,
        start == 0 || !characters[start - 1].isASCIILetter
      else {
        start += 1
        continue
      }
      let name = characters[start...].prefix(3)
      if name.contains(where: \.isASCIIDigit), name.count(where: \.isASCIILetter) >= 2 {
        let letters = name.map { ["0": "o", "1": "l", "5": "s"][$0] ?? $0 }
        let rest = characters[(start + 3)...].first
        if englishMonths.contains(String(letters).lowercased()), rest.map({ !$0.isASCIILetter }) ?? false {
          characters.replaceSubrange(start..<start + 3, with: letters)
        }
      }
      start += 1
    }
    return String(characters)
  }

  private static let englishMonths: Set<String> = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// Whether a letter that digits are read as stands right before a place, and nothing else before that.
  private func isCut(_ text: String, at place: String.Index) -> Bool {
    guard place > text.startIndex else { return false }
    let before = text.index(before: place)
    guard Misreading.usualDigits[text[before]] != nil else { return false }
    return before == text.startIndex || !text[text.index(before: before)].isLetter
  }

  /// What three numbers with separators can mean, with how sure that is.
  private func numeric(_ a: String, _ b: String, _ c: String, after: Substring) -> [(CalendarDate, Double)] {
    guard let first = Int(a), let middle = Int(b) else { return [] }
    if a.count == 4 {
      guard let day = Int(c.prefix(2)), c.count <= 2 || c.count == 4 else { return [] }
      return [
        (CalendarDate(year: first, month: middle, day: day), 1),
        (c.count == 1 ? nil : CalendarDate(year: first, month: day, day: middle), 0.4),
      ]
      .compactMap { date, form in date.map { ($0, form) } }
    }
    guard a.count <= 2, let last = Int(c) else { return [] }
    switch c.count {
    case 4:
      // A time may be glued to a year of two digits: 02.03.2015:59 is 02.03.20 15:59. Neither is certain then.
      let isGlued =
        after.first == ":" && last % 100 < 24 && after.dropFirst().prefix(2).count(where: \.isASCIIDigit) == 2
      var years = (1990...2099).contains(last) ? [(last, isGlued ? 0.3 : 1.0)] : []
      if isGlued { years.append((2000 + last / 100, 0.4)) }
      // A one is read as a seven.
      if (2070...2079).contains(last) { years = [(last - 60, 0.6)] }
      return years.flatMap { year, form in
        dayMonth(first, middle, year: year).enumerated().map { ($1, $0 == 0 ? form : form * 0.5) }
      }
    case 2:
      // The next character must not make it another number.
      if let next = after.first,
        next.isASCIIDigit || next == ":" || "./-,".contains(next) && after.dropFirst().first?.isASCIIDigit == true
      {
        return []
      }
      let year = a.count == 2 ? CalendarDate(year: 2000 + first, month: middle, day: last) : nil
      let others = dayMonth(first, middle, year: 2000 + last)
      if order == .yearFirst { return (year.map { [($0, 0.85)] } ?? []) + others.map { ($0, 0.5) } }
      return others.enumerated().map { ($1, $0 == 0 ? 0.85 : 0.45) } + (year.map { [($0, 0.3)] } ?? [])
    case _: return []
    }
  }

  /// Day and month in the order of the receipt first, the other way round where it can only be that.
  private func dayMonth(_ first: Int, _ second: Int, year: Int) -> [CalendarDate] {
    let day = CalendarDate(year: year, month: second, day: first)
    let month = CalendarDate(year: year, month: first, day: second)
    return (order == .monthFirst ? [month, day] : [day, month]).compactMap(\.self)
  }

  private static func month(_ name: Substring) -> Int? { MonthName.number(of: name.lowercased())?.number }

  private static func year(_ digits: Substring) -> Int? {
    guard let number = Int(digits) else { return nil }
    return digits.count == 2 ? 2000 + number : digits.count == 4 ? number : nil
  }
}
