// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanKeywords
internal import DocScanLayout
internal import DocScanTypedData

/// Reads the purchased items: description, quantity, unit price, and amount, in one row or two.
struct ItemReader {
  let page: ReceiptPage

  struct Item {
    var description: String
    var quantity: String?
    var unitPrice: Money?
    var amount: Money
    var words: Double
    var box: Box
    // By the columns of the quantity and the price.
    var isProduct = false
  }

  /// Returns the items from top to bottom, including discounts, and the index of the first row after them.
  func read() -> (items: [Item], end: Int) {
    let end = end()
    var items: [Item] = []
    var pending: ReceiptRow?
    var pendingUnit: Unit?
    let head = page.rows[..<end].lastIndex { ItemColumns($0) != nil }
    let columns = head.flatMap { ItemColumns(page.rows[$0]) }
    let start = head.map { $0 + 1 } ?? start(before: end)
    let numbered = numberedRows(start..<max(start, end))
    let edges = priceEdges
    var index = start
    while index < end {
      let row = page.rows[index]
      index += 1
      guard isBody(row) else {
        pending = nil
        continue
      }
      if let unit = unit(row) {
        // "2 x 0,59" is above the description and the amount, or below the description.
        if index < end, let sum = page.rows[index].amount?.money, sum.minor == unit.sum,
          page.rows[index].folded.letterCount > 1
        {
          pendingUnit = unit
        } else if pending == nil, let last = items.indices.last, items[last].amount.minor == unit.sum,
          items[last].quantity == nil
        {
          (items[last].quantity, items[last].unitPrice) = (unit.quantity, unit.price)
        }
        continue
      }
      guard let amount = row.amount, let money = amount.money, !isUnitRow(row), isPrice(amount, edges) else {
        pending = row.folded.letterCount > 1 ? row : nil
        continue
      }
      // A bare amount that is the sum of all items is the total, whatever labels occur elsewhere.
      if row.folded.letterCount == 0, row.numbers.count == 1, !items.isEmpty,
        items.reduce(0, { $0 + $1.amount.minor }) == money.minor
      {
        return (items, index - 1)
      }
      var item =
        columns?.entry(of: row).flatMap { self.item(row, $0) }
        ?? item(row, amount: amount, money: money, isNumbered: numbered.contains(index - 1))
      if let unit = pendingUnit, item.quantity == nil { (item.quantity, item.unitPrice) = (unit.quantity, unit.price) }
      pendingUnit = nil
      if item.description.letterCount < 2 {
        if let above = pending {
          item.description = above.text.plain.trimmed
          item.box = item.box.union(above.box)
        } else if index < end, page.rows[index].amounts.isEmpty, page.rows[index].folded.letterCount > 1,
          isBody(page.rows[index])
        {
          // The code is next to the amount and the description is below it.
          item.description = page.rows[index].text.plain.trimmed
          item.box = item.box.union(page.rows[index].box)
          index += 1
        }
      }
      pending = nil
      guard item.description.letterCount > 1 || item.quantity != nil else { continue }
      items.append(item)
    }
    return (items, end)
  }

  // The right edges of amounts with a currency or separators, and of sums, on pages with whole amounts.
  private var priceEdges: [Double] {
    page.rows.compactMap { row in
      guard let amount = row.amount, let box = amount.box else { return nil }
      let isSum = row.has(anyOf: .total, .payable, .subtotal)
      return isSum || amount.hasCurrency || amount.hasSeparators ? box.maxX : nil
    }
  }

  // Returns whether an amount isn't another whole number, such as that of a house or an article. Prices have the right edge of other amounts.
  private func isPrice(_ amount: RowNumber, _ edges: [Double]) -> Bool {
    guard page.style == .whole, !amount.hasCurrency, !amount.hasSeparators, let box = amount.box else { return true }
    return edges.contains { abs($0 - box.maxX) < Self.farthestEdge * page.height }
  }

  private static let farthestEdge = 0.8

  private struct Unit {
    var quantity: String
    var price: Money
    /// The price of all units, in the smallest currency unit.
    var sum: Int
  }

  // Returns the quantity and price of a row that contains nothing else, such as "2 x 0,59", or `nil` for other rows.
  private func unit(_ row: ReceiptRow) -> Unit? {
    guard row.numbers.count == 2, row.text.plain.letterCount <= 1,
      row.text.plain.contains(where: { "xX*×@".contains($0) }),
      row.numbers[0].value > 0, row.numbers[0].value < 10_000, let price = row.numbers[1].money
    else { return nil }
    let sum = (row.numbers[0].value * Double(price.minor)).rounded()
    return abs(sum) < 1e9 ? Unit(quantity: row.numbers[0].text.trimmedDecimal, price: price, sum: Int(sum)) : nil
  }

  private func end() -> Int {
    let first = page.rows.firstIndex { row in
      row.has(anyOf: .total, .payable, .subtotal) && !row.has(.itemsHeader) && row.amount != nil
        && row.numbers.count < 5
    }
    let later = page.rows.firstIndex { $0.has(anyOf: .cash, .change, .card) && $0.amount != nil }
    return min(first ?? page.rows.count, later ?? page.rows.count)
  }

  private func start(before end: Int) -> Int {
    if let head = page.rows[..<end].lastIndex(where: { row in
      row.amounts.isEmpty && (row.labels[.itemsHeader] ?? 0) > 0.8 && row.row.words.count > 1
    }) {
      return head + 1
    }
    guard let first = page.rows[..<end].firstIndex(where: { $0.amount != nil && isBody($0) }) else { return end }
    return max(0, first - 1)
  }

