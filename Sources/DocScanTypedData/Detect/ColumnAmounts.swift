// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanWords

/// Finds the amounts below a heading that names their currency, such as "Preis (€)" or "Cena v Kč".
struct ColumnAmounts {
  private struct Place {
    let word: Int
    let start: Int
    let line: Int
    let box: Box
  }

  private let text: SearchText
  private let context: DetectionContext
  // The words in the order of the text
  private let places: [Place]

  static func find(in text: SearchText, _ context: DetectionContext) -> [Detected] {
    // Below "in thousands of EUR", 12.5 isn't 12.50 euros.
    guard !text.pageWords.isEmpty, !text.has(scales, in: 0..<text.count, areWhole: true) else { return [] }
    let columns = ColumnAmounts(text, context)
    let headings = columns.places.indices.lazy.compactMap(columns.heading).prefix(mostHeadings)
    return headings.flatMap(columns.amounts)
  }

  private static let mostHeadings = 20

  private static let scales = SearchWords("money.scale")

  private init(_ text: SearchText, _ context: DetectionContext) {
    (self.text, self.context) = (text, context)
    var (places, line): ([Place], Int) = ([], 0)
    for at in 0..<text.count {
      let word = Int(text.words[at])
      if text[at] == "\n" { line += 1 }
      guard word >= 0, word != places.last?.word else { continue }
      places.append(Place(word: word, start: at, line: line, box: text.pageWords[word].box))
    }
    self.places = places
  }

  private func word(_ index: Int) -> String { text.pageWords[places[index].word].text }

  private func hasDigit(_ index: Int) -> Bool { word(index).contains(where: \.isNumber) }

  // MARK: Headings

  private static let brackets: Set<Character> = ["(", ")", "[", "]", ":", ",", ";"]

  private struct Heading {
    let code: String
    let mark: Box
    let cell: Box
  }

  // Returns the heading whose currency is a word, or `nil` if it isn't one, or belongs to an amount or a sentence.
  private func heading(_ index: Int) -> Heading? {
    // "Prezzo(€)", "Kč/ks"
    let inside = word(index).split(separator: "(", maxSplits: 1).last.map(String.init) ?? word(index)
    let mark = String(inside.filter { !Self.brackets.contains($0) }.prefix { $0 != "/" })
    // "Fr" can be Friday.
    let known = CurrencyMark.code(of: mark, context).flatMap { code in
      code == context.currency || CurrencyMark.meanings(of: mark).isCertain ? code : nil
    }
    guard !mark.isEmpty, let code = known ?? CurrencyMark.code(ofVague: mark, context) else { return nil }
    var (first, last) = (index, index)
    while last - first < Self.mostWords, isJoined(first - 1, first) { first -= 1 }
    while last - first < Self.mostWords, isJoined(last, last + 1) { last += 1 }
    // "Nuori 12–17 v. €" is a heading, "12,50 €" isn't.
    guard last - first < Self.mostWords,
      ![index - 1, index + 1].contains(where: { $0 >= first && $0 <= last && hasDigit($0) })
    else { return nil }
    let cell = (first...last).reduce(places[first].box) { $0.union(places[$1].box) }
    return Heading(code: code, mark: places[index].box, cell: cell)
  }

  private static let mostWords = 4

  // Returns whether two words are in one cell.
  private func isJoined(_ left: Int, _ right: Int) -> Bool {
    guard places.indices.contains(left), places.indices.contains(right), places[left].line == places[right].line
    else { return false }
    let (one, other) = (places[left].box, places[right].box)
    return max(other.x - one.maxX, one.x - other.maxX) < Self.widestGap * max(one.height, other.height)
  }

  private static let widestGap = 1.0

  // MARK: Amounts

  private static let tallestGap = 4.0
  private static let tallestHeading = 1.5
  private static let leastOverlap = 0.5
  private static let fewest = 2
  // In pixels
  private static let sameEdge = 3.0
  private static let mostWordsOfColumn = 500

  private func amounts(below heading: Heading) -> [Detected] {
    let cell = heading.cell
    let below = places.indices.filter { isInColumn(places[$0].box, cell) && places[$0].box.y >= cell.maxY }
      .sorted { places[$0].box.y < places[$1].box.y }.prefix(Self.mostWordsOfColumn)
    func distance(_ index: Int) -> Double { abs(places[index].box.middleX - heading.mark.middleX) }
    var found: [Detected] = []
    var (bottom, edges) = (cell.maxY, [Double]())
    for index in below {
      let box = places[index].box
      guard box.y - bottom < Self.tallestGap * box.height else { break }
      // Another text ends the column, unless it is the second line of the heading. A dash is an empty cell.
      let isHeading = found.isEmpty && box.y - cell.maxY < Self.tallestHeading * box.height
      guard hasDigit(index) || word(index).count == 1 || isHeading else { break }
      bottom = max(bottom, box.maxY)
      // Below "Menge EUR", only the numbers below "EUR" are amounts.
      let isNearest = below.allSatisfy {
        places[$0].line != places[index].line || isJoined($0, index) || distance(index) <= distance($0)
      }
      guard isNearest else { continue }
      guard found.last.map({ $0.range.contains(places[index].start) }) != true, let amount = amount(index, heading.code)
      else {
        continue
      }
      found.append(amount)
      edges.append(box.maxX)
    }
    // Short amounts at the right edge of the column may not be below its heading.
    if let edge = edges.first, edges.count >= Self.fewest, edges.allSatisfy({ abs($0 - edge) < Self.sameEdge }) {
      let others = places.indices.filter { index in
        let box = places[index].box
        return abs(box.maxX - edge) < Self.sameEdge && box.y > cell.maxY && box.maxY < bottom && hasDigit(index)
      }.prefix(Self.mostWordsOfColumn)
      let further = others.filter { index in !found.contains { $0.range.contains(places[index].start) } }
      found += further.compactMap { amount($0, heading.code) }
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
    while text[start - 1] == " ", text[start - 2].isDigit, !text.isColumnGap(start - 1) {
      start -= 2
      while text[start - 1].isDigit { start -= 1 }
    }
    let isNegative = text[start] == "-"
    guard let amount = WrittenAmount(text, isNegative ? start + 1 : start, spaced: true, usual: context.decimalMark),
      !amount.mayBeYear, [" ", "\n", "\0"].contains(text[amount.range.upperBound]),
      // 0,2 isn't an amount of money.
      [0, 3].contains(amount.value.drop(while: { $0 != "." }).count)
    else { return nil }
    return Detected(
      kind: .money, range: start..<amount.range.upperBound, value: (isNegative ? "-" : "") + amount.value,
      alternative: amount.alternative.map { (isNegative ? "-" : "") + $0 }, currency: code, proof: .named,
      isCorrected: amount.isCorrected)
  }
}
