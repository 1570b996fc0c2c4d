// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanKeywords
internal import DocScanLayout
internal import DocScanTypedData
internal import DocScanWords

/// Picks the document's date from all dates on a page, by nearby words and position.
struct DayReader {
  let page: RecognizedPage
  let dayFirst: Bool?
  let rows: [ReceiptRow]
  let position: (Int) -> Double
  let dated: Set<Int>
  let kind: AboutPage.Kind

  /// The probabilities that a date is the document's, by nearby words and position, measured by `Tests/Tools/measure/naming.py`.
  private enum Chance {
    static let labelled = 0.97
    static let placed = 0.95
    static let alone = 0.9
    static let onlyOne = 0.75
    static let first = 0.5
    static let other = 0.1
  }

  func read() -> AboutPage.Field? {
    let data = page.detections ?? TypedData(types: [.date, .time], dayFirst: dayFirst).find(on: page)
    let days = data.filter { $0.type == .date }
    let times = data.filter { $0.type == .time }
    let values = Set(days.map(\.value))
    var best: AboutPage.Field?
    var found: [AboutPage.Field] = []
    for (place, day) in days.enumerated() {
      let isEvent = times.contains { isOfEvent(day, $0) }
      let chance = chance(of: day, isOnly: values.count == 1, isFirst: place == 0, isEvent: isEvent)
      let field = AboutPage.Field(
        value: day.value, alternative: day.alternative, confidence: chance * day.confidence, box: day.box)
      found.append(field)
      if field.confidence > best?.confidence ?? 0 { best = field }
    }
    // Another date that is as likely may be the document's.
    let rivals = found.filter { $0.value != best?.value && $0.value != best?.alternative }
    if let own = best, rivals.contains(where: { $0.confidence > own.confidence - Self.leastLead }) {
      best?.confidence = (own.confidence * Detection.ambiguous).rounded(toPlaces: 3)
    }
    return best
  }

  private static let leastLead = 0.05

  // A time beside or below a date belongs to an event, but "04/07/2017 11:36" is the time of printing. Events begin at round times.
  private func isOfEvent(_ day: Detection, _ hour: Detection) -> Bool {
    let (date, time) = (day.box, hour.box)
    let isBelow = time.y > date.middleY && time.y - date.maxY < date.height && time.x < date.maxX && date.x < time.maxX
    let gap = max(time.x - date.maxX, date.x - time.maxX) / date.height
    let isStamp =
      gap < Self.widestSpace && !day.text.contains(where: \.isLetter) && !["0", "5"].contains(hour.value.dropFirst(4))
    return isBelow || !isStamp && gap < Self.widestGap && time.middleY > date.y && time.middleY < date.maxY
  }

  private static let (widestSpace, widestGap) = (1.0, 5.0)

