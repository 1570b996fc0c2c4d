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
    let known = page.detections.map { $0.filter { $0.type == .date } }
    let days = known ?? TypedData(types: [.date], dayFirst: dayFirst).find(on: page)
    let values = Set(days.map(\.value))
    var best: AboutPage.Field?
    var found: [AboutPage.Field] = []
    for (place, day) in days.enumerated() {
      let chance = chance(of: day, isOnly: values.count == 1, isFirst: place == 0)
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

  private func chance(of day: Detection, isOnly: Bool, isFirst: Bool) -> Double {
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
    let near = FoldedText((before.suffix(4).map(\.text) + [label]).joined(separator: " "))
    let above =
      index > 0
      ? FoldedText(joinedText(rows[index - 1].row.words.filter { $0.box.x < day.box.maxX && $0.box.maxX > day.box.x }))
      : nil
    func has(_ words: [Keyword], _ text: FoldedText?) -> Bool {
      text.map { text in words.contains { ($0.similarity(in: text) ?? 0) > 0.93 } } ?? false
    }
    if dated.contains(index) || has(otherDays + AboutWords.dueDays, near) || InvoiceDates.endsPeriod(before) {
      return Chance.other
    }
    // The date of a gift isn't the letter's.
    let isLabelled = AboutWords.days.contains { day in
      day.places(in: near).contains { $0.similarity > 0.93 && $0.letters.upperBound == near.count }
    }
    if isLabelled, !isInText(before, of: row) { return Chance.labelled }
    let isHigh = position(index) < 0.45
    // "Paderborn, 3 March 2024" is above the text of letters and below the text of contracts.
    let place = Array(before.reversed().drop { Self.particles.contains($0.text.lowercased()) }.reversed())
    if let last = place.last, last.text.hasSuffix(","), place.count <= 4 {
      return isHigh ? Chance.placed : Chance.alone
    }
    let begins = before.isEmpty && label.letterCount == 0
    if begins, has(otherDays, above) { return Chance.other }
    if begins, has(AboutWords.days, above) { return Chance.labelled }
    let isAlone = row.row.words.count <= 4
    if isAlone, isHigh { return Chance.alone }
    if isOnly { return isHigh ? Chance.alone : Chance.onlyOne }
    return isFirst && isHigh ? Chance.first : Chance.other
  }

  private static let particles = Set(WordLists.words("date.particle"))
  private static let (mostWordsOfLabel, mostWordsOfLine) = (2, 5)

  // Returns whether the words before a date are in the middle of a sentence, such as "the lease dated 5 March".
  private func isInText(_ before: [Word], of row: ReceiptRow) -> Bool {
    guard row.row.words.count > Self.mostWordsOfLine, before.last?.text.hasSuffix(":") != true else { return false }
    let start = before.lastIndex { word in ["·", "|", "•", "–", "-"].contains(word.text) }
    let own = before[(start.map { $0 + 1 } ?? 0)...]
    let column = Array(own).pieces(apart: 2).last ?? []
    return column.count > Self.mostWordsOfLabel
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
