// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanWords

// Two dates of which only the second has a year, and perhaps a month: "26 August to 13 September 2026", "3.–9.6.2026", "June 3–9, 2026".
struct DateSpan {
  let start: CalendarDate
  let startRange: Range<Int>
  let end: CalendarDate
  let endRange: Range<Int>

  private static let joints = Set(WordLists.words("time.to") + WordLists.words("date.to"))
  private static let particles = Set(WordLists.words("date.particle") + WordLists.words("date.article"))
  private static let ordinals: Set = ["st", "nd", "rd", "th", "er", "º", "ª"]
  private static let (longestJoint, longestDate) = (24, 40)
  // A span from one of the last months of a year to one of the first.
  private static let (late, early) = (10, 3)

  private struct Beginning {
    var day: Int
    var month: Int?
    var end: Int
    var isMonthFirst = false
    // Whether a dot or an ordinal's letters follow the day.
    var isMarked = false
  }

  init?(in text: SearchText, at place: Int, _ context: DetectionContext) {
    guard !text[place - 1].isAlphanumeric, ![".", ",", "/", "-", ":", "#", "'"].contains(text[place - 1]),
      let first = text[place].isDigit ? Self.dayFirst(text, place) : Self.monthFirst(text, place),
      let second = Self.second(after: first, text, context)
    else { return nil }
    let month = first.month ?? second.date.month
    let isEarlier = (month, first.day) < (second.date.month, second.date.day)
    let isOverNewYear = month >= Self.late && second.date.month <= Self.early
    guard isEarlier || isOverNewYear,
      let start = CalendarDate(year: second.date.year - (isEarlier ? 0 : 1), month: month, day: first.day),
      first.month != nil || Self.isDay(first, at: place, second.joint, second.range, text)
    else { return nil }
    (self.start, startRange, end, endRange) = (start, place..<first.end, second.date, second.range)
  }

  // 26, 26., 26th, 26.08., 26/08, 26 August
  private static func dayFirst(_ text: SearchText, _ place: Int) -> Beginning? {
    guard let day = TextNumber(text, place, atMost: 2), !day.isCorrected, (1...31).contains(day.value) else {
      return nil
    }
    var beginning = Beginning(day: day.value, end: day.end)
    let suffix = text.string(day.end..<day.end + 2).lowercased()
    if ordinals.contains(suffix) {
      beginning.end += 2
    } else if ordinals.contains(String(suffix.prefix(1))) {
      beginning.end += 1
    }
    if [".", "/"].contains(text[day.end]) {
      if let month = TextNumber(text, day.end + 1, atMost: 2), !month.isCorrected {
        guard (1...12).contains(month.value) else { return nil }
        let isDotted = text[day.end] == "." && text[month.end] == "."
        beginning.month = month.value
        beginning.end = month.end + (isDotted ? 1 : 0)
        return beginning
      }
      guard text[day.end] == "." else { return nil }
      beginning.end += 1
    }
    beginning.isMarked = beginning.end > day.end
    var name = text.skippingSpace(beginning.end)
    if let after = text.skippingWord(["de", "d'", "of"], name) { name = after }
    if text[name].isLetter, let month = MonthName(text, name), !month.isCorrected {
      beginning.month = month.number
      beginning.end = month.end + (text[month.end] == "." ? 1 : 0)
    }
    return beginning
  }

  // June 3
  private static func monthFirst(_ text: SearchText, _ place: Int) -> Beginning? {
    guard text[place].isCapital else { return nil }
    let end = place + text.word(place).count
    let start = text[end] == "." ? end + 1 : end
    // The name of a month is looked up only before a number.
    guard text[start] == " ", text[start + 1].isDigit, let month = MonthName(text, place), !month.isCorrected,
      month.end == end, let day = TextNumber(text, start + 1, atMost: 2), !day.isCorrected,
      (1...31).contains(day.value)
    else { return nil }
    return Beginning(day: day.value, month: month.number, end: day.end, isMonthFirst: true)
  }

