// SPDX-License-Identifier: GPL-3.0-or-later

/// The order of day and month in numeric dates, and the evidence for it. 03/04/2024 is ambiguous unless the user's setting, other dates, a sorted
/// column, or the text's origin decides. In dates with dots, the day comes first unless the setting or other dates contradict.
package struct DayMonthOrder: Sendable {
  /// The kinds of evidence, from the weakest to the strongest.
  package enum Evidence: Int, Comparable, Sendable {
    case none
    /// The language, the currency, or the country of the text.
    case origin
    /// A column whose dates are sorted in this order but not in the other.
    case sorted
    /// Other dates in the text whose order is clear.
    case dates
    case setting

    package static func < (left: Evidence, right: Evidence) -> Bool { left.rawValue < right.rawValue }
  }

  package private(set) var isDayFirst: Bool
  package let isYearFirst: Bool
  package private(set) var evidence: Evidence
  private var isDottedDayFirst = true
  private var areYearsShownFirst = false

  /// Determines the order from the setting, the dates of the texts, or their origin. Line feeds separate the lines of a text.
  package init(in texts: [SearchText], from origin: TextOrigin, dayFirst: Bool? = nil) {
    (isDayFirst, evidence) = (origin.isDayFirst, origin.decidesOrder ? .origin : .none)
    isYearFirst = origin.isYearFirst && dayFirst == nil
    take(Votes(texts))
    areYearsShownFirst =
      isYearFirst
      && texts.contains { text in
        WrittenDate.all(in: text).contains { $0.isClean && text.beginsWithYear(at: $0.range.lowerBound) }
      }
    if let dayFirst { (isDayFirst, isDottedDayFirst, evidence) = (dayFirst, dayFirst, .setting) }
  }

  /// Returns the order for a column of dates. The column's own dates take precedence over those of the page, but not over the user's setting.
  package func inColumn(_ text: SearchText) -> DayMonthOrder {
    guard evidence < .setting else { return self }
    var order = self
    order.take(Votes([text]))
    if order.evidence < .dates, let isDayFirst = Self.isSortedDayFirst(WrittenDate.all(in: text)) {
      (order.isDayFirst, order.evidence) = (isDayFirst, .sorted)
    }
    return order
  }

  private mutating func take(_ votes: Votes) {
    if let dots = votes.dotted.isDayFirst { isDottedDayFirst = dots }
    guard !votes.isDivided else { return evidence = .none }
    guard let isDayFirst = votes.others.isDayFirst ?? votes.dotted.isDayFirst else { return }
    (self.isDayFirst, evidence) = (isDayFirst, .dates)
  }

  /// The minimum number of different dates in a sorted column. Fewer dates are often sorted in the wrong order, too.
  private static let fewestSorted = 4

  /// Returns `true` if a column is sorted only with the day first, `false` if it is sorted only with the month first, and `nil` otherwise.
  private static func isSortedDayFirst(_ dates: [WrittenDate]) -> Bool? {
    let dates = dates.filter { $0.day(isDayFirst: true) != nil && $0.mark != "." && !$0.isMisread }
    func isSorted(_ isDayFirst: Bool) -> Bool {
      let days = dates.compactMap { $0.day(isDayFirst: isDayFirst)?.text }
      return Set(days).count >= fewestSorted && (days == days.sorted() || days == days.sorted(by: >))
    }
    let (days, months) = (isSorted(true), isSorted(false))
    return days == months ? nil : days
  }

  private func isDayFirst(in date: WrittenDate) -> Bool { date.mark == "." ? isDottedDayFirst : isDayFirst }

  /// Returns the possible dates, most likely first, each with its likelihood from 0 to 1.
  package func readings(of date: WrittenDate) -> [(date: CalendarDate, form: Double)] {
    switch date.parts {
    case .ordered(let year, let month, let day):
      let other = date.lengths.last.map { $0 > 1 } ?? false ? CalendarDate(year: year, month: day, day: month) : nil
      return [(CalendarDate(year: year, month: month, day: day), 1), (other, 0.4)].compactMap { date, form in
        date.map { ($0, form) }
      }
    case .unordered(let first, let second, let year):
      let isDayFirst = isDayFirst(in: date)
      let dates = [date.day(isDayFirst: isDayFirst), date.day(isDayFirst: !isDayFirst)].compactMap(\.self)
      guard !year.isWhole else { return Array(zip(dates, [1, 0.5])) }
      let own =
        date.lengths.first == 2 || isYearFirst
        ? CalendarDate(year: WrittenDate.Year(first).number, month: second, day: year.digits) : nil
      if isYearFirst { return (own.map { [($0, 0.85)] } ?? []) + dates.map { ($0, 0.5) } }
      return Array(zip(dates, [0.85, 0.45])) + (own.map { [($0, 0.3)] } ?? [])
    }
  }

  package func alternative(to day: CalendarDate, in date: WrittenDate) -> CalendarDate? {
    // 03/04/05 can begin with the year, the day, or the month.
    if isYearFirst, !areYearsShownFirst, case .unordered(_, _, let year) = date.parts, !year.isWhole {
      return readings(of: date).first { $0.date != day }?.date
    }
    guard evidence == .none, date.isSwappable, date.mark != ".", let other = day.swapped,
      [true, false].contains(where: { date.day(isDayFirst: $0) == other })
    else { return nil }
    return other
  }
}

