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
  // The lower ends of rows with amounts
  private let rowEnds: [Double]

  static func find(in text: SearchText, _ context: DetectionContext) -> [Detected] {
    guard !text.pageWords.isEmpty else { return [] }
    let columns = ColumnAmounts(text, context)
    let headings = columns.places.indices.lazy.compactMap(columns.heading).prefix(mostHeadings)
    // Below "in thousands of EUR", 12.5 isn't 12.50 euros. Below the table, the total may be in words.
    return headings.filter { !text.has(scales, in: 0..<text.line(at: $0.end).upperBound, areWhole: true) }
      .flatMap(columns.amounts)
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
    rowEnds = places.filter { place in
      let word = text.pageWords[place.word].text
      return word.last?.isNumber == true && [".", ","].contains(word.dropLast(2).last)
    }.map(\.box.maxY).sorted()
  }

  private func word(_ index: Int) -> String { text.pageWords[places[index].word].text }

  private func hasDigit(_ index: Int) -> Bool { word(index).contains(where: \.isNumber) }

  // MARK: Headings

  private static let brackets: Set<Character> = ["(", ")", "[", "]", ":", ",", ";", "（", "）"]

  private struct Heading {
    let code: String
    let end: Int
    let mark: Box
    let cell: Box
    // The space between the neighbors in the line
    let room: (left: Double, right: Double)
  }

  // Returns the heading whose currency is a word, or `nil` if it isn't one, or belongs to an amount or a sentence.
  private func heading(_ index: Int) -> Heading? {
    // "Prezzo(€)", "Kč/ks"
    let inside = word(index).split(maxSplits: 1) { "(（".contains($0) }.last.map(String.init) ?? word(index)
    let name = inside.filter { !Self.brackets.contains($0) }.prefix { $0 != "/" }
    // "kr."
    let mark = String(name.last == "." ? name.dropLast() : name)
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
    let line = places.indices.filter { places[$0].line == places[index].line && !(first...last).contains($0) }
    return Heading(
      code: code, end: places[last].start, mark: places[index].box, cell: first == last ? withLineAbove(cell) : cell,
      room: (
        line.map { places[$0].box.maxX }.filter { $0 <= cell.x }.max() ?? -.infinity,
        line.map { places[$0].box.x }.filter { $0 >= cell.maxX }.min() ?? .infinity
      ))
  }

  // Returns the cell with the first line of its heading, such as "Cena netto" above "(zł)".
  private func withLineAbove(_ cell: Box) -> Box {
    let above = places.indices.filter { index in
      let box = places[index].box
      return box.maxY <= cell.middleY && cell.y - box.maxY < Self.widestGap * cell.height && box.x < cell.maxX
        && box.maxX > cell.x
    }
    return above.reduce(cell) { cell, index in
      var (first, last) = (index, index)
      while last - first < Self.mostWords, isJoined(first - 1, first) { first -= 1 }
      while last - first < Self.mostWords, isJoined(last, last + 1) { last += 1 }
      return (first...last).reduce(cell) { $0.union(places[$1].box) }
    }
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
    let found = amounts(below: heading, heading.cell)
    guard found.isEmpty, let cell = aligned(heading) else { return found }
    return amounts(below: heading, cell)
  }

  // Returns the heading's cell with the nearest amount beside it, for headings that aren't at the right edge as their amounts are.
  private func aligned(_ heading: Heading) -> Box? {
    let cell = heading.cell
    let rows = places.indices.filter { index in
      let box = places[index].box
      return box.y >= cell.maxY && box.y - cell.maxY < Self.farthestRow * box.height && box.x >= heading.room.left
        && box.maxX <= heading.room.right && hasDigit(index)
        && amount(index, heading.code).map { hasCents($0) || Self.withoutCents.contains(heading.code) } == true
    }
    func gap(_ box: Box, _ other: Box) -> Double { max(box.x - other.maxX, other.x - box.maxX) }
    let others = places.indices.filter { index in
      let box = places[index].box
      let isOwn = box.middleX >= cell.x && box.middleX <= cell.maxX
      return box.maxY > cell.y - box.height && box.y < cell.maxY && !isOwn && !hasDigit(index)
    }
    let own = rows.map { places[$0].box }.filter { box in
      others.allSatisfy { gap(places[$0].box, box) > gap(cell, box) }
    }
    return own.min { gap($0, cell) < gap($1, cell) }.map { box in
      let (left, right) = (min(cell.x, box.x), max(cell.maxX, box.maxX))
      return Box(x: left, y: cell.y, width: right - left, height: cell.height)
    }
  }

  private static let farthestRow = 8.0
  // Currencies that are usually written without decimals
  private static let withoutCents: Set<String> = ["CLP", "HUF", "IDR", "ISK", "JPY", "KRW", "VND"]

  private func amounts(below heading: Heading, _ cell: Box) -> [Detected] {
    let below = places.indices.filter { isInColumn(places[$0].box, cell) && places[$0].box.y >= cell.maxY }
      .sorted { places[$0].box.y < places[$1].box.y }.prefix(Self.mostWordsOfColumn)
    func distance(_ index: Int) -> Double { abs(places[index].box.middleX - heading.mark.middleX) }
    var found: [Detected] = []
    var (bottom, edges) = (cell.maxY, [Double]())
    // A row can have no amount in this column.
    var rows = rowEnds.drop { $0 <= cell.maxY }
    var isBridged = false
    for index in below {
      let box = places[index].box
      while let row = rows.first, row < box.y, row - bottom < Self.tallestGap * box.height {
        isBridged = isBridged || box.y - bottom >= Self.tallestGap * box.height
        bottom = max(bottom, row)
        rows.removeFirst()
      }
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
    if isBridged || found.contains(where: hasCents) { found.removeAll { !hasCents($0) } }
    return found.count < Self.fewest ? [] : found
  }

  private func hasCents(_ amount: Detected) -> Bool { amount.value.contains(".") }

  private func isInColumn(_ box: Box, _ cell: Box) -> Bool {
    min(box.maxX, cell.maxX) - max(box.x, cell.x) > Self.leastOverlap * min(box.width, cell.width)
  }

  // Longer numbers are those of papers or devices.
  private static let mostDigits = 9

  private func amount(_ index: Int, _ code: String) -> Detected? {
    var start = places[index].start
    // In "1 450", the column may contain the last part only.
    while text[start - 1] == " ", text[start - 2].isDigit, !text.isGapOfNumbers(start - 1) {
      start -= 2
      while text[start - 1].isDigit { start -= 1 }
    }
    let isNegative = text[start] == "-"
    guard let amount = WrittenAmount(text, isNegative ? start + 1 : start, spaced: true, usual: context.decimalMark),
      !amount.mayBeYear, [" ", "\n", "\0"].contains(text[amount.range.upperBound]),
      amount.value != "0", amount.value.prefix(while: { $0 != "." }).count <= Self.mostDigits,
      // 0,2 isn't an amount of money.
      [0, 3].contains(amount.value.drop(while: { $0 != "." }).count)
    else { return nil }
    return Detected(
      kind: .money, range: start..<amount.range.upperBound, value: (isNegative ? "-" : "") + amount.value,
      alternative: amount.alternative.map { (isNegative ? "-" : "") + $0 }, currency: code, proof: .named,
      isCorrected: amount.isCorrected)
  }
}
