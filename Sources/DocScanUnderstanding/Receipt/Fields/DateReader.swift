// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanLayout
internal import DocScanTypedData

struct DateReader {
  let bill: BillPage

  private var page: ReceiptPage { bill.page }

  private struct Candidate {
    var date: CalendarDate
    var alternative: CalendarDate?
    var score: Double
    var box: Box?
    var evidence: Evidence
    var row: Int
    var claim: Claim
  }

  // The reason why a date can be the receipt's, the weakest first: it's that of a payment or a delivery, it has no label, a time, or a label.
  private enum Claim: Int {
    case other, none, timed, labelled
  }

  private static let (sureLabel, sentence) = (0.75, 4)

  func read() -> (field: FoundField, row: Int)? {
    var candidates: [Candidate] = []
    var labelled: (issued: [Box], due: [Box])?
    for (index, row) in page.rows.enumerated() where row.text.numeric.contains(where: \.isASCIIDigit) {
      let above = index > 0 ? page.rows[index - 1] : nil
      // A date in the row of an invoice's title is the invoice's own.
      let own = index == bill.head.titleRow && row.amounts.isEmpty ? 1 : row.labels[.date] ?? 0
      // A table head such as "Datum Zeit Kasse" describes the row below.
      let near =
        page.dated.contains(index)
        ? 0 : above.map { $0.numbers.isEmpty || $0.has(.time) ? ($0.labels[.date] ?? 0) * 0.7 : 0 } ?? 0
      let keyword = max(own, near)
      // A sentence such as "Authorized by phone 03/18/2025 2:15 PM" tells the time of something else.
      let hasTime = !row.times.isEmpty && row.row.words.count { $0.text.first?.isLowercase == true } < Self.sentence
      let marks = bill.rows[index].marks.filter { $0.similarity > 0.95 }
      // The date of a payment or a delivery isn't the invoice's.
      let isNamed = marks.contains { [.date, .invoiceDate].contains($0.label) }
      let isOfOther = !isNamed && marks.contains { [.paid, .otherDate].contains($0.label) }
      let isOther = row.has(.notDate) || page.dated.contains(index) || isOfOther
      let isDue = Self.isDue(marks)
      let readings = page.dates.readings(
        in: row.text.numeric, besideKeyword: keyword > 0, isLikely: keyword > 0 || hasTime)
      let isOneOfSeveral = Set(readings.filter { $0.form >= 0.8 }.map(\.date)).count > 1
      for reading in readings {
        let words = row.text.words(in: reading.range)
        var (keyword, isDue, isOther) = (keyword, isDue, isOther)
        if isOneOfSeveral {
          let known = labelled ?? labelledDates
          labelled = known
          isDue = known.due.contains { $0.isCentered(in: words.box) }
          let issued = known.issued.filter { $0.isCentered(in: row.box) }
          if !issued.isEmpty {
            let isIssued = issued.contains { $0.isCentered(in: words.box) }
            keyword = isIssued ? max(keyword, 0.8) : 0
            isOther = !isIssued
          }
        }
        // A document's number may look like a misread date.
        if reading.written.isMisread, words.contains(where: { $0.box == bill.head.number?.box }) { continue }
        let before = row.row.words.prefix { $0.box.x < words.box.x }
        isOther =
          isOther || isBelowOther(words.box, index) || InvoiceDates.endsPeriod(before)
          || InvoiceDates.isInRemark(before)
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
            row: index,
            claim: isOther || isDue
              ? .other : keyword > Self.sureLabel ? .labelled : hasTime ? .timed : reading.form < 0.8 ? .other : .none))
      }
    }
    // A date in several rows is more certain than a date in one, but the items of a list often have the same date.
    for index in candidates.indices {
      let rows = Set(candidates.filter { $0.date == candidates[index].date && !isItem($0.row) }.map(\.row)).count
      candidates[index].score += 0.5 * Double(max(min(rows, 3) - 1, 0))
      candidates[index].evidence.support = Double(max(min(rows, 3) - 1, 0)) / 2
    }
    guard var best = candidates.max(by: { $0.score < $1.score }) else { return nil }
    let other = candidates.filter { $0.date != best.date }.map(\.score).max()
    best.evidence.margin = min(max(other.map { best.score - $0 } ?? 2, 0), 2) / 2
    // Of several dates with the same claim, none is certain.
    let rivals = candidates.filter { $0.date != best.date && $0.date != best.alternative }.map(\.claim.rawValue)
    best.evidence.place = best.claim == .other || rivals.contains { $0 >= best.claim.rawValue } ? 0 : 1
    let found = FoundField(
      value: best.date.text, alternative: best.alternative?.text, box: best.box, evidence: best.evidence)
    return (found, best.row)
  }

  private func isItem(_ row: Int) -> Bool { page.dated.contains(row) && !page.rows[row].amounts.isEmpty }

  // The dates of an invoice's rows with several, each by its own label: "Date: 20/03/2026 — Due: 19/04/2026".
  private var labelledDates: (issued: [Box], due: [Box]) {
    (bill.dates.issued.filter { $0.strength >= Self.leastLabelled }.map(\.box), bill.dates.due.map(\.box))
  }

  // The heads of columns such as "Departure" and "Arrival" are up to two rows above their dates.
  private func isBelowOther(_ box: Box, _ index: Int) -> Bool {
    bill.rows[max(index - 2, 0)..<index].contains { row in
      row.row.amounts.isEmpty
        && row.mark(above: box, among: [.date, .invoiceDate, .otherDate]).map {
          $0.label == .otherDate && $0.similarity > 0.95
        } ?? false
    }
  }

  private static let leastLabelled = 0.7

  private static func isDue(_ marks: [InvoiceRow.Mark]) -> Bool {
    marks.contains { $0.label == .dueDate && $0.letters > 4 } && !marks.contains { $0.label == .invoiceDate }
  }
}

extension Box {
  fileprivate func isCentered(in other: Box) -> Bool {
    other.x...other.maxX ~= middleX && other.y...other.maxY ~= middleY
  }
}
