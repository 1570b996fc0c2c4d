// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanWords

/// Finds candidates for an invoice's total, net amount, and taxes.
struct InvoiceAmounts {
  private(set) var totals: [InvoicePage.Candidate] = []
  private(set) var nets: [InvoicePage.Candidate] = []
  private(set) var taxes: [InvoicePage.Candidate] = []
  // The amount by which a total was rounded.
  private(set) var rounding: Money?

  private static let labels: Set<InvoiceLabel> = [
    .payable, .total, .inclusive, .net, .exclusive, .plus, .tax, .carried, .reduction, .paid,
  ]

  // Whether an earlier payment or balance makes the amount to pay another one than the total.
  private var isPartlyPaid = false

  init(page: ReceiptPage, rows: [InvoiceRow]) {
    isPartlyPaid = page.hasEarlierBalance
    var gross: [Money] = []
    for (index, row) in rows.enumerated() {
      let amounts = row.row.amounts.filter { $0.money != nil && !$0.isRepaired }
      guard !amounts.isEmpty else { continue }
      var start = 0
      var isNamed = false
      // Three amounts that add up are net, tax, and gross, as at the end of a tax table.
      if amounts.count >= 3, let last = amounts.last?.money {
        let parts = amounts.suffix(3).compactMap(\.money)
        if parts[0] + parts[1] == last, parts[1].minor != 0, abs(parts[1].minor) < abs(parts[0].minor),
          parts[1].minor.signum() == parts[0].minor.signum()
        {
          // A row with the sum of the rows above has those of all items.
          let isSum =
            row.marks.contains { [.total, .payable].contains($0.label) }
            || gross.count > 1 && gross.dropFirst().reduce(gross[0], +) == last
          gross.append(last)
          for (field, amount) in zip(0..., amounts.suffix(3)) {
            add(amount, to: field == 2 ? 0 : field + 1, isSum ? 0.9 : 0.5)
          }
          continue
        }
      }
      // Total 75,690.00 6,812.10 6,812.10 13,624.20: the taxes of a state and of the country are equal.
      if amounts.count == 4, let net = amounts.first, let tax = amounts.last, let sum = tax.money,
        let parts = Optional(amounts[1...2].compactMap(\.money)), parts[0] == parts[1], parts[0] + parts[1] == sum,
        abs(sum.minor) < abs(net.money?.minor ?? 0), row.marks.contains(where: { $0.label == .total })
      {
        add(net, to: 1, 0.9)
        add(tax, to: 2, 0.9)
        continue
      }
      var rest = amounts
      if let (tax, net) = Self.taxed(row, amounts) {
        add(tax, to: 2, 0.85)
        add(net, to: 1, 0.6)
        rest.removeAll { $0.money == tax.money || $0.money == net.money }
      } else if page.taxTable.contains(index), let parts = Self.grossFirst(row, amounts) {
        for (field, amount) in zip(0..., parts) { add(amount, to: field, 0.5) }
        continue
      }
      for amount in rest {
        let places = row.row.text.places.indices.filter { row.row.text.places[$0].range.overlaps(amount.range) }
        guard let first = places.first, let last = places.last else { continue }
        let between = row.marks.filter {
          Self.labels.contains($0.label) && $0.words.lowerBound >= start && $0.words.lowerBound <= first
        }
        let followed = row.marks.filter {
          [.inclusive, .exclusive, .plus, .carried].contains($0.label) && $0.words.lowerBound > last
            && amounts.count == 1
        }
        start = last + 1
        if Self.isTaxed(row, first) { continue }
        // "From 05.06 to 04.07" is a period.
        if row.words[first].text.hasPrefix("0"), row.words[first].text.dropFirst().first?.isNumber == true { continue }
        var marks = between.isEmpty ? [] : between + followed
        marks.removeAll { Self.isNote($0, in: row) }
        var hidden = 1.0
        if marks.isEmpty, !isNamed, let box = amount.box {
          for above in [index - 1, index - 2] where rows.indices.contains(above) && marks.isEmpty {
            // The invoice's details can be farther below their column heads than a sum below its label.
            let isOfPaper = rows[above].marks.contains { [.number, .invoiceDate, .dueDate].contains($0.label) }
            guard rows[above].row.amounts.isEmpty,
              box.y - rows[above].row.box.maxY < (isOfPaper ? 5 : 2.5) * page.height
            else { break }
            marks = Self.labels.compactMap { rows[above].mark(above: box, among: [$0]) }
            // A column with the head "VAT %" has rates.
            marks.removeAll { mark in
              let next = mark.words.upperBound
              return mark.label == .tax && next < rows[above].words.count && rows[above].words[next].text.contains("%")
                && !rows[above].words[next].text.contains(where: \.isNumber)
            }
            // "Total" and "net amount" in the head of an item list name the price of each item.
            if !isOfPaper, rows[above].row.has(.itemsHeader) || rows[above].words.count > 8 {
              let isHead = rows[above].row.has(.itemsHeader) && rows[above].words.count > Self.mostWordsOfLabel
              marks.removeAll { $0.label == .total || isHead && [.net, .exclusive].contains($0.label) }
            }
            hidden = 0.8
          }
        }
        if !between.isEmpty { isNamed = true }
        take(amount, marks, hidden, isAlone: amounts.count == 1)
      }
    }
    // An amount that its own row names as a tax isn't the net amount of a column's head.
    nets.removeAll { net in taxes.contains { $0.value == net.value && $0.strength > net.strength } }
    moveTaxesToColumnOfTotal(rows)
    addEqualTaxes()
    removeTotalsWithoutTip(page)
    removeTotalsBeforeRounding(page)
  }

