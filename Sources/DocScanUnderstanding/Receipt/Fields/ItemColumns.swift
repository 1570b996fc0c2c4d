// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanKeywords
internal import DocScanLayout
internal import DocScanTypedData

/// The columns of an item table, from the words of the table's head: Description, Qty, Price, Amount.
struct ItemColumns {
  private enum Meaning: String, CaseIterable {
    case description, quantity, unitPrice, amount
  }

  struct Entry {
    var description: String
    var quantity, price: RowNumber?
    var amount: RowNumber
  }

  private let heads: [(meaning: Meaning?, box: Box)]

  private static let words = Meaning.allCases.map { ($0, Keyword.list("item.\($0.rawValue)")) }
  private static let least = 0.9
  // Gaps between columns, and between the words of a name, as multiples of the words' height. Words such as "on" are low.
  static let gap = 1.0
  private static let wordGap = 1.5
  private static let farthest = 2.0

  /// Returns `nil` if the row isn't the head of a table with quantities and amounts.
  init?(_ row: ReceiptRow) {
    guard row.amounts.isEmpty, row.row.words.count > 2 else { return nil }
    var heads = row.row.words.pieces(apart: Self.gap).flatMap { words in
      let meaning = Self.meaning(of: words)
      // The heads of narrow columns are as close together as words.
      return meaning == nil && words.count > 1
        ? words.map { (meaning: Self.meaning(of: [$0]), box: $0.box) } : [(meaning: meaning, box: words.box)]
    }
    // Of two prices without a head for amounts, the last is the amount.
    let prices = heads.indices.filter { heads[$0].meaning == .unitPrice }
    if !heads.contains(where: { $0.meaning == .amount }), prices.count > 1, let last = prices.last {
      heads[last].meaning = .amount
    }
    let meanings = Set(heads.compactMap(\.meaning))
    guard meanings.isSuperset(of: [.quantity, .amount]), meanings.count > 2 else { return nil }
    self.heads = heads
  }

  private static func meaning(of head: [Word]) -> Meaning? {
    let text = FoldedText(RowText(head).plain)
    let found = words.flatMap { meaning, words in
      words.compactMap { word -> (Meaning, Double)? in
        guard let similarity = word.similarity(in: text), similarity > least else { return nil }
        return (meaning, Double(word.count) * similarity)
      }
    }
    return found.max { $0.1 < $1.1 }?.0
  }

  private func head(of box: Box) -> Int? {
    func overlap(_ head: Int) -> Double { min(heads[head].box.maxX, box.maxX) - max(heads[head].box.x, box.x) }
    return heads.indices.max { overlap($0) < overlap($1) }.flatMap {
      overlap($0) > -Self.farthest * box.height ? $0 : nil
    }
  }

  /// Returns a row's entry, or `nil` without an amount. Of several amounts, the product of quantity and price counts, or else the last one.
  func entry(of row: ReceiptRow) -> Entry? {
    var numbers: [Meaning: [RowNumber]] = [:]
    for number in row.numbers where number.kind != .percent {
      guard let box = number.box, let head = head(of: box), let meaning = heads[head].meaning else { continue }
      numbers[meaning, default: []].append(number)
    }
    let quantity = numbers[.quantity]?.first
    let price = numbers[.unitPrice]?.first { $0.money != nil }
    let amounts = (numbers[.amount] ?? []).filter { $0.money != nil }
    let product = amounts.first { $0.isProduct(of: quantity, price) }
    guard let amount = product ?? amounts.last else { return nil }
    let used = [quantity, price, amount].compactMap(\.self).flatMap { row.text.words(in: $0.range) }
    guard let description = description(row.row.words.filter { !used.contains($0) }) else { return nil }
    return Entry(description: description, quantity: quantity, price: price, amount: amount)
  }

  private func description(_ words: [Word]) -> String? {
    let pieces = words.pieces(apart: Self.wordGap)
    let own = pieces.filter { piece in head(of: piece.box).map { heads[$0].meaning == .description } ?? false }
    guard var best = (own.isEmpty ? pieces : own).max(by: { $0.letterCount < $1.letterCount }) else { return nil }
    // The number of the row or the article has a column of its own before the description.
    if let first = best.first, best.count > 1, first.text.letterCount == 0, let head = head(of: first.box),
      heads[head].meaning != .description, heads[head...].contains(where: { $0.meaning == .description })
    {
      best.removeFirst()
    }
    return RowText(best).plain
  }
}

extension RowNumber {
  func isProduct(of quantity: RowNumber?, _ price: RowNumber?) -> Bool {
    guard let quantity, let price = price?.money, let money else { return false }
    let product = quantity.value * Double(price.minor)
    return quantity.value > 0 && abs(product - Double(money.minor)) <= max(1, 0.002 * abs(product))
  }
}

extension [Word] {
  /// Divides the words at gaps wider than `apart` times their height.
  func pieces(apart: Double) -> [[Word]] {
    reduce(into: []) { pieces, word in
      if let last = pieces.last?.last,
        word.box.x - last.box.maxX <= apart * Swift.max(last.box.height, word.box.height)
      {
        pieces[pieces.count - 1].append(word)
      } else {
        pieces.append([word])
      }
    }
  }

  var letterCount: Int { reduce(0) { $0 + $1.text.letterCount } }
}
