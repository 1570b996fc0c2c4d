// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanTypedData

/// The dates of a page on which some have to be: the doubtful ones too, with what each is worth.
struct ReceiptDates {
  /// A date as it could be read.
  struct Reading {
    var date: CalendarDate
    /// Where it stands, in Unicode scalars of the row's text.
    var range: Range<Int>
    /// How sure the form is that it is a date, and this one: 0 to 1.
    var form: Double
  }

  let order: DateOrder
  /// Whether the dates of the page tell the order of day and month.
  let isShown: Bool

  /// Receipts are from these years.
  private static let years = 1990...2099

  /// The order is the one that is given, that the page's dates have, or that is usual where it is from.
  init(texts: [String], currency: String?, dayFirst: Bool?) {
    let days = texts.reduce(0) { days, text in
      let text = SearchText(text)
      return days + DateOrder.days(in: WrittenDate.all(in: text), text)
    }
    isShown = days != 0
    order =
      if let isDayFirst = dayFirst ?? (days == 0 ? nil : days > 0) {
        DateOrder(isDayFirst: isDayFirst)
      } else if let currency {
        DateOrder(isDayFirst: currency != "USD", isYearFirst: ["KRW", "JPY", "CNY", "TWD"].contains(currency))
      } else {
        DateOrder(isDayFirst: !texts.contains { Self.isAmerican(SearchText($0)) })
      }
  }

  /// Whether a telephone number stands in a text as North America writes them: (212) 555-0142, 212.555.0142.
  private static func isAmerican(_ text: SearchText) -> Bool {
    (0..<text.count).contains { start in
      guard let area = TextNumber(text, start, atMost: 3), !text[start - 1].isDigit, area.value > 199 else {
        return false
      }
      let isBracketed = text[area.end] == ")"
      guard isBracketed || ["-", "."].contains(text[area.end]),
        let office = TextNumber(
          text, isBracketed ? text.skippingSpace(area.end + 1) : area.end + 1, atMost: 3), office.count == 3,
        ["-", ".", " "].contains(text[office.end]), let line = TextNumber(text, office.end + 1, atMost: 4)
      else { return false }
      return line.count == 4
    }
  }

  /// The dates in a row's text, several readings of one place among them.
  ///
  /// `isLikely` says whether something else speaks for a date there; without it misread dates are not looked for.
  func readings(in text: String, besideKeyword: Bool = false, isLikely: Bool? = nil) -> [Reading] {
    WrittenDate.all(in: SearchText(text)).flatMap { written -> [Reading] in
      if written.isMisread {
        guard let isLikely, isLikely || written.form > 0.5 else { return [] }
      }
      // Digits alone are a date where something says so.
      let form = besideKeyword && written.lengths == [8] ? 0.5 : written.form
      return order.readings(of: written).compactMap { date, share in
        guard Self.years.contains(date.year), form > 0 else { return nil }
        return Reading(date: date, range: written.range, form: form * share)
      }
    }
  }
}
