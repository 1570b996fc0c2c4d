// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanTypedData

/// The dates of a receipt, including doubtful ones, each with a score.
struct ReceiptDates {
  /// A possible reading of a date.
  struct Reading {
    var date: CalendarDate
    /// The position in the row's text, in Unicode scalars.
    var range: Range<Int>
    /// The certainty of the reading by its form, from 0 to 1.
    var form: Double
    var alternative: CalendarDate?
    var written: WrittenDate
  }

  let order: DayMonthOrder

  // Archives hold older bills, whose years have four digits.
  private static let (years, wholeYears) = (1990...2099, 1900...2099)

  /// Returns the possible dates in a text. A position can have several readings. Misread dates are left out if `isLikely` is `nil`, and badly misread
  /// ones if it is `false`. With `besideKeyword`, digits without separators get a higher score.
  func readings(in text: String, besideKeyword: Bool = false, isLikely: Bool? = nil) -> [Reading] {
    WrittenDate.all(in: SearchText(text)).flatMap { written -> [Reading] in
      if written.isMisread {
        guard let isLikely, isLikely || written.form > 0.5 else { return [] }
      }
      // Bare digits are only a date next to a label.
      let form = besideKeyword && written.lengths == [8] ? 0.5 : written.form
      return order.readings(of: written).compactMap { date, share in
        let isWhole = written.form >= 0.8 && (written.lengths.isEmpty || written.lengths.contains(4))
        guard (isWhole ? Self.wholeYears : Self.years).contains(date.year), form > 0 else { return nil }
        return Reading(
          date: date, range: written.range, form: form * share, alternative: order.alternative(to: date, in: written),
          written: written)
      }
    }
  }
}
