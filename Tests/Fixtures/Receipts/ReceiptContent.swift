// SPDX-License-Identifier: GPL-3.0-or-later

/// The content of a drawn receipt, row by row.
struct ReceiptContent {
  enum Row {
    case center(String, isBig: Bool)
    case left(String)
    case pair(String, String, isBold: Bool)
    case columns([String])
    case rule
  }

  private(set) var rows: [Row] = []
  let truth: DrawnReceipt.Truth

  init(style: ReceiptStyle, _ random: inout SeededGenerator) {
    func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &random)] }
    func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
    var rows: [Row] = []
    let (merchant, address) = (pick(style.shops), pick(style.addresses))
    rows.append(.center(merchant, isBig: chance(60)))
    let registration = chance(50) ? style.registrations.first : nil
    if let registration, chance(50) { rows.append(.center(registration, isBig: false)) }
    for line in address { rows.append(.center(line, isBig: false)) }
    if chance(75) { rows.append(.center(pick(style.phoneLabels) + pick(style.phones), isBig: false)) }
    if chance(60) { rows.append(.center(pick(style.registrations), isBig: false)) }
    if chance(70) { rows.append(.center(pick(style.headers), isBig: false)) }
    let day = Day(&random)
    let date = day.text(pick(style.dates))
    let isDateBelow = chance(30)
    if chance(60) {
      rows.append(.left(pick(style.numberLabels) + String(Int.random(in: 10_000...999_999, using: &random))))
    }
    if !isDateBelow { rows.append(.left(date)) }
    rows.append(.rule)

    let head = pick(style.heads)
    if !head.isEmpty { rows.append(.columns(head)) }
    let mark = head.count > 2 ? "" : pick(style.marks)
    let isBelow = chance(25)
    var amounts: [Int] = []
    for item in style.items.shuffled(using: &random).prefix(Int.random(in: 1...8, using: &random)) {
      let price =
        Int.random(
          in: (style.prices.lowerBound / style.priceStep)...(style.prices.upperBound / style.priceStep), using: &random)
        * style.priceStep
      let count = chance(70) ? 1 : Int.random(in: 2...5, using: &random)
      amounts.append(price * count)
      let amount = style.amount(price * count, mark: mark)
      if head.count == 4 {
        // The price precedes the quantity if the head says so.
        let priceFirst = style.currency == "KRW"
        let (first, second) = priceFirst ? (style.amount(price), "\(count)") : ("\(count)", style.amount(price))
        rows.append(.columns([item, first, second, amount]))
      } else if head.count == 3 {
        rows.append(.columns([item, "\(count)", amount]))
      } else if count > 1 || isBelow {
        rows.append(.left(item))
        rows.append(.pair("  \(count) x \(style.amount(price))", amount, isBold: false))
      } else {
        rows.append(.pair(item, amount, isBold: false))
      }
    }
    if chance(15), let most = amounts.max(), most > 200 {
      let discount = -(most / 10 / style.priceStep * style.priceStep)
      if discount < 0 {
        amounts.append(discount)
        rows.append(.pair(pick(style.discounts), style.amount(discount, mark: mark), isBold: false))
      }
    }
    rows.append(.rule)

    let sum = amounts.reduce(0, +)
    let rate = style.taxRates.isEmpty ? nil : pick(style.taxRates)
    var total = sum
    var tax = 0
    if let rate {
      tax =
        style.isTaxIncluded
        ? Int((Double(sum) * rate / (100 + rate)).rounded()) : Int((Double(sum) * rate / 100).rounded())
    }
    let isTaxed = rate != nil && (!style.isTaxIncluded || chance(60))
    let rateText = rate.map { $0 == $0.rounded() ? String(Int($0)) : String($0) } ?? ""
    let taxLine = style.taxLines.isEmpty ? "" : pick(style.taxLines).replacing("RATE", with: rateText)
    if isTaxed, style.taxHead.isEmpty || !style.isTaxIncluded {
      rows.append(.pair(pick(style.subtotals), style.amount(sum, mark: mark), isBold: false))
      rows.append(.pair(taxLine, style.amount(tax, mark: mark), isBold: false))
      if !style.isTaxIncluded { total += tax }
    } else if !style.isTaxIncluded, chance(50) {
      rows.append(.pair(pick(style.subtotals), style.amount(sum, mark: mark), isBold: false))
    }
    if let label = style.rounding, total % 5 != 0 {
      let rounded = (total + 2) / 5 * 5
      rows.append(.pair(label, style.amount(rounded - total, mark: mark), isBold: false))
      total = rounded
    }
    rows.append(.pair(pick(style.totals), style.amount(total, mark: mark), isBold: chance(60)))
    var change: Int?
    if chance(65) {
      let note = style.places == 0 ? 1000 : 1000
      let given = chance(20) ? total : (total / note + 1) * note
      rows.append(.pair(pick(style.cash), style.amount(given, mark: mark), isBold: false))
      change = given - total
      if given != total || chance(50) {
        rows.append(.pair(pick(style.change), style.amount(given - total, mark: mark), isBold: false))
      } else {
        change = nil
      }
    } else {
      rows.append(.pair(pick(style.cards), style.amount(total, mark: mark), isBold: false))
    }
    if !style.taxHead.isEmpty, isTaxed || style.isTaxIncluded, let rate {
      rows.append(.columns(style.taxHead))
      let net = style.isTaxIncluded ? sum - tax : sum
      let cells = [
        style.isTaxIncluded ? "A \(Int(rate))%" : "SR @ \(Int(rate))%", style.amount(net), style.amount(tax),
      ]
      rows.append(.columns(style.taxHead.count == 4 ? cells + [style.amount(net + tax)] : cells))
    }
    rows.append(.rule)
    if isDateBelow { rows.append(.left(date)) }
    for closing in style.closings where chance(60) { rows.append(.center(closing, isBig: false)) }
    self.rows = rows
    var plain = style
    (plain.point, plain.comma) = (".", "")
    truth = DrawnReceipt.Truth(
      merchant: merchant, address: address.joined(separator: " "), date_iso: day.iso, total: plain.amount(total),
      total_value: Double(total) / (style.places == 0 ? 1 : 100), currency: style.currency,
      change: change.map { plain.amount($0) },
      items: amounts.map { plain.amount($0) })
  }

  /// A moment in recent years.
  private struct Day {
    let year, month, day, hour, minute, second: Int

    init(_ random: inout SeededGenerator) {
      year = Int.random(in: 2012...2025, using: &random)
      month = Int.random(in: 1...12, using: &random)
      day = Int.random(in: 1...28, using: &random)
      hour = Int.random(in: 7...21, using: &random)
      minute = Int.random(in: 0...59, using: &random)
      second = Int.random(in: 0...59, using: &random)
    }

    var iso: String { text("YYYY-MM-DD") }

    func text(_ form: String) -> String {
      func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
      return form.replacing("YYYY", with: "\(year)").replacing("YY", with: two(year % 100)).replacing(
        "MM", with: two(month)
      )
      .replacing("DD", with: two(day)).replacing("hh", with: two(hour)).replacing("mm", with: two(minute)).replacing(
        "ss", with: two(second))
    }
  }
}