  private func chance(of day: Detection, isOnly: Bool, isFirst: Bool, isEvent: Bool) -> Double {
    let middle = day.box.middleY
    guard
      let index = rows.indices.first(where: {
        rows[$0].box.y <= middle && middle <= rows[$0].box.maxY && holds($0, day)
      })
    else { return isFirst ? Chance.first : Chance.other }
    let row = rows[index]
    let before = row.row.words.filter { $0.box.maxX <= day.box.x + 1 }
    // A label without a space is a part of the date's word: 有効期限：2026年5月15日.
    let own = row.row.words.first { $0.box.x < day.box.maxX && $0.box.maxX > day.box.x }?.text ?? ""
    let label = String(own.prefix { !$0.isNumber })
    let (column, isLast) = column(of: day, in: row)
    let near = FoldedText(((column.isEmpty ? before : column).suffix(4).map(\.text) + [label]).joined(separator: " "))
    let above =
      index > 0
      ? FoldedText(joinedText(rows[index - 1].row.words.filter { $0.box.x < day.box.maxX && $0.box.maxX > day.box.x }))
      : nil
    // "Date of accident" isn't the head of a column of dates.
    func isHead(_ text: FoldedText?) -> Bool {
      text.map { text in
        AboutWords.days.contains { 2 * $0.count > text.letterCount && $0.occurs(in: text, above: 0.93) }
      } ?? false
    }
    func has(_ words: [Keyword], _ text: FoldedText?) -> Bool {
      text.map { text in words.occur(in: text, above: 0.93) } ?? false
    }
    if dated.contains(index) || has(otherDays + AboutWords.dueDays, near) || InvoiceDates.endsPeriod(before) {
      return Chance.other
    }
    // The date of a gift isn't the letter's.
    let isLabelled = AboutWords.days.contains { day in
      // "Torsdag den" isn't a label.
      (day.count > Self.shortLabel || column.count <= 1)
        && day.places(in: near).contains { $0.similarity > 0.93 && $0.letters.upperBound == near.count }
    }
    if isLabelled, !isInText(before, of: row) { return Chance.labelled }
    let isHigh = position(index) < 0.45
    if isEvent { return isOnly || isFirst ? Chance.first : Chance.other }
    if isLast, isPlace(column) { return isHigh ? Chance.placed : Chance.alone }
    let begins = column.isEmpty && label.letterCount == 0
    if begins, has(otherDays, above) { return Chance.other }
    if begins, isHead(above) { return Chance.labelled }
    // A row of a table has more columns than the head of a letter.
    if row.row.words.count <= 4, row.row.words.pieces(apart: 2).count <= 2, column.isEmpty, isHigh {
      return Chance.alone
    }
    if isOnly { return isHigh ? Chance.alone : Chance.onlyOne }
    return isFirst && isHigh ? Chance.first : Chance.other
  }

  private static let particles = Set(WordLists.words("date.particle"))
  private static let (mostWordsOfLabel, mostWordsOfLine, shortLabel) = (2, 5, 3)

  // Returns whether the words before a date are in the middle of a sentence, such as "the lease dated 5 March".
  private func isInText(_ before: [Word], of row: ReceiptRow) -> Bool {
    guard before.last?.text.hasSuffix(":") != true else { return false }
    if row.row.words.first?.text.first?.isLowercase == true, before.count > 1 { return true }
    guard row.row.words.count > Self.mostWordsOfLine else { return false }
    let start = before.lastIndex { word in ["·", "|", "•", "–", "-"].contains(word.text) }
    let own = before[(start.map { $0 + 1 } ?? 0)...]
    let column = Array(own).pieces(apart: 2).last ?? []
    return column.count > Self.mostWordsOfLabel
  }

  // Returns the words before a date in its column, and whether no words follow it there.
  private func column(of day: Detection, in row: ReceiptRow) -> (before: [Word], isLast: Bool) {
    func isOfDay(_ word: Word) -> Bool { word.box.x < day.box.maxX && word.box.maxX > day.box.x }
    let column = row.row.words.pieces(apart: 2).first { $0.contains(where: isOfDay) } ?? []
    let after = column.drop { !isOfDay($0) }.drop(while: isOfDay)
    return (Array(column.prefix { !isOfDay($0) }), after.count <= 1)
  }

  // "Paderborn, 3 March 2024" and "Strandvik den 27 april 2026" are above the text of letters and below the text of contracts.
  private func isPlace(_ words: [Word]) -> Bool {
    let town = Array(words.reversed().drop { Self.particles.contains($0.text.lowercased()) }.reversed())
    let text = joinedText(town)
    guard let last = town.last, text.first?.isLowercase != true, CalendarDate.weekday(in: text) == nil else {
      return false
    }
    if last.text.hasSuffix(",") { return town.count <= Self.mostWordsOfLine }
    let areNames = town.allSatisfy {
      $0.text.first?.isUppercase == true && $0.text.allSatisfy { $0.isLetter || $0 == "-" }
    }
    return town.count < words.count && (1...3).contains(town.count) && areNames
  }

  // A reminder's date isn't that of its invoice.
  private var otherDays: [Keyword] {
    kind == .letter ? AboutWords.otherDays + AboutWords.invoiceDays : AboutWords.otherDays
  }

  private func holds(_ index: Int, _ day: Detection) -> Bool {
    rows[index].row.words.contains {
      $0.box.x < day.box.maxX && $0.box.maxX > day.box.x && $0.box.y < day.box.maxY && $0.box.maxY > day.box.y
    }
  }
}
