// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// Detects dates with day, month, and year in the formats of 30 languages, including the years of Japanese, Korean, and Taiwanese eras.
package enum DateDetector: Detector {
  package static let kinds = [Detection.Kind.date]

  package static func find(in text: SearchText, _ context: DetectionContext) -> [Detected] {
    var found: [Detected] = []
    var at = 0
    while at < text.count {
      if let (date, isSure) = date(in: text, at: at, context) {
        at = date.range.upperBound
        // Unlikely readings only count in places that must contain a date.
        guard let value = context.order.readings(of: date).first(where: { $0.form > 0.4 })?.date else { continue }
        found.append(
          Detected(
            kind: .date, range: date.range, value: value.text,
            alternative: context.order.alternative(to: value, in: date)?.text, proof: isSure ? .grammar : .form,
            isCorrected: date.isCorrected))
      } else if let span = DateSpan(in: text, at: at, context) {
        found.append(Detected(kind: .date, range: span.startRange, value: span.start.text, proof: .form))
        found.append(Detected(kind: .date, range: span.endRange, value: span.end.text, proof: .grammar))
        at = span.endRange.upperBound
      } else {
        at += 1
      }
    }
    return found
  }

  static func date(
    in text: SearchText, at start: Int, _ context: DetectionContext
  ) -> (date: WrittenDate, isSure: Bool)? {
    for date in WrittenDate.all(in: text, at: start) {
      if let date = nordic(date, text, context) { return (date, true) }
      guard date.isClean else { continue }
      guard date.lengths.last == 2, date.lengths.first != 4, let mark = date.mark else { return (date, true) }
      // "3.10.12" is a section or a version in languages with other date formats.
      if text.has(names, before: start, within: 20) || TimeDetector.stands(text, text.line(at: start)) {
        return (date, true)
      }
      let isUsual =
        mark == "."
        ? ["de", "fr", "it", "es", "pt"].contains(context.base) && date.lengths == [2, 2, 2]
        : mark == "/" && date.lengths[1] == 2
      if isUsual { return (date, false) }
    }
    return nil
  }

  // In Nordic languages, the day precedes the month in "12/3 2026" and "12/3-2026".
  private static func nordic(_ date: WrittenDate, _ text: SearchText, _ context: DetectionContext) -> WrittenDate? {
    guard case .unordered(let day, let month, let year) = date.parts, year.isWhole, (1...12).contains(month),
      ["sv", "da", "nb", "nn", "no", "fi"].contains(context.base), !date.isCorrected,
      text[date.range.lowerBound + (date.lengths.first ?? 0)] == "/",
      [" ", "-"].contains(text[date.range.upperBound - 5]),
      ![text[date.range.lowerBound - 1], text[date.range.upperBound]].contains(where: \.isAlphanumeric)
    else { return nil }
    var date = date
    date.parts = .ordered(year: year.number, month: month, day: day)
    return date
  }

  private static let names = SearchWords("date.label")
}

extension Int {
  package var padded: String { self < 10 ? "0\(self)" : "\(self)" }
}
