// SPDX-License-Identifier: GPL-3.0-or-later

/// A day of the Gregorian calendar.
struct CalendarDate: Hashable, Sendable {
  var year: Int
  var month: Int
  var day: Int

  /// Receipts are from these years.
  private static let years = 1990...2099

  /// Nil for a day that there is not.
  init?(year: Int, month: Int, day: Int) {
    guard Self.years.contains(year), (1...12).contains(month), day >= 1 else { return nil }
    let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard day <= days[month - 1] else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// As ISO 8601 writes it: 2019-01-09.
  var text: String { "\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)" }
}