extension DayMonthOrder {
  /// The number of dates with the day first, and the number of dates with the month first.
  private struct Count {
    var days = 0
    var months = 0

    /// The factor by which one order must outnumber the other, so that one misread date among many doesn't count.
    private static let least = 4

    var isDayFirst: Bool? {
      if days > Self.least * months { return true }
      return months > Self.least * days ? false : nil
    }
  }

  /// The number of dates that show an order, with dots and with other marks. In these dates, a number is above 12, or only one order matches the
  /// weekday in the line or an unambiguous date elsewhere.
  private struct Votes {
    var dotted = Count()
    var others = Count()

    var isDivided: Bool { others.days + others.months > 0 && others.isDayFirst == nil }

    init(_ texts: [SearchText]) {
      // Numbers in a table of prices can look like torn dates with different marks: 4/ 21.59, 1 -13,70.
      let dates = texts.map { text in
        WrittenDate.all(in: text).filter { date in
          !date.isMisread && Set(text.string(date.range).filter { "./-,".contains($0) }).count < 2
        }
      }
      let named = Set(
        dates.joined().compactMap { date -> CalendarDate? in
          guard case .ordered(let year, let month, let day) = date.parts, date.isClean else { return nil }
          return CalendarDate(year: year, month: month, day: day)
        })
      for (text, dates) in zip(texts, dates) {
        for date in dates { add(date, in: text, named) }
      }
    }

    private mutating func add(_ date: WrittenDate, in text: SearchText, _ named: Set<CalendarDate>) {
      guard case .unordered(let first, let second, _) = date.parts, first != second, let mark = date.mark,
        [".", "/", "-"].contains(mark)
      else { return }
      let (day, month) = (date.day(isDayFirst: true), date.day(isDayFirst: false))
      if (day == nil) != (month == nil) {
        count(day != nil, mark)
      } else if let day, let month {
        let weekday = CalendarDate.weekday(in: text.string(text.line(at: date.range.lowerBound)))
        if let weekday, (day.weekday == weekday) != (month.weekday == weekday) { count(day.weekday == weekday, mark) }
        if named.contains(day) != named.contains(month) { count(named.contains(day), mark) }
      }
    }

    private mutating func count(_ isDayFirst: Bool, _ mark: Unicode.Scalar) {
      let count = isDayFirst ? \Count.days : \Count.months
      if mark == "." { dotted[keyPath: count] += 1 } else { others[keyPath: count] += 1 }
    }
  }
}

extension SearchText {
  fileprivate func beginsWithYear(at start: Int) -> Bool {
    (start..<start + 4).allSatisfy { self[$0].isDigit } && !self[start + 4].isDigit
  }
}

extension WrittenDate {
  package func day(isDayFirst: Bool) -> CalendarDate? {
    guard case .unordered(let first, let second, let year) = parts else { return nil }
    return CalendarDate(
      year: year.number, month: isDayFirst ? second : first, day: isDayFirst ? first : second)
  }

  package var isSwappable: Bool {
    guard let day = day(isDayFirst: true), let month = day.swapped else { return false }
    return day != month
  }
}
