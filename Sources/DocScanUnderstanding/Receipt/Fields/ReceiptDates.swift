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
    /// The other day that it may be; nil if something decides.
    var alternative: CalendarDate?
    /// The date as it is written.
    var written: WrittenDate
  }

  let order: DayMonthOrder

  /// Receipts are from these years.
  private static let years = 1990...2099

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
        return Reading(
          date: date, range: written.range, form: form * share, alternative: order.alternative(to: date, in: written),
          written: written)
      }
    }
  }
}
