// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

// Finds the amounts of a receipt that names its currency only beside the total: those at the right edge of an amount with the page's only currency.
struct AlignedAmounts {
  private static let sameEdge = 0.5
  // A tax rate's row has the net amount, the tax, and the sum.
  private static let mostInRow = 3
  // Receipts have short columns.
  private static let mostAmounts = 300

  private let text: SearchText
  private let currency: String
  private let edges: [Double]

  // Returns the further amounts, given those that have a currency.
  static func find(in text: SearchText, _ context: DetectionContext, beside found: [Detected]) -> [Detected] {
    let known = Set(found.compactMap(\.currency))
    guard let currency = known.first, known.count == 1, !text.pageWords.isEmpty else { return [] }
    let anchors = found.filter { hasCents($0.value) && $0.alternative == nil }
    guard !anchors.isEmpty else { return [] }
    let columns = AlignedAmounts(
      text: text, currency: currency,
      edges: anchors.flatMap { anchor in
        let numbers = text.wordNumbers(in: anchor.range)
        let digits = numbers.filter { text.pageWords[$0].text.contains(where: \.isNumber) }
        return [numbers.last, digits.last].compactMap { $0.map { text.pageWords[$0].box.maxX } }
      })
    let places = (0..<text.count).filter { text[$0].isDigit && columns.begins($0) }
    return Array(places.lazy.compactMap { columns.amount($0, usual: context.decimalMark) }.prefix(mostAmounts))
  }

  private static func hasCents(_ value: String) -> Bool { value.drop { $0 != "." }.count == 3 }

  private func begins(_ place: Int) -> Bool {
    let before = text[place - 1]
    // In "1 240,00", a space can separate thousands, or a quantity and a price. In "12.50 240,00" or "1 24,00", it can't.
    if before == " ", text[place - 2].isDigit, !text.isColumnGap(place - 1) {
      let isGroup = (0..<3).allSatisfy { text[place + $0].isDigit } && !text[place + 3].isDigit
      let word = text.wordNumbers(in: place - 2..<place - 1).first
      guard !isGroup || word.map({ hasDecimals(text.pageWords[$0].text) }) ?? false else { return false }
    }
    return [" ", "\n", "\0"].contains(before) || before == "-" && [" ", "\n", "\0"].contains(text[place - 2])
  }

  private func amount(_ start: Int, usual mark: Unicode.Scalar) -> Detected? {
    guard let amount = WrittenAmount(text, start, spaced: false, usual: mark), Self.hasCents(amount.value),
      amount.alternative == nil, !amount.isCorrected, let end = columnEnd(amount.range.upperBound),
      // The letter of a tax rate can be in the column or beside it.
      text.wordNumbers(in: start..<end).map({ text.pageWords[$0].box }).contains(where: isAtEdge),
      // The rows of other tables have more numbers.
      text.wordNumbers(in: text.line(at: start)).count(where: { hasDecimals(text.pageWords[$0].text) })
        <= Self.mostInRow
    else { return nil }
    let isNegative = text[start - 1] == "-"
    return Detected(
      kind: .money, range: (isNegative ? start - 1 : start)..<amount.range.upperBound,
      value: (isNegative ? "-" : "") + amount.value, currency: currency, proof: .named)
  }

  private func hasDecimals(_ word: String) -> Bool {
    word.last?.isNumber == true && [".", ","].contains(word.dropLast(2).last)
  }

  private func isAtEdge(_ box: Box) -> Bool {
    edges.contains { abs($0 - box.maxX) < Self.sameEdge * box.height }
  }

  // Returns the end of the cell after an amount, possibly with the letter of a tax rate: "10,98 C". Anything else may be a unit.
  private func columnEnd(_ place: Int) -> Int? {
    var end = place
    if text[end] == " ", !text.isColumnGap(end), text[end + 1].isCapital { end += 1 }
    if text[end].isCapital { end += 1 }
    return [" ", "\n", "\0"].contains(text[end]) && (text[end] != " " || text.isColumnGap(end)) ? end : nil
  }
}
