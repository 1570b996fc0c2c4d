// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// Dates with a day, a month and a year, in the forms of nine languages and of the eras of Japan, Korea and Taiwan.
package enum DateDetector: Detector {
  package static let kinds = [Detection.Kind.date]

  package static func find(in text: SearchText, _ context: DetectionContext) -> [Detected] {
    var dates: [WrittenDate] = []
    var at = 0
    while at < text.count {
      if let date = WrittenDate(in: text, at: at, context) {
        dates.append(date)
        at = date.range.upperBound
      } else {
        at += 1
      }
    }
    let order = DateOrder(dates, context)
    return dates.compactMap { date in
      guard let value = order.value(of: date) else { return nil }
      return Detected(
        kind: .date, range: date.range, value: value, proof: date.isSure ? .grammar : .form,
        isCorrected: date.isCorrected)
    }
  }
}

/// Whether days or months come first where both numbers could be either: as the setting says, as other dates of the page have
/// it, or as is usual.
package struct DateOrder {
  private let isDayFirst: Bool
  private let isYearFirst: Bool

  package init(_ dates: [WrittenDate], _ context: DetectionContext) {
    let open = dates.compactMap { date -> (Int, Int)? in
      guard case .unordered(let first, let second, let year) = date.parts, year.isWhole else { return nil }
      return (first, second)
    }
    let dayFirst = open.count { $0.0 > 12 && $0.1 <= 12 }
    let monthFirst = open.count { $0.1 > 12 && $0.0 <= 12 }
    let isAmerican = context.base == "en" && ["US", "PH"].contains(context.regions.first ?? "US")
    let usual = !(isAmerican || ["ja", "ko", "zh"].contains(context.base))
    isDayFirst = context.dayFirst ?? (dayFirst == monthFirst ? usual : dayFirst > monthFirst)
    isYearFirst = ["ja", "ko", "zh"].contains(context.base) && context.dayFirst == nil
  }

  /// ISO 8601; nil where no order makes a date of it.
  package func value(of date: WrittenDate) -> String? {
    switch date.parts {
    case .ordered(let year, let month, let day): return CalendarDate(year: year, month: month, day: day)?.text
    case .unordered(let first, let second, let year):
      if isYearFirst, !year.isWhole,
        let date = CalendarDate(year: WrittenDate.Year(first).number, month: second, day: year.digits)
      {
        return date.text
      }
      let (day, month) = isDayFirst ? (first, second) : (second, first)
      let date =
        CalendarDate(year: year.number, month: month, day: day)
        ?? CalendarDate(year: year.number, month: day, day: month)
      return date?.text
    }
  }
}

extension Int {
  /// With two digits at least.
  package var padded: String { self < 10 ? "0\(self)" : "\(self)" }
}