  // A rounding is less than a unit of the currency, and its sign may not be printed. The rounded total is below it.
  private mutating func removeTotalsBeforeRounding(_ page: ReceiptPage) {
    for row in page.rows where row.has(.rounding) && !row.has(anyOf: .total, .payable) {
      guard let money = row.amount?.money, money.minor != 0, abs(money.minor) < Self.unit else { continue }
      let below = totals.filter { $0.box.maxY > row.box.y }.compactMap { Self.minor($0.value) }
      for rounded in [money.minor, -money.minor] {
        let exact = Set(below.map { Money(minor: $0 - rounded, places: 2).text })
        guard totals.contains(where: { exact.contains($0.value) }) else { continue }
        rounding = Money(minor: rounded, places: 2)
        totals.removeAll { exact.contains($0.value) }
        return
      }
    }
  }

  private static let unit = 100

  // A total that a tip is added to isn't the amount that was paid.
  private mutating func removeTotalsWithoutTip(_ page: ReceiptPage) {
    let tips = page.rows.filter { $0.has(.service) && !$0.has(anyOf: .total, .payable) }.compactMap { $0.amount?.money }
    let all = Set(page.rows.flatMap { $0.amounts.compactMap(\.money?.text) })
    totals.removeAll { total in
      tips.contains { tip in
        Self.minor(total.value).map { all.contains(Money(minor: $0 + tip.minor, places: tip.places).text) } ?? false
      }
    }
  }

  // VAT 20% on 500.00: 100.00
  private static func taxed(_ row: InvoiceRow, _ amounts: [RowNumber]) -> (tax: RowNumber, net: RowNumber)? {
    guard (2...mostAmounts).contains(amounts.count),
      row.marks.contains(where: { $0.label == .tax && $0.similarity > 0.95 }),
      let rate = row.row.numbers.first(where: { $0.kind == .percent })?.value, rate > 0
    else { return nil }
    for net in amounts {
      guard let base = net.money?.minor else { continue }
      let tax = amounts.first { other in
        guard let minor = other.money?.minor, abs(minor) < abs(base) else { return false }
        return abs(Double(base) * rate / 100 - Double(minor)) <= 1.01
      }
      if let tax { return (tax, net) }
    }
    return nil
  }

  // A 20% 18,30 15,25 3,05: tills print the gross amount of a rate first. Elsewhere, it may be a discount.
  private static func grossFirst(_ row: InvoiceRow, _ amounts: [RowNumber]) -> [RowNumber]? {
    let parts = amounts.suffix(3).compactMap(\.money)
    guard parts.count == 3, row.row.numbers.contains(where: { $0.kind == .percent }), parts[1] + parts[2] == parts[0],
      parts[2].minor != 0, 2 * abs(parts[2].minor) < abs(parts[1].minor),
      parts[2].minor.signum() == parts[1].minor.signum()
    else { return nil }
    return amounts.suffix(3)
  }

  // Registry fee (no VAT)  300.00
  private static func isNote(_ mark: InvoiceRow.Mark, in row: InvoiceRow) -> Bool {
    guard mark.label == .tax, row.words[mark.words].last?.text.hasSuffix(")") == true else { return false }
    let before = row.words[..<mark.words.upperBound].suffix(3)
    return before.last?.text.hasPrefix("(") == false && before.contains { $0.text.hasPrefix("(") }
  }

  private static let (mostAmounts, mostWordsOfLabel) = (5, 3)
  private static let bases = Set(WordLists.words("tax.base"))

  // The amount in "VAT of 20% on 500.00" is taxed.
  private static func isTaxed(_ row: InvoiceRow, _ place: Int) -> Bool {
    let before = row.words[..<place].suffix(3).map { $0.text.lowercased() }
    guard let rate = before.lastIndex(where: { $0.hasSuffix("%") }) else { return false }
    return before[rate...].contains(where: bases.contains)
  }

