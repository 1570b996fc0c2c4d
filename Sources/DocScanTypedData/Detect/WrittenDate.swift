// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// A date as it stands in a text, before it is known which number is which.
package struct WrittenDate {
  /// A year, which may have been written with two digits.
  package struct Year {
    package var digits: Int
    package var isWhole: Bool

    /// Of two digits: up to 50 it is one of this century.
    package init(_ digits: Int, isWhole: Bool = false) { (self.digits, self.isWhole) = (digits, isWhole) }

    package var number: Int { isWhole ? digits : digits + (digits <= 50 ? 2000 : 1900) }
  }

  package enum Parts {
    case ordered(year: Int, month: Int, day: Int)
    case unordered(Int, Int, Year)
  }

  package var parts: Parts
  package var range: Range<Int>
  package var isCorrected = false
  /// Whether nothing but a date has this form.
  package var isSure = true

  /// Reads a date that begins at a place; nil where none does.
  package init?(in text: SearchText, at start: Int, _ context: DetectionContext) {
    let scalar = text[start]
    guard
      let date = scalar.isDigit || Misreading.digit(for: scalar) != nil && text[start + 1].isDigit
        ? Self.withNumber(text, start, context) ?? (scalar.isLetter ? Self.withName(text, start) : nil)
        : scalar.isLetter ? Self.withName(text, start) ?? Self.withEra(text, start) : nil
    else { return nil }
    self = date
  }

  private init(_ parts: Parts, _ range: Range<Int>, isCorrected: Bool, isSure: Bool = true) {
    (self.parts, self.range, self.isCorrected, self.isSure) = (parts, range, isCorrected, isSure)
  }

  // MARK: Dates that begin with a number

  private static func withNumber(_ text: SearchText, _ start: Int, _ context: DetectionContext) -> WrittenDate? {
    let before = text[start - 1]
    guard !before.isAlphanumeric, !([".", "-", "/", ",", ":"].contains(before) && text[start - 2].isDigit),
      let first = TextNumber(text, start, atMost: 4)
    else { return nil }
    if first.count == 4 || first.count == 2,
      let date = withCharacters(text, first, year: Year(first.value, isWhole: first.count == 4))
    {
      return date
    }
    if let date = withSeparators(text, first, context) { return date }
    guard first.count < 3, !isSeparated(text, start) else { return nil }
    return withMonth(text, first)
  }

  /// "4.12" in front of a name is no day.
  private static func isSeparated(_ text: SearchText, _ start: Int) -> Bool {
    [".", ","].contains(text[start - 1]) && text[start - 2].isDigit
  }

  /// "2024年3月5日", "2024 년 3 월 5 일".
  private static func withCharacters(_ text: SearchText, _ year: TextNumber, year value: Year) -> WrittenDate? {
    guard let (month, day) = monthAndDay(text, year.end) else { return nil }
    return WrittenDate(
      .ordered(year: value.number, month: month.value, day: day.value), year.start..<day.end + 1,
      isCorrected: year.isCorrected || month.isCorrected || day.isCorrected)
  }

  /// "年3月5日" behind a year; the day's end is that of its number, without the blank before its sign.
  private static func monthAndDay(_ text: SearchText, _ end: Int) -> (TextNumber, TextNumber)? {
    var at = text.skippingSpace(end)
    guard ["年", "년"].contains(text[at]) else { return nil }
    at = text.skippingSpace(at + 1)
    guard let month = TextNumber(text, at, atMost: 2) ?? TextNumber(han: text, at) else { return nil }
    at = text.skippingSpace(month.end)
    guard ["月", "월"].contains(text[at]) else { return nil }
    at = text.skippingSpace(at + 1)
    guard var day = TextNumber(text, at, atMost: 2) ?? TextNumber(han: text, at) else { return nil }
    at = text.skippingSpace(day.end)
    guard ["日", "일", "号", "號"].contains(text[at]) else { return nil }
    day.end = at
    return (month, day)
  }

  /// "2024-03-05", "5.3.2024", "05/03/24", "2024. 3. 5."
  private static func withSeparators(
    _ text: SearchText, _ first: TextNumber, _ context: DetectionContext
  ) -> WrittenDate? {
    let mark = text[first.end]
    guard [".", "/", "-"].contains(mark) || (mark == " " && [".", "/", "-"].contains(text[first.end + 1])) else {
      return nil
    }
    let sign = mark == " " ? text[first.end + 1] : mark
    guard let second = next(text, first.end, sign), second.count < 3, let third = next(text, second.end, sign),
      third.count != 3, !text[third.end].isAlphanumeric || text[third.end] == "T" || text[third.end] == "일"
    else { return nil }
    guard !([".", "/", "-", ":"].contains(text[third.end]) && text[third.end + 1].isDigit),
      // "9. 28,까지": a mark that ends the date in Korean.
      first.isCorrected.count + second.isCorrected.count + third.isCorrected.count <= 2
    else { return nil }
    let isCorrected = first.isCorrected || second.isCorrected || third.isCorrected
    let isTorn = text[first.end] == " " || (sign != "." && second.start > first.end + 1)
    var end = third.end
    if sign == ".", first.count == 4, text[end] == "." { end += 1 }
    switch (first.count, third.count) {
    case (4, 1...2):
      return WrittenDate(
        .ordered(year: first.value, month: second.value, day: third.value), first.start..<end,
        isCorrected: isCorrected || isTorn)
    case (1...2, 4):
      guard (1000...2199).contains(third.value) else { return nil }
      return WrittenDate(
        .unordered(first.value, second.value, Year(third.value, isWhole: true)), first.start..<end,
        isCorrected: isCorrected || isTorn)
    case (1...2, 2):
      // "3.10.12" is a section or a version where dates are written otherwise.
      let isNamed =
        text.has(dateNames, before: first.start, within: 20) || TimeDetector.stands(text, text.line(at: first.start))
      let isUsual =
        sign == "."
        ? ["de", "fr", "it", "es", "pt"].contains(context.base) && first.count == 2 && second.count == 2
        : sign == "/" && second.count == 2
      guard !isTorn, isNamed || isUsual, second.start == first.end + 1 else { return nil }
      return WrittenDate(
        .unordered(first.value, second.value, Year(third.value)), first.start..<end, isCorrected: isCorrected,
        isSure: isNamed)
    case _: return nil
    }
  }

  private static let dateNames = keywords(
    "date datum dated fecha data vom le du del 日付 日期 날짜 일자 일시 tanggal tarikh")

  /// The number behind a separator, which may have blanks beside it.
  private static func next(_ text: SearchText, _ end: Int, _ sign: Unicode.Scalar) -> TextNumber? {
    let at = text[end] == " " ? end + 1 : end
    guard text[at] == sign else { return nil }
    let start = text[at + 1] == " " || (sign == "." && text[at + 1] == "\n") ? at + 2 : at + 1
    return TextNumber(text, start, atMost: 4)
  }

  // MARK: Dates with the name of a month

  /// "5 March 2024", "5. März 2024", "1er mars 2024", "5 de marzo de 2024", "05-Mar-24".
  private static func withMonth(_ text: SearchText, _ day: TextNumber) -> WrittenDate? {
    var at = day.end
    for ending in ordinals where text.reads(ending, at) && !text[at + ending.count].isLetter {
      at += ending.count
      break
    }
    while [".", " ", "-", "\n", "/", ","].contains(text[at]), at - day.end < 4 { at += 1 }
    if let after = text.skippingWord(["de", "of", "di", "d'"], at) { at = after }
    guard let month = MonthName(text, at), (1...31).contains(day.value) else { return nil }
    at = month.end
    while [".", " ", "-", "\n", "/", ",", "'"].contains(text[at]), at - month.end < 3 { at += 1 }
    if let after = text.skippingWord(["de", "del", "of", "di"], at) { at = after }
    guard let year = TextNumber(text, at, atMost: 4), !text[year.end].isAlphanumeric else { return nil }
    // Two digits only where the marks say that it is a year: "05-Mar-24", "5 Mar '24".
    let isShort =
      year.count == 2 && (text[at - 1] == "'" || (["-", "/"].contains(text[at - 1]) && text[at - 1] == text[day.end]))
    guard year.count == 4 && (1000...2199).contains(year.value) || isShort else { return nil }
    return WrittenDate(
      .ordered(year: Year(year.value, isWhole: year.count == 4).number, month: month.number, day: day.value),
      day.start..<year.end, isCorrected: day.isCorrected || month.isCorrected || year.isCorrected)
  }

  private static let ordinals = ["st", "nd", "rd", "th", "er", "º", "°", "o", "ª"].map { Array($0.unicodeScalars) }

  /// "March 5, 2024".
  private static func withName(_ text: SearchText, _ start: Int) -> WrittenDate? {
    guard !text[start - 1].isLetter, !text[start - 1].isDigit, let month = MonthName(text, start) else { return nil }
    var at = month.end
    while [".", " ", "\n", "-"].contains(text[at]), at - month.end < 3 { at += 1 }
    guard at > month.end, let day = TextNumber(text, at, atMost: 2), (1...31).contains(day.value) else { return nil }
    at = day.end
    for ending in ordinals.prefix(4) where text.reads(ending, at) {
      at += ending.count
      break
    }
    let marks = at
    while [",", ".", " ", "\n", "-", "/"].contains(text[at]), at - marks < 3 { at += 1 }
    guard at > marks, let year = TextNumber(text, at, atMost: 4), year.count == 4, (1000...2199).contains(year.value),
      !text[year.end].isAlphanumeric, text[year.end] != "-" || !text[year.end + 1].isDigit,
      !month.isCorrected || year.value > 1500
    else { return nil }
    return WrittenDate(
      .ordered(year: year.value, month: month.number, day: day.value), start..<year.end,
      isCorrected: day.isCorrected || month.isCorrected || year.isCorrected)
  }

  // MARK: Eras

  private static let eras: [([Unicode.Scalar], Int)] = [
    ("令和", 2018), ("平成", 1988), ("昭和", 1925), ("大正", 1911), ("明治", 1867), ("民國", 1911), ("民国", 1911),
    ("단기", -2333), ("서기", 0), ("西暦", 0), ("公元", 0), ("西元", 0),
  ].map { (Array($0.0.unicodeScalars), $0.1) }

  /// "令和6年3月5日", "平成元年1月8日", "民國113年3月5日", "단기 4357년 3월 5일", and "二〇二四年三月五日".
  private static func withEra(_ text: SearchText, _ start: Int) -> WrittenDate? {
    let era = eras.first { era in
      text[start] == era.0[0] && text[text.skippingSpace(start + 1)] == era.0[1]
    }
    let at = era == nil ? start : text.skippingSpace(text.skippingSpace(start + 1) + 1)
    var year: TextNumber
    if era != nil, ["元"].contains(text[at]) {
      year = TextNumber(value: 1, start: at, end: at + 1)
    } else if let read = TextNumber(text, at, atMost: 4) ?? TextNumber(han: text, at) {
      year = read
    } else {
      return nil
    }
    if era == nil { guard year.value > 999 else { return nil } }
    guard let (month, day) = monthAndDay(text, year.end) else { return nil }
    year.value += era?.1 ?? 0
    return WrittenDate(
      .ordered(year: year.value, month: month.value, day: day.value), start..<day.end + 1,
      isCorrected: year.isCorrected || month.isCorrected || day.isCorrected)
  }
}

extension Bool {
  fileprivate var count: Int { self ? 1 : 0 }
}
