// SPDX-License-Identifier: GPL-3.0-or-later

/// A day of the Gregorian calendar.
package struct CalendarDate: Hashable, Sendable {
  package var year: Int
  package var month: Int
  package var day: Int

  /// Papers speak of these years.
  private static let years = 1000...2199

  /// Nil for a day that there is not.
  package init?(year: Int, month: Int, day: Int) {
    guard Self.years.contains(year), (1...12).contains(month), day >= 1 else { return nil }
    let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard day <= days[month - 1] else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// As ISO 8601 writes it: 2019-01-09.
  package var text: String { "\(year)-\(month.padded)-\(day.padded)" }

  /// The day with day and month swapped; nil if there is no such day.
  package var swapped: CalendarDate? { CalendarDate(year: year, month: day, day: month) }

  /// The day of the week, from Sunday, 0, to Saturday, 6.
  ///
  /// Source: T. Sakamoto's formula, as in the comp.lang.c FAQ, question 20.31.
  package var weekday: Int {
    let year = month < 3 ? year - 1 : year
    return (year + year / 4 - year / 100 + year / 400 + [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4][month - 1] + day) % 7
  }

  private static let weekdays = [
    ["sun", "sunday", "sonntag", "dimanche", "domingo", "domenica"],
    ["mon", "monday", "montag", "lundi", "lunes", "lunedì", "segunda"],
    ["tue", "tues", "tuesday", "dienstag", "mardi", "martes", "martedì", "terça"],
    ["wed", "wednesday", "mittwoch", "mercredi", "miércoles", "mercoledì", "quarta"],
    ["thu", "thur", "thurs", "thursday", "donnerstag", "jeudi", "jueves", "giovedì", "quinta"],
    ["fri", "friday", "freitag", "vendredi", "viernes", "venerdì", "sexta"],
    ["sat", "saturday", "samstag", "samedi", "sábado", "sabato"],
  ]

  /// The only day of the week that a text names; nil if it names none or several.
  package static func weekday(in text: String) -> Int? {
    let words = Set(text.lowercased().split { !$0.isLetter }.map(String.init))
    let named = weekdays.indices.filter { !words.isDisjoint(with: weekdays[$0]) }
    return named.count == 1 ? named.first : nil
  }
}