  // Last year's premium and tax can be beside this year's.
  private mutating func moveTaxesToColumnOfTotal(_ rows: [InvoiceRow]) {
    func amounts(_ row: InvoiceRow) -> [RowNumber] { row.row.amounts.filter { $0.money != nil && $0.box != nil } }
    // The boxes of candidates are rounded.
    func isSame(_ amount: RowNumber, _ tax: InvoicePage.Candidate) -> Bool { amount.box?.rounded == tax.box.rounded }
    guard let total = totals.max(by: { $0.strength < $1.strength }),
      let row = rows.map(amounts).first(where: { row in
        row.count > 1 && row.first?.money?.text != total.value && row.last?.money?.text == total.value
      })
    else { return }
    for (index, tax) in taxes.enumerated() {
      guard let own = rows.map(amounts).first(where: { $0.first.map { isSame($0, tax) } ?? false }),
        own.count == row.count,
        let last = own.last, let money = last.money, let box = last.box, !isSame(last, tax),
        let sum = Self.minor(total.value), 2 * abs(money.minor) < abs(sum),
        zip(own, row).allSatisfy({ one, other in
          abs((one.box?.maxX ?? 0) - (other.box?.maxX ?? 0)) < (one.box?.height ?? 0)
        })
      else { continue }
      taxes[index] = InvoicePage.Candidate(value: money.text, strength: tax.strength, words: last.confidence, box: box)
    }
  }

  // Adds the sum of two equal taxes, such as India's, if the sum makes the total, because a tax can also be printed twice.
  private mutating func addEqualTaxes() {
    for (index, tax) in taxes.enumerated() {
      guard let minor = Self.minor(tax.value),
        taxes[..<index].contains(where: { $0.value == tax.value && abs($0.box.y - tax.box.y) > tax.box.height / 2 })
      else { continue }
      let sum = Money(minor: 2 * minor, places: 2).text
      taxes.append(InvoicePage.Candidate(value: sum, strength: 0.5, words: tax.words, box: tax.box))
      return
    }
  }

  private static func minor(_ value: String) -> Int? {
    let parts = value.split(separator: ".")
    return parts.count == 2 && parts[1].count == 2 ? Int(parts[0] + parts[1]) : nil
  }

  private mutating func take(_ amount: RowNumber, _ marks: [InvoiceRow.Mark], _ hidden: Double, isAlone: Bool) {
    func similarity(_ labels: InvoiceLabel...) -> Double? {
      marks.filter { labels.contains($0.label) }.map(\.similarity).max()
    }
    guard similarity(.carried) == nil, similarity(.reduction) == nil else { return }
    let isInclusive = similarity(.inclusive) != nil
    // "Plus 19% VAT 38.00" is a tax, and "Total plus VAT 200.00" a net amount.
    let isAdded = similarity(.plus) != nil && similarity(.tax) != nil && similarity(.net, .total, .payable) == nil
    if similarity(.paid) != nil {
      // The amount left after an earlier payment isn't the total.
      add(amount, to: 0, 0.3)
      isPartlyPaid = isPartlyPaid || amount.money?.minor != 0
    } else if !isInclusive, !isAdded, let net = similarity(.net) ?? similarity(.exclusive, .plus) {
      guard !Self.isTerm(amount) else { return }
      add(amount, to: 1, (similarity(.total, .payable, .net) == nil ? 0.6 : 0.9) * net * hidden)
    } else if !isInclusive, let tax = similarity(.tax) {
      // The amount may also be the taxed one, as in "VAT 20% on 500.00".
      add(amount, to: 2, 0.85 * tax * hidden)
    } else if let payable = similarity(.payable) {
      add(amount, to: 0, (isPartlyPaid ? 0.6 : 1) * payable * hidden)
    } else if let total = similarity(.total) {
      let letters = marks.filter { $0.label == .total }.map(\.letters).max() ?? 0
      add(amount, to: 0, (isInclusive ? 0.95 : letters > 4 && isAlone ? 0.75 : 0.6) * total * hidden)
    } else if let inclusive = similarity(.inclusive) {
      add(amount, to: 0, 0.6 * inclusive * hidden)
    }
  }

  // Returns whether a number after "net" is a term of payment in days, as in "Net 30".
  private static func isTerm(_ amount: RowNumber) -> Bool {
    guard let money = amount.money else { return false }
    return money.places == 0 && !amount.hasCurrency && money.minor <= longestTerm
  }

  private static let longestTerm = 120

  private mutating func add(_ amount: RowNumber, to field: Int, _ strength: Double) {
    guard let money = amount.money, money.minor != 0, let box = amount.box else { return }
    let candidate = InvoicePage.Candidate(value: money.text, strength: strength, words: amount.confidence, box: box)
    switch field {
    case 0: totals.append(candidate)
    case 1: nets.append(candidate)
    case _: taxes.append(candidate)
    }
  }
}