  private enum Joint { case dash, spacedDash, word }

  private static func second(
    after first: Beginning, _ text: SearchText, _ context: DetectionContext
  ) -> (date: CalendarDate, range: Range<Int>, joint: Joint)? {
    let limit = min(text.count, first.end + longestJoint)
    // A month can begin with the letters of a joint: "a".
    for place in first.end..<limit where text[place].isDigit || first.isMonthFirst && text[place].isCapital {
      guard !text[place - 1].isAlphanumeric, let joint = joint(text.string(first.end..<place)) else {
        if text[place].isDigit { return nil }
        continue
      }
      if first.isMonthFirst, let month = first.month, let day = TextNumber(text, place, atMost: 2),
        let year = TextNumber(text, text.skippingSpace(text[day.end] == "," ? day.end + 1 : day.end), atMost: 4),
        year.count == 4, !text[year.end].isAlphanumeric, day.end < year.start,
        let date = CalendarDate(year: year.value, month: month, day: day.value)
      {
        return (date, place..<year.end, joint)
      }
      let window = SearchText(text.string(place..<min(text.count, place + longestDate)))
      guard let (written, _) = DateDetector.date(in: window, at: 0, context), !written.isCorrected,
        let date = context.order.readings(of: written).first?.date,
        context.order.alternative(to: date, in: written) == nil,
        first.isMonthFirst || TextNumber(window, 0, atMost: 2)?.value == date.day
      else { return nil }
      return (date, place..<place + written.range.upperBound, joint)
    }
    return nil
  }

  private static func joint(_ between: String) -> Joint? {
    var words = between.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    while let last = words.last, particles.contains(last) && words.count > 1 || isWeekday(last) { words.removeLast() }
    let joint = words.joined(separator: " ")
    if joint == "-" { return between.contains(where: \.isWhitespace) ? .spacedDash : .dash }
    return joints.contains(joint) ? .word : nil
  }

  private static func isWeekday(_ word: String) -> Bool {
    CalendarDate.weekday(in: word) != nil
  }

  private static let starts = Set(WordLists.words("date.from")).union(particles)

  // Returns whether a number without a month is a day. "Room 3 – 9 June 2026", "chapter 4 to 15 June 2026", "Raum 2-4. Juni 2026", and
  // "3 - 12.06.2026" have other numbers.
  private static func isDay(
    _ first: Beginning, at place: Int, _ joint: Joint, _ second: Range<Int>, _ text: SearchText
  ) -> Bool {
    let day = (second.lowerBound..<second.upperBound).first { !text[$0].isDigit } ?? second.upperBound
    let isNumeric = [".", "/", "-"].contains(text[day]) && text[day + 1].isDigit
    if first.isMarked { return joint != .spacedDash || begins(place, text, until: second.upperBound) }
    guard !isNumeric, text[day] != "." || begins(place, text, until: second.upperBound) else { return false }
    let start = wordStart(before: place, text)
    let isAfterWord = start < place - 1 && text.string(start..<place - 1).allSatisfy(\.isLowercase)
    return joint == .dash && isAfterWord || begins(place, text, until: second.upperBound)
  }

  private static func wordStart(before place: Int, _ text: SearchText) -> Int {
    var start = place - 1
    while start > 0, text[start - 1].isLetter || [".", ",", ":"].contains(text[start - 1]) { start -= 1 }
    return start
  }

  // Returns whether a span begins a text, follows a mark, or follows a word that announces it.
  private static func begins(_ place: Int, _ text: SearchText, until end: Int) -> Bool {
    if text[place - 1] == "(" { return true }
    if [Unicode.Scalar("\0"), "\n"].contains(text[place - 1]) {
      return ["\0", "\n", ",", ".", ";", ")"].contains(text[end])
    }
    let before = text.string(wordStart(before: place, text)..<place).lowercased()
    let word = before.filter { $0.isLetter }
    return [":", ","].contains(before.dropLast().last) || starts.contains(word) || isWeekday(word)
  }
}
