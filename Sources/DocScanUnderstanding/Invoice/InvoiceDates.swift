// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanKeywords
internal import DocScanTypedData
internal import DocScanWords

struct InvoiceDates {
  private(set) var issued: [InvoicePage.Candidate] = []
  private(set) var due: [InvoicePage.Candidate] = []

  private static let labels: Set<InvoiceLabel> = [
    .number, .otherNumber, .invoiceDate, .date, .dueDate, .otherDate, .reduction, .weakNumber,
  ]

  private static let dateLabels: Set<InvoiceLabel> = [.invoiceDate, .date, .dueDate, .otherDate]

  init(page: ReceiptPage, rows: [InvoiceRow], titleRow: Int?) {
    for (index, row) in rows.enumerated() where row.words.contains(where: { $0.text.contains(where: \.isNumber) }) {
      let readings = page.dates.readings(in: row.row.text.numeric)
      // Among overlapping readings, only the most certain one counts. Another may swap day and month.
      for reading in readings {
        let alike = readings.filter { $0.range.overlaps(reading.range) }
        let best = alike.max {
          ($0.form, $0.range.count, $1.range.lowerBound) < ($1.form, $1.range.count, $0.range.lowerBound)
        }
        guard reading.form >= 0.5, let best, best.date == reading.date, best.range == reading.range else { continue }
        let places = row.row.text.places.indices.filter { row.row.text.places[$0].range.overlaps(reading.range) }
        guard let first = places.first else { continue }
        let words = places.map { row.words[$0] }
        let isSwappable = reading.written.isSwappable && reading.written.mark != "."
        let swapped = reading.alternative ?? (isSwappable ? reading.date.swapped : nil)
        let role: Role =
          page.dated.contains(index)
          ? .other : Self.role(of: first, words.box, at: index, rows, page, titleRow: titleRow)
        func candidate(_ strength: Double) -> InvoicePage.Candidate {
          InvoicePage.Candidate(
            value: reading.date.text, swapped: swapped?.text, strength: strength * reading.form,
            words: words.surest,
            box: words.box)
        }
        switch role {
        case .due(let strength): due.append(candidate(strength))
        case .issued(let strength): issued.append(candidate(strength))
        case .other: break
        }
      }
    }
  }

  private enum Role {
    case issued(Double)
    case due(Double)
    case other
  }

  private static func role(
    of place: Int, _ box: Box, at index: Int, _ rows: [InvoiceRow], _ page: ReceiptPage, titleRow: Int?
  ) -> Role {
    if InvoiceNumbers.followsSign(place, in: rows[index].words) || isInRemark(rows[index].words[..<place]) {
      return .other
    }
    if let mark = rows[index].mark(before: place, among: labels) {
      // "Rabies booster due 6 December": a short word inside other text isn't a label.
      let start = mark.words.lowerBound
      let isInside =
        mark.letters <= shortLabel && !rows[index].startsColumn(start)
        && rows[index].words[start - 1].text.allSatisfy(\.isLetter)
      // The balance is due on completion, expected 28 November.
      let isApart = rows[index].words[min(mark.words.upperBound, place)..<place].dropLast().contains {
        $0.text.hasSuffix(",")
      }
      // The tax or an inspection is due on 15 August.
      let between = rows[index].words[min(mark.words.upperBound, place)..<place]
      let isOfTax = rows[index].marks.contains {
        $0.label == .tax && $0.words.lowerBound >= mark.words.upperBound && $0.words.upperBound <= place
      }
      let isOfOther =
        between.count == 1
        && between.allSatisfy { $0.text.hasSuffix(":") && $0.text.letterCount > 4 && !$0.text.hasPrefix("(") }
      if mark.label == .dueDate, isInside || isApart || isOfTax || isOfOther || isDiscounted(place, in: rows[index]) {
        return .due(0.4)
      }
      // Paid on 5 March
      let isPaid = rows[index].marks.contains {
        [.paid, .reduction].contains($0.label) && $0.similarity > 0.95 && $0.words.upperBound <= start
      }
      if mark.label == .date, mark.letters <= shortLabel, isPaid, !rows[index].startsColumn(start) { return .other }
      if isOfOtherPaper(mark, in: rows[index]) { return .other }
      if let role = role(mark, hidden: 1) { return role }
      // "Faktura Dato: 04-11-2024" is a title next to the label of a date.
      let near = rows[index].marks.last { $0.words.upperBound == place && dateLabels.contains($0.label) }
      return near.flatMap { role($0, hidden: 1) } ?? (index == titleRow ? .issued(0.9) : .other)
    }
    // Invoice No. 4711 of 3 March 2024: a number can be between the title and its date.
    let before = rows[index].words[..<place]
    let titled = rows[index].marks.last { $0.words.upperBound <= place && [.number, .invoiceDate].contains($0.label) }
    let last = before.last?.text.lowercased().filter(\.isLetter) ?? ""
    if particles.contains(last) {
      // Ref. invoice no. 2417 of 27 February 2026
      let reference = rows[index].marks.last {
        $0.words.upperBound <= place && $0.label == .otherNumber && $0.similarity > 0.95
      }
      if let reference, place - reference.words.upperBound <= 4,
        titled.map({ $0.words.upperBound <= reference.words.lowerBound }) ?? true
      {
        return .other
      }
      // No. 118 of 11 March 2026, in a column of its own.
      if titled == nil, before.count >= 3, rows[index].isValue[place - 2],
        InvoiceNumbers.followsSign(place - 2, in: rows[index].words), rows[index].startsColumn(place - 3)
      {
        return .issued(0.85)
      }
    }
    // A row with an amount may list another document: Invoice 4711 of 3 March 2026  180.00
    if index == titleRow || titled != nil, particles.contains(last) {
      let isListed = rows[index].row.amounts.contains { $0.box?.x ?? 0 > box.maxX }
      return .issued(isListed ? 0.4 : 0.95)
    }
    // Payable with 3% discount by 24 May or net by 13 June, or by 13 June net
    let ends = place == 0 ? index > 0 && endsPeriod(rows[index - 1].words[...]) : endsPeriod(before)
    let isNet =
      ends && rows[index].row.amounts.isEmpty
      && rows[index].marks.contains { mark in
        mark.label == .net && mark.similarity > 0.95
          && (mark.words.upperBound <= place && place - mark.words.upperBound <= 2
            || mark.words.lowerBound == place + 1)
      }
    if isNet { return .due(0.85) }
    if endsPeriod(before) { return .other }
    for above in [index - 1, index - 2, index - 3] where rows.indices.contains(above) {
      guard box.y - rows[above].row.box.maxY < 3 * page.height else { break }
      if let mark = rows[above].mark(above: box, among: labels),
        let role = role(mark, hidden: above == index - 1 ? 0.9 : 0.75)
      {
        return role
      }
      // A row without labels may be another date of the same column, so the label is farther up.
      if rows[above].marks.isEmpty { continue }
      break
    }
    if index == titleRow { return .issued(0.85) }
    if titled != nil { return .issued(0.8) }
    // "Paderborn, 3 March 2024" is above the text.
    let isPlaced = place > 0 && rows[index].words[place - 1].text.hasSuffix(",") && before.count <= 4
    if isPlaced { return .issued(0.6) }
    return page.position(index) < 0.4 && rows[index].words.count <= 6 ? .issued(0.35) : .issued(0.1)
  }

