// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanWords

/// Finds the amounts below a heading that names their currency, such as "Preis (€)" or "Cena v Kč".
struct ColumnAmounts {
  private struct Place {
    let word: Int
    let start: Int
    var box: Box
  }

  private let text: SearchText
  private let context: DetectionContext
  // The words in the order of the text, and the indices of the first and the last word of each line.
  private let places: [Place]
  private let lines: [ClosedRange<Int>]

  static func find(in text: SearchText, _ context: DetectionContext) -> [Detected] {
    // Below "in thousands of EUR", 12.5 isn't 12.50 euros.
    guard !text.pageWords.isEmpty, !text.has(scales, in: 0..<text.count, areWhole: true) else { return [] }
    let columns = ColumnAmounts(text, context)
    return columns.places.indices.flatMap(columns.amounts(below:))
  }

  private static let scales = WordLists.words("money.scale").map { Array($0.unicodeScalars) }

  private init(_ text: SearchText, _ context: DetectionContext) {
    (self.text, self.context) = (text, context)
    var (places, lines, first): ([Place], [ClosedRange<Int>], Int) = ([], [], 0)
    for at in 0..<text.count {
      if text.words[at] >= 0, Int(text.words[at]) != places.last?.word {
        places.append(Place(word: Int(text.words[at]), start: at, box: text.pageWords[Int(text.words[at])].box))
      } else if text[at] == "\n", places.count > first {
        lines.append(first...places.count - 1)
        first = places.count
      }
    }
    (self.places, self.lines) = (places, lines)
  }

  private func word(_ index: Int) -> String { text.pageWords[places[index].word].text }

  private func hasDigit(_ index: Int) -> Bool { word(index).contains(where: \.isNumber) }

  // MARK: Headings

  private static let brackets: Set<Character> = ["(", ")", "[", "]", ":", ",", ";"]

  // Returns the currency and the box of a heading's cell if a word is the currency of a heading.
  private func heading(_ index: Int) -> (code: String, cell: Box)? {
    let mark = String(word(index).filter { !Self.brackets.contains($0) })
    guard !mark.isEmpty, let code = CurrencyMark.code(of: mark, context),
      let line = lines.first(where: { $0.contains(index) })
    else { return nil }
    func isJoined(_ left: Int, _ right: Int) -> Bool {
      line.contains(left) && line.contains(right)
        && places[right].box.x - places[left].box.maxX
          < Self.widestGap * max(places[left].box.height, places[right].box.height)
    }
    var (first, last) = (index, index)
    while isJoined(first - 1, first) { first -= 1 }
    while isJoined(last, last + 1) { last += 1 }
    // An amount isn't a heading.
    guard !(first...last).contains(where: hasDigit) else { return nil }
    return (code, (first...last).reduce(places[first].box) { $0.union(places[$1].box) })
  }

  private static let widestGap = 1.0

  // MARK: Amounts

  private static let tallestGap = 4.0
  private static let tallestHeading = 1.5
  private static let leastOverlap = 0.5
  private static let fewest = 2

  private func amounts(below index: Int) -> [Detected] {
    guard let (code, cell) = heading(index) else { return [] }
    let below = places.indices.filter { isInColumn(places[$0].box, cell) && places[$0].box.y >= cell.maxY }
      .sorted { places[$0].box.y < places[$1].box.y }
    var found: [Detected] = []
    var bottom = cell.maxY
    for index in below {
      let box = places[index].box
      guard box.y - bottom < Self.tallestGap * box.height else { break }
      // Another text ends the column, unless it is the second line of the heading. A dash is an empty cell.
      let isHeading = found.isEmpty && box.y - cell.maxY < Self.tallestHeading * box.height
      guard hasDigit(index) || word(index).count == 1 || isHeading else { break }
      bottom = max(bottom, box.maxY)
      guard found.last.map({ $0.range.contains(places[index].start) }) != true, let amount = amount(index, code) else {
        continue
      }
      found.append(amount)
    }
    // Among amounts with cents, a whole number is a quantity or a number of a row.
    if found.contains(where: hasCents) { found.removeAll { !hasCents($0) } }
    return found.count < Self.fewest ? [] : found
  }

  private func hasCents(_ amount: Detected) -> Bool { amount.value.contains(".") }

  private func isInColumn(_ box: Box, _ cell: Box) -> Bool {
    min(box.maxX, cell.maxX) - max(box.x, cell.x) > Self.leastOverlap * min(box.width, cell.width)
  }

  private func amount(_ index: Int, _ code: String) -> Detected? {
    var start = places[index].start
    // In "1 450", the column may contain the last part only.
    while let line = lines.first(where: { $0.contains(index) }), start > places[line.lowerBound].start + 1,
      text[start - 1] == " ", text[start - 2].isDigit, !text.isColumnGap(start - 1)
    {
      start -= 2
      while text[start - 1].isDigit { start -= 1 }
    }
    let isNegative = text[start] == "-"
    guard let amount = WrittenAmount(text, isNegative ? start + 1 : start, spaced: true, usual: context.decimalMark),
      !amount.mayBeYear, [" ", "\n", "\0"].contains(text[amount.range.upperBound])
    else { return nil }
    return Detected(
      kind: .money, range: start..<amount.range.upperBound, value: (isNegative ? "-" : "") + amount.value,
      alternative: amount.alternative.map { (isNegative ? "-" : "") + $0 }, currency: code, proof: .named,
      isCorrected: amount.isCorrected)
  }
}
