// SPDX-License-Identifier: GPL-3.0-or-later

/// A date in a text, in any common or misread form, possibly with the order of its numbers undecided. In running text, only clean dates count.
/// In places that must contain a date, such as receipts, all count by their score.
package struct WrittenDate {
  /// A year, possibly of two digits.
  package struct Year {
    package var digits: Int
    package var isWhole: Bool

    /// Creates a year from four digits if `isWhole` is `true`, and otherwise from two, which mean 1951 to 2050.
    package init(_ digits: Int, isWhole: Bool = false) { (self.digits, self.isWhole) = (digits, isWhole) }

    init(_ number: TextNumber) { self.init(number.value, isWhole: number.count == 4) }

    package var number: Int { isWhole ? digits : digits + (digits <= 50 ? 2000 : 1900) }
  }

  package enum Parts {
    case ordered(year: Int, month: Int, day: Int)
    case unordered(Int, Int, Year)
  }

  package var parts: Parts
  package var range: Range<Int>
  /// The score of the form in places that must contain a date, from 0 to 1.
  package var form = 1.0
  /// Whether the form is unambiguous. Forms with a two-digit year depend on the language.
  package var isClean = false
  package var isCorrected = false
  /// Whether a digit was misread, or a separator was misread or missing.
  package var isMisread = false
  /// The number of digits in each number, or an empty list if the date isn't numeric.
  package var lengths: [Int] = []
  package var mark: Unicode.Scalar?

  package static func all(in text: SearchText) -> [WrittenDate] { (0..<text.count).flatMap { all(in: text, at: $0) } }

  package static func all(in text: SearchText, at start: Int) -> [WrittenDate] {
    let (scalar, before) = (text[start], text[start - 1])
    guard scalar.isDigit || scalar.isLetter || scalar == "|", !before.isDigit else { return [] }
    // Digits before the number show that the number isn't the start of a date.
    let isStart = !before.isAlphanumeric && !([".", "-", "/", ",", ":"].contains(before) && text[start - 2].isDigit)
    var found: [WrittenDate] = []
    if scalar.isDigit || Misreading.digit(for: scalar) != nil && text[start + 1].isDigit {
      found = withNumber(text, start, isStart: isStart)
    }
    if !before.isLetter || !scalar.isASCII, scalar.isLetter, let date = withEra(text, start) { found.append(date) }
    guard !before.isLetter else { return found }
    if let date = withName(text, start) { found.append(date) }
    if let date = MisreadDate.date(in: text, at: start) { found.append(date) }
    return found
  }

  // MARK: Dates that begin with a number

  private static func withNumber(_ text: SearchText, _ start: Int, isStart: Bool) -> [WrittenDate] {
    guard let first = TextNumber(text, start, atMost: 4) else { return undivided(text, start) }
    var found: [WrittenDate] = []
    if first.count == 4 || first.count == 2, let date = withCharacters(text, first) { found.append(date) }
    found += withMarks(text, first)
    // After a letter that may be a misread digit, the day is doubtful: Z3/03/2018 isn't March 3.
    if Misreading.usualDigits[Character(text[start - 1])] != nil, !text[start - 2].isLetter {
      for index in found.indices { found[index].form *= 0.4 }
    }
    if first.count < 3, let date = withMonth(text, first) { found.append(date) }
    if first.count == 4, let date = withYear(text, first) { found.append(date) }
    if !isStart {
      for index in found.indices {
        found[index].isClean = false
        // 19:22/3.1.17 may be a version.
        if found[index].lengths.last == 2 { found[index].form *= 0.4 }
      }
    }
    return found
  }

  /// Parses a date such as "2024年3月5日" or "2024 년 3 월 5 일". Returns `nil` if there is none.
  private static func withCharacters(_ text: SearchText, _ year: TextNumber) -> WrittenDate? {
    guard let (month, day, end) = monthAndDay(text, year.end) else { return nil }
    return WrittenDate(
      parts: .ordered(year: Year(year).number, month: month.value, day: day.value), range: year.start..<end,
      form: year.count == 4 ? 1 : 0.85, isClean: end > day.end,
      isCorrected: year.isCorrected || month.isCorrected || day.isCorrected)
  }

  /// Parses the month and day after a year, such as "年3月5日", or returns `nil` if there are none. If no sign follows the day, `end` is the end of the
  /// day's number.
  private static func monthAndDay(_ text: SearchText, _ end: Int) -> (TextNumber, TextNumber, end: Int)? {
    var at = text.skippingSpace(end)
    guard ["年", "년"].contains(text[at]) else { return nil }
    at = text.skippingSpace(at + 1)
    guard let month = TextNumber(text, at, atMost: 2) ?? TextNumber(han: text, at) else { return nil }
    at = text.skippingSpace(month.end)
    guard ["月", "월"].contains(text[at]) else { return nil }
    at = text.skippingSpace(at + 1)
    guard let day = TextNumber(text, at, atMost: 2) ?? TextNumber(han: text, at) else { return nil }
    at = text.skippingSpace(day.end)
    return (month, day, ["日", "일", "号", "號", "目"].contains(text[at]) ? at + 1 : day.end)
  }

  /// A mark and the number after it, possibly with spaces around the mark.
  private struct Next {
    var mark: Unicode.Scalar
    var number: TextNumber
    /// Whether at most one space is on each side of the mark.
    var isClose: Bool

    init?(_ text: SearchText, _ end: Int) {
      var at = end
      while text[at] == " " { at += 1 }
      mark = text[at]
      guard ["/", ".", "-", ",", "~", "\\", "_"].contains(mark) else { return nil }
      let behind = at + 1
      isClose = at - end < 2
      at = behind
      while [" ", ".", "\n"].contains(text[at]), at - behind < 2 { at += 1 }
      guard let number = TextNumber(text, at, atMost: 4, goesOn: true) else { return nil }
      self.number = number
      if at - behind > 1 || at > behind && text[behind] != " " && !(mark == "." && text[behind] == "\n") {
        isClose = false
      }
    }
  }

  /// Parses "2024-03-05", "5.3.2024", "05/03/24", "2024. 3. 5.", and "06-03 2018".
  private static func withMarks(_ text: SearchText, _ first: TextNumber) -> [WrittenDate] {
    guard let next = Next(text, first.end), next.number.count < 3, let last = Next(text, next.number.end),
      last.number.count != 3
    else { return spaced(text, first) }
    let (second, third, end) = (next.number, last.number, text[last.number.end])
    let letters = [first, second, third].count { $0.isCorrected }
    // A time can follow: 12.03.26-19:22.
    let isTimed = end == "-" && text[third.end + 1].isDigit && text[third.end + 2].isDigit && text[third.end + 3] == ":"
    let isTorn = text[first.end] == " " || next.mark != "." && second.start > first.end + 1
    var date = WrittenDate(
      parts: .ordered(year: first.value, month: second.value, day: third.value), range: first.start..<third.end,
      form: letters > 0 ? MisreadDate.form - 0.1 * Double(letters) : 1,
      isClean: [".", "/", "-"].contains(next.mark) && next.mark == last.mark && next.isClose && last.isClose
        && letters < 3 && (!end.isAlphanumeric || end == "T")
        && (isTimed || !([".", "/", "-", ":"].contains(end) && text[third.end + 1].isDigit)),
      isCorrected: letters > 0 || isTorn, isMisread: letters > 0, lengths: [first.count, second.count, third.count],
      mark: next.mark)
    switch (first.count, third.count) {
    case (4, 1...2):
      if next.mark == ".", end == "." { date.range = first.start..<third.end + 1 }
      return [date]
    case (4, 4):
      // A time is joined to the day, so the last two of the four digits belong to the time.
      date.parts = .ordered(year: first.value, month: second.value, day: third.value / 100)
      date.isClean = false
      return [date]
    case (1...2, 4):
      let year = third.value
      // A time may be joined to a two-digit year, so 02.03.2015:59 may be 02.03.20 15:59. Then neither is certain.
      let isGlued = end == ":" && year % 100 < 24 && text[third.end + 1].isDigit && text[third.end + 2].isDigit
      // A 1 may be misread as a 7.
      let isSeven = (2070...2079).contains(year)
      func dated(_ year: Int, _ form: Double) -> WrittenDate {
        var other = date
        other.parts = .unordered(first.value, second.value, Year(year, isWhole: true))
        other.form *= form
        other.isClean = date.isClean && year == third.value && (1000...2199).contains(year)
        return other
      }
      return [dated(year, isGlued ? 0.3 : isSeven ? 0 : 1)]
        + (isSeven ? [dated(year - 60, 0.6)] : isGlued ? [dated(2000 + year / 100, 0.4)] : [])
    case (1...2, 2):
      guard !end.isDigit, end != ":", isTimed || ![".", "/", "-", ","].contains(end) || !text[third.end + 1].isDigit
      else {
        return []
      }
      date.parts = .unordered(first.value, second.value, Year(third.value))
      date.isClean = date.isClean && !isTorn && second.start == first.end + 1
      return [date]
    case _: return []
    }
  }

  /// Parses dates with a space before a four-digit year: "06 03 2018", "06-03 2018".
  private static func spaced(_ text: SearchText, _ first: TextNumber) -> [WrittenDate] {
    guard first.count < 3, [" ", "-", "/", "."].contains(text[first.end]),
      let second = TextNumber(text, first.end + 1, atMost: 2), text[second.end] == " ",
      let year = TextNumber(text, second.end + 1, atMost: 4, goesOn: true), year.count == 4,
      ![first, second, year].contains(where: \.isCorrected), (1900...2099).contains(year.value)
    else { return [] }
    return [
      WrittenDate(
        parts: .unordered(first.value, second.value, Year(year)), range: first.start..<year.end, form: 0.5,
        lengths: [first.count, second.count, 4])
    ]
  }

  /// Parses dates without separators, such as "05032024" or "20240305".
  private static func undivided(_ text: SearchText, _ start: Int) -> [WrittenDate] {
    let digits = (start..<start + 9).prefix { text[$0].isDigit }.compactMap { text[$0].digit }
    guard digits.count == 8 else { return [] }
    let pairs = stride(from: 0, to: 8, by: 2).map { digits[$0] * 10 + digits[$0 + 1] }
    let parts: [(year: Int, Parts)] = [
      (pairs[2] * 100 + pairs[3], .unordered(pairs[0], pairs[1], Year(pairs[2] * 100 + pairs[3], isWhole: true))),
      (pairs[0] * 100 + pairs[1], .ordered(year: pairs[0] * 100 + pairs[1], month: pairs[2], day: pairs[3])),
    ]
    return parts.filter { (2000...2039).contains($0.year) }.map {
      WrittenDate(parts: $0.1, range: start..<start + 8, form: 0.2, lengths: [8])
    }
  }

  // MARK: Dates with the name of a month

  private static func marks(_ text: SearchText, _ start: Int) -> Int {
    var at = start
    while [".", " ", "-", "\n", "/", ",", "'"].contains(text[at]), at - start < 3 { at += 1 }
    return at
  }

  private static let listopada = Array("listopada".unicodeScalars)

  // "12. listopada" is in October in Croatian, and "12 listopada" in November in Polish. A lost dot doesn't decide, but letters do.
  private static func monthOfListopada(in text: SearchText, _ day: TextNumber) -> Int? {
    let letters = text.string(0..<text.count).lowercased()
    let (isPolish, isCroatian) = (letters.contains { "ąęłńśźż".contains($0) }, letters.contains { "čđš".contains($0) })
    if isPolish != isCroatian { return isPolish ? 11 : 10 }
    return text[day.end] == "." ? 10 : nil
  }

  /// Parses "5 March 2024", "5. März 2024", "1er mars 2024", "5 de marzo de 2024", "05-Mar-24", or "30MAR2018". Returns `nil` for other forms.
  private static func withMonth(_ text: SearchText, _ day: TextNumber) -> WrittenDate? {
    var at = day.end
    for ending in ordinals where text.reads(ending, at) && !text[at + ending.count].isLetter {
      at += ending.count
      break
    }
    at = marks(text, at)
    if let after = text.skippingWord(["de", "of", "di", "d'"], at) { at = after }
    guard var month = MonthName(text, at), (1...31).contains(day.value) else { return nil }
    if text.reads(listopada, at) {
      guard let number = monthOfListopada(in: text, day) else { return nil }
      month.number = number
    }
    at = marks(text, month.end)
    if let after = text.skippingWord(["de", "del", "of", "di"], at) { at = after }
    guard let year = TextNumber(text, at, atMost: 4, goesOn: true), year.count != 3, year.count > 1,
      // In "S#1 Jul 30'11", 30 is the day.
      year.count == 4 || !["'", "`", ":"].contains(text[year.end])
    else { return nil }
    // Two digits are only a year with the right marks: "05-Mar-24", "5 Mar '24".
    // "05 Mar 24" is a date at the beginning of a line or column if the page also has this year in full.
    let isEntry =
      day.count == 2 && text[day.end] == " " && text[at - 1] == " " && text.years.contains(Year(year).number)
      && (["\n", "\0"].contains(text[day.start - 1]) || text.isColumnGap(day.start - 1))
    let isShort =
      year.count == 2
      && (isEntry || text[at - 1] == "'" || (["-", "/"].contains(text[at - 1]) && text[at - 1] == text[day.end]))
    return WrittenDate(
      parts: .ordered(year: Year(year).number, month: month.number, day: day.value), range: day.start..<year.end,
      isClean: (year.count == 4 && (1000...2199).contains(year.value) || isShort) && !text[year.end].isAlphanumeric,
      isCorrected: day.isCorrected || month.isCorrected || year.isCorrected)
  }

  // Parses "2026. július 21.", "2026 m. liepos 21 d.", "2026. gada 21. jūlijā", or "2026-Jul-21". Returns `nil` for other forms.
  private static func withYear(_ text: SearchText, _ year: TextNumber) -> WrittenDate? {
    let mark = text[year.end]
    var at = marks(text, year.end)
    let word = text.skippingWord(["m.", "gada"], at)
    if let word { at = word }
    guard mark == "." && at == year.end + 2 || mark == "-" && at == year.end + 1 || word != nil, !year.isCorrected
    else {
      return nil
    }
    // Months after a sentence begin with a capital: "in 2025. May 12 students".
    guard mark != "." || text[at] == text[at].small else { return nil }
    let month: MonthName
    let day: TextNumber
    let end: Int
    if let name = MonthName(text, at), let number = TextNumber(text, marks(text, name.end), atMost: 2) {
      (month, day, end) = (name, number, number.end)
    } else if word != nil, let number = TextNumber(text, at, atMost: 2),
      let name = MonthName(text, marks(text, number.end))
    {
      (month, day, end) = (name, number, name.end)
    } else {
      return nil
    }
    guard (1...31).contains(day.value), mark != "-" || text[month.end] == "-" else { return nil }
    return WrittenDate(
      parts: .ordered(year: year.value, month: month.number, day: day.value), range: year.start..<end,
      isClean: (1000...2199).contains(year.value) && !text[end].isAlphanumeric,
      isCorrected: day.isCorrected || month.isCorrected)
  }

  private static let ordinals = ["st", "nd", "rd", "th", "er", "º", "°", "o", "ª"].map { Array($0.unicodeScalars) }

  /// Parses a date with the month first, such as "March 5, 2024" or "Jun 03'14". Returns `nil` if there is none.
  private static func withName(_ text: SearchText, _ start: Int) -> WrittenDate? {
    let end = start + text.word(start).count
    // Most words aren't months, so words without a number after them are skipped.
    guard (end..<end + 4).contains(where: { text[$0].isDigit }), let month = MonthName(text, start) else { return nil }
    let first = marks(text, month.end)
    guard let day = TextNumber(text, first, atMost: 2, goesOn: true), (1...31).contains(day.value) else { return nil }
    var behind = day.end
    for ending in ordinals.prefix(4) where text.reads(ending, behind) {
      behind += ending.count
      break
    }
    let at = marks(text, behind)
    guard let year = TextNumber(text, at, atMost: 4, goesOn: true) else { return nil }
    let isShort =
      year.count == 2 && (behind..<at).contains { ["'", ",", "`"].contains(text[$0]) } && text[year.end] != ":"
    guard year.count == 4 || isShort else { return nil }
    return WrittenDate(
      parts: .ordered(year: Year(year).number, month: month.number, day: day.value), range: start..<year.end,
      form: isShort ? 0.9 : 1,
      isClean: !isShort && first > month.end && at > behind && (1000...2199).contains(year.value)
        && !text[year.end].isAlphanumeric && (text[year.end] != "-" || !text[year.end + 1].isDigit)
        && (!month.isCorrected || year.value > 1500),
      isCorrected: day.isCorrected || month.isCorrected || year.isCorrected)
  }

  // MARK: Eras

  private static let eras: [([Unicode.Scalar], Int)] = [
    ("令和", 2018), ("平成", 1988), ("昭和", 1925), ("大正", 1911), ("明治", 1867), ("民國", 1911), ("民国", 1911),
    ("단기", -2333), ("서기", 0), ("西暦", 0), ("公元", 0), ("西元", 0), ("R", 2018), ("H", 1988),
  ].map { (Array($0.0.unicodeScalars), $0.1) }

  /// Parses "令和6年3月5日", "平成元年1月8日", "民國113年3月5日", "R6.3.5", "단기 4357년 3월 5일", and "二〇二四年三月五日".
  private static func withEra(_ text: SearchText, _ start: Int) -> WrittenDate? {
    let era = eras.first { era in
      text[start] == era.0[0] && (era.0.count == 1 || text[text.skippingSpace(start + 1)] == era.0[1])
    }
    var at = start
    for _ in era?.0 ?? [] { at = text.skippingSpace(at + 1) }
    var year: TextNumber
    if era != nil, text[at] == "元" {
      year = TextNumber(value: 1, start: at, end: at + 1)
    } else if let read = TextNumber(text, at, atMost: 4) ?? TextNumber(han: text, at) {
      year = read
    } else {
      return nil
    }
    if era == nil { guard year.value > 999 else { return nil } }
    year.value += era?.1 ?? 0
    func date(_ month: TextNumber, _ day: TextNumber, end: Int, isClean: Bool) -> WrittenDate {
      WrittenDate(
        parts: .ordered(year: year.value, month: month.value, day: day.value), range: start..<end,
        form: era?.0.count == 1 ? 0.6 : 1, isClean: isClean,
        isCorrected: year.isCorrected || month.isCorrected || day.isCorrected)
    }
    if let (month, day, end) = monthAndDay(text, year.end) {
      return date(month, day, end: end, isClean: end > day.end && era?.0.count != 1)
    }
    guard era != nil, let month = Next(text, year.end), let day = Next(text, month.number.end), month.number.count < 3,
      day.number.count < 3
    else { return nil }
    return date(month.number, day.number, end: day.number.end, isClean: false)
  }
}
