// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanLayout
internal import DocScanTypedData

struct DateReader {
  let page: ReceiptPage
  /// The index of the row with an invoice's title, or `nil` if there is none. A date in this row is the invoice's own.
  var titleRow: Int?
  // A document's number may look like a misread date.
  var number: Box?

  private struct Candidate {
    var date: CalendarDate
    var alternative: CalendarDate?
    var score: Double
    var box: Box?
    var evidence: Evidence
    var row: Int
  }

  func read() -> (field: FoundField, row: Int)? {
    var candidates: [Candidate] = []
    for (index, row) in page.rows.enumerated() where row.text.numeric.contains(where: \.isASCIIDigit) {
      let above = index > 0 ? page.rows[index - 1] : nil
      let own = index == titleRow ? 1 : row.labels[.date] ?? 0
      // A table head such as "Datum Zeit Kasse" describes the row below.
      let near =
        page.dated.contains(index)
        ? 0 : above.map { $0.numbers.isEmpty || $0.has(.time) ? ($0.labels[.date] ?? 0) * 0.7 : 0 } ?? 0
      let keyword = max(own, near)
      let hasTime = !row.times.isEmpty
      let isOther = row.has(.notDate) || page.dated.contains(index)
      let isDue = Self.isDue(row)
      let readings = page.dates.readings(
        in: row.text.numeric, besideKeyword: keyword > 0, isLikely: keyword > 0 || hasTime)
      for reading in readings {
        let words = row.text.words(in: reading.range)
        if reading.written.isMisread, words.contains(where: { $0.box == number }) { continue }
        var score = 2 * reading.form + 1.2 * keyword + (hasTime ? 0.7 : 0) - Double(index) / 200
        if isOther || isDue { score -= isDue ? 2.5 : 1.5 }
        if !(2000...2039).contains(reading.date.year) { score -= 1.2 }
        let confidence = words.map(\.confidence).min() ?? 0
        score += 0.3 * confidence
        // Well-read words in an unusual or misread form aren't a certain date.
        let certainty = confidence * (reading.form < 0.8 ? reading.form : 1)
        candidates.append(
          Candidate(
            date: reading.date, alternative: reading.alternative, score: score,
            box: words.dropFirst().reduce(words.first?.box) { $0?.union($1.box) },
            evidence: Evidence(keyword: keyword, words: certainty, form: (reading.form + (hasTime ? 1 : 0)) / 2),
            row: index))
      }
    }
    // A date in several rows is more certain than a date in one.
    for index in candidates.indices {
      let rows = Set(candidates.filter { $0.date == candidates[index].date }.map(\.row)).count
      candidates[index].score += 0.5 * Double(min(rows, 3) - 1)
      candidates[index].evidence.support = Double(min(rows, 3) - 1) / 2
    }
    guard var best = candidates.max(by: { $0.score < $1.score }) else { return nil }
    let other = candidates.filter { $0.date != best.date }.map(\.score).max()
    best.evidence.margin = min(max(other.map { best.score - $0 } ?? 2, 0), 2) / 2
    let found = FoundField(
      value: best.date.text, alternative: best.alternative?.text, box: best.box, evidence: best.evidence)
    return (found, best.row)
  }

  private static func isDue(_ row: ReceiptRow) -> Bool {
    let marks = InvoiceRow(row).marks.filter { $0.similarity > 0.95 }
    return marks.contains { $0.label == .dueDate && $0.letters > 4 } && !marks.contains { $0.label == .invoiceDate }
  }
}
