// SPDX-License-Identifier: GPL-3.0-or-later

/// Which of the numbers of a date is which, where each could be several.
package struct DateOrder: Sendable {
  /// Whether days stand before months where the year is last.
  package var isDayFirst: Bool
  /// Whether a year of two digits stands first.
  package var isYearFirst = false

  package init(isDayFirst: Bool, isYearFirst: Bool = false) {
    (self.isDayFirst, self.isYearFirst) = (isDayFirst, isYearFirst)
  }

  /// As the setting says, as other dates of the page have it, or as is usual.
  init(_ dates: [WrittenDate], in text: SearchText, _ context: DetectionContext) {
    let days = Self.days(in: dates, text)
    let isEastAsian = ["ja", "ko", "zh"].contains(context.base)
    let isAmerican = context.base == "en" && ["US", "PH"].contains(context.regions.first ?? "US")
    isDayFirst = context.dayFirst ?? (days == 0 ? !isAmerican && !isEastAsian : days > 0)
    isYearFirst = isEastAsian && context.dayFirst == nil
  }

  /// How many more dates say that days come first than that months do: a number above 12 is a day, points stand behind days, and
  /// of two days one is the day of the week that the line names.
  package static func days(in dates: [WrittenDate], _ text: SearchText) -> Int {
    dates.reduce(0) { sum, date in
      guard case .unordered(let first, let second, let year) = date.parts, let mark = date.mark, !date.isMisread,
        [".", "/", "-"].contains(mark)
      else { return sum }
      var sum = sum
      if (13...31).contains(first), (1...12).contains(second) { sum += mark == "." ? 2 : 1 }
      if (13...31).contains(second), (1...12).contains(first) { sum -= 1 }
      guard first != second,
        let weekday = CalendarDate.weekday(in: text.string(text.line(at: date.range.lowerBound)))
      else { return sum }
      let isDay = CalendarDate(year: year.number, month: second, day: first)?.weekday == weekday
      let isMonth = CalendarDate(year: year.number, month: first, day: second)?.weekday == weekday
      return sum + (isDay == isMonth ? 0 : isDay ? 1 : -1)
    }
  }

  /// What a date can mean, the likeliest first, each with how likely.
  package func readings(of date: WrittenDate) -> [(date: CalendarDate, form: Double)] {
    switch date.parts {
    case .ordered(let year, let month, let day):
      let other = date.lengths.last.map { $0 > 1 } ?? false ? CalendarDate(year: year, month: day, day: month) : nil
      return [(CalendarDate(year: year, month: month, day: day), 1), (other, 0.4)].compactMap { date, form in
        date.map { ($0, form) }
      }
    case .unordered(let first, let second, let year):
      let numbers = isDayFirst ? [(first, second), (second, first)] : [(second, first), (first, second)]
      let dates = numbers.compactMap { CalendarDate(year: year.number, month: $0.1, day: $0.0) }
      guard !year.isWhole else { return Array(zip(dates, [1, 0.5])) }
      let own =
        date.lengths.first == 2 || isYearFirst
        ? CalendarDate(year: WrittenDate.Year(first).number, month: second, day: year.digits) : nil
      if isYearFirst { return (own.map { [($0, 0.85)] } ?? []) + dates.map { ($0, 0.5) } }
      return Array(zip(dates, [0.85, 0.45])) + (own.map { [($0, 0.3)] } ?? [])
    }
  }
}