  // Returns whether a label inside text is that of another paper: "order 1147, issued on 3 July", or "the lease, dated 3 July".
  private static func isOfOtherPaper(_ mark: InvoiceRow.Mark, in row: InvoiceRow) -> Bool {
    let start = mark.words.lowerBound
    guard [.date, .invoiceDate].contains(mark.label), start > 0, !row.startsColumn(start),
      row.words[start].text.first?.isLowercase == true
    else { return false }
    let before = row.marks.filter { $0.words.upperBound <= start }.map(\.label)
    // "Nice, le 3 juillet" has the date of the page.
    let isAddition = row.words[start - 1].text.hasSuffix(",") && mark.letters > shortLabel
    return before.contains(.otherNumber) || isAddition && !before.contains(.number)
  }

  private static let shortLabel = 4

  // Payable by 24 May with 3% discount: the words of a discount are in the same part of the sentence.
  private static func isDiscounted(_ place: Int, in row: InvoiceRow) -> Bool {
    func isEnd(_ index: Int) -> Bool {
      let text = row.words[index].text
      return ",;".contains(text.last ?? " ") || text.hasSuffix(".") && text.letterCount > 3
        || alternatives.contains(text.lowercased())
    }
    let start = row.words.indices[..<place].last(where: isEnd) ?? -1
    let end = row.words.indices[place...].first(where: isEnd) ?? row.words.count - 1
    let part = FoldedText(RowText(Array(row.words[(start + 1)...end])).plain)
    return discounts.occur(in: part, above: 0.95)
  }

  private static let discounts = Keyword.list("date.discount")
  private static let alternatives = Set(WordLists.words("date.or"))

  private static func role(_ mark: InvoiceRow.Mark, hidden: Double) -> Role? {
    switch mark.label {
    case .invoiceDate: .issued(mark.similarity * hidden)
    case .date: .issued(0.8 * mark.similarity * hidden)
    case .dueDate: .due(mark.similarity * hidden)
    case .otherDate, .otherNumber, .reduction: .other
    case _: nil
    }
  }

  // Words between an invoice's title and its date.
  private static let particles = Set(WordLists.words("date.particle"))
  private static let ends = Set(WordLists.words("date.endParticle").map { $0.lowercased() })

  /// Returns whether one or two words such as "until" precede a date, so that it's the end of a period.
  static func endsPeriod(_ before: some BidirectionalCollection<Word>) -> Bool {
    let words = before.suffix(2).map { $0.text.lowercased().filter(\.isLetter) }
    return ends.contains(words.last ?? "") || ends.contains(words.joined(separator: " "))
  }

  // Returns whether the words before a date open a parenthesis about something else: (ref. order no. 9 of 2 March 2026.
  static func isInRemark(_ before: some BidirectionalCollection<Word>) -> Bool {
    guard let open = before.lastIndex(where: { $0.text.contains("(") }), before.last?.text.hasSuffix(":") == false
    else {
      return false
    }
    let inside = before[open...].filter { $0.text.letterCount > 1 }
    return inside.count > 2 && !before[open...].contains { $0.text.contains(")") }
  }
}