  // Returns the rows that begin with their own number, from 1: 1 Design, 2 Paper.
  private func numberedRows(_ body: Range<Int>) -> Set<Int> {
    let rows = body.filter {
      page.rows[$0].amount != nil && page.rows[$0].folded.letterCount > 1 && isBody(page.rows[$0])
    }
    let numbers = rows.map { row in
      page.rows[row].row.words.first.flatMap { Int($0.text.hasSuffix(".") ? String($0.text.dropLast()) : $0.text) }
    }
    return rows.count > 1 && zip(numbers, 1...).allSatisfy { $0 == $1 } ? Set(rows) : []
  }

  private func isBody(_ row: ReceiptRow) -> Bool {
    if row.has(anyOf: .rounding, .change) { return false }
    if row.has(anyOf: .phone, .notItem, .date, .hours) && row.amount == nil { return false }
    // Opening hours: MO.-SA. 9.00 - 20.00
    let isTime = { (money: Money) in (0...2400).contains(money.minor) && money.minor % 100 < 60 }
    if row.has(.hours), row.amounts.count == 2, row.amounts.compactMap(\.money).allSatisfy(isTime) { return false }
    if row.has(.notItem), (row.labels[.notItem] ?? 0) > 0.9, row.amounts.count < 2,
      row.numbers.contains(where: { $0.text.count > 6 })
    {
      return false
    }
    if Places(page: page).isAddress(row), row.amounts.count < 2, !row.amounts.contains(where: \.hasCurrency) {
      return false
    }
    if row.has(.tax), row.numbers.contains(where: { $0.kind == .percent }) { return false }
    return !page.dates.readings(in: row.text.numeric).contains {
      $0.form >= 0.85
    }
  }

  private func isUnitRow(_ row: ReceiptRow) -> Bool {
    let text = row.text.plain
    return row.amounts.count == 1 && (text.contains("@") || text.lowercased().contains("/kg"))
      && row.numbers.count == 2 && row.numbers.last?.kind == .money && text.contains("/")
  }

  private func item(_ row: ReceiptRow, _ entry: ItemColumns.Entry) -> Item? {
    guard let money = entry.amount.money, entry.description.letterCount > 1 else { return nil }
    var item = Item(
      description: entry.description.withoutMarks, quantity: entry.quantity?.text.trimmedDecimal,
      unitPrice: entry.price?.money, amount: money, words: entry.amount.confidence, box: row.box,
      isProduct: entry.amount.isProduct(of: entry.quantity, entry.price))
    if row.has(.discount), item.amount.minor > 0 { item.amount.minor = -item.amount.minor }
    return item
  }

  private func item(_ row: ReceiptRow, amount: RowNumber, money: Money, isNumbered: Bool) -> Item {
    var item = Item(
      description: "", quantity: nil, unitPrice: nil, amount: money, words: amount.confidence, box: row.box)
    if row.has(.discount), item.amount.minor > 0 { item.amount.minor = -item.amount.minor }
    // A quantity and a price whose product is the amount can be anywhere before it.
    let others = row.numbers.filter { number in
      number.range.upperBound <= amount.range.lowerBound && number.kind != .percent
        && !(isNumbered && number.range.lowerBound == 0)
    }
    var first = amount.range.lowerBound
    outer: for price in others.reversed() where price.money != nil {
      for count in others.reversed()
      where count.range != price.range && count.value > 0 && count.value < 10_000
        && (page.style == .hundredths || count.value <= price.value)
      {
        let product = count.value * Double(price.money?.minor ?? 0)
        if abs(product - Double(money.minor)) <= max(1, 0.002 * product) {
          item.quantity = count.text.trimmedDecimal
          item.unitPrice = price.money
          first = min(price.range.lowerBound, count.range.lowerBound, first)
          break outer
        }
      }
    }
    var start = isNumbered ? (row.text.places.first?.range.upperBound ?? 0) + 1 : 0
    var text = row.text.plain(in: start..<max(first, start))
    if item.quantity == nil, !isNumbered, let count = others.first, count.kind == .whole, count.range.lowerBound < 2,
      count.value < 100, count.text.count < 3
    {
      item.quantity = count.text
      (start, first) = (count.range.upperBound, amount.range.lowerBound)
      text = row.text.plain(in: start..<first)
    } else if item.quantity != nil, text.letterCount < 2,
      let price = others.first(where: { $0.money == item.unitPrice && $0.money != nil })
    {
      // 2 x Coffee 1.50 3.00: the description is between the quantity and the price.
      let start = others.first { $0.text.trimmedDecimal == item.quantity }?.range.upperBound ?? 0
      if start < price.range.lowerBound { text = row.text.plain(in: start..<price.range.lowerBound) }
    }
    // Codes and units of measure have columns of their own.
    let pieces = row.text.words(in: start..<max(first, start)).columns
    if pieces.count > 1, text.letterCount > 1, let best = pieces.max(by: { $0.letterCount < $1.letterCount }) {
      text = RowText(best).plain
    }
    item.description = text.withoutMarks
    return item
  }
}

extension String {
  var letterCount: Int { count(where: \.isLetter) }

  fileprivate var trimmedDecimal: String {
    guard contains(".") else { return self }
    var text = self
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }

  fileprivate var withoutMarks: String {
    var words = split(separator: " ").map(String.init)
    while let last = words.last,
      ["x", "X", "*", "@", "RM", "$", "€", "EUR", "¥", "-", "=", ":", "×", "|", "\\", "S"].contains(last)
    { words.removeLast() }
    while let first = words.first, ["x", "X", "*", "@", "-", "=", ":", "×", "|", "."].contains(first) {
      words.removeFirst()
    }
    return words.joined(separator: " ")
  }
}
