// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanWords

/// A date in the Gregorian calendar, with a year from 1000 to 2199.
package struct CalendarDate: Hashable, Sendable {
  package var year: Int
  package var month: Int
  package var day: Int

  private static let years = 1000...2199

  package init?(year: Int, month: Int, day: Int) {
    guard Self.years.contains(year), (1...12).contains(month), day >= 1 else { return nil }
    let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard day <= days[month - 1] else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// The date in ISO 8601 format: 2019-01-09.
  package var text: String { "\(year)-\(month.padded)-\(day.padded)" }

  package var swapped: CalendarDate? { CalendarDate(year: year, month: day, day: month) }

  /// The day of the week, from 0 (Sunday) to 6. Source: T. Sakamoto's formula, as in the comp.lang.c FAQ, question 20.31.
  package var weekday: Int {
    let year = month < 3 ? year - 1 : year
    return (year + year / 4 - year / 100 + year / 400 + [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4][month - 1] + day) % 7
  }

  private static let weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"].map {
    Set(WordLists.words("weekday.\($0)"))
  }

  // Returns the days of the week that a text names.
  static func weekdays(in text: String) -> [Int] {
    let words = Set(text.lowercased().split { !$0.isLetter }.map(String.init))
    return weekdays.indices.filter { !words.isDisjoint(with: weekdays[$0]) }
  }

  package static func weekday(in text: String) -> Int? {
    let named = weekdays(in: text)
    return named.count == 1 ? named.first : nil
  }
}
