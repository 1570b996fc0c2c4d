// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanKeywords
internal import DocScanLayout
internal import DocScanWords

/// Finds the amount due by labels, matching sums, and repetition.
struct TotalReader {
  let page: ReceiptPage
  let sums: ReceiptSums

  private struct Candidate {
    var money: Money
    var score: Double
    var currency: String?
    var box: Box?
    var evidence: Evidence
  }

  func read() -> (field: FoundField, money: Money)? {
    var best: [Money: Candidate] = [:]
    func add(_ candidate: Candidate) {
      if candidate.score > best[candidate.money]?.score ?? -.infinity { best[candidate.money] = candidate }
    }
    let counts = page.rows.reduce(into: [Money: Int]()) { counts, row in
      for money in Set(row.amounts.compactMap(\.money)) { counts[money, default: 0] += 1 }
    }
    for index in page.rows.indices {
      for candidate in candidates(in: index, counts: counts) { add(candidate) }
    }
    // Without a label, matching sums identify the total.
    for (name, money) in sums.expected where money.minor > 0 {
      let isPaid = name.hasPrefix("payment")
      let place = page.rows.lazy.flatMap(\.amounts).first { $0.money == money }
      var base = isPaid || name.hasPrefix("subtotal") ? 1.2 : 0.6
      // An unprinted amount is unlikely to be the total.
      if place == nil { base -= 1.2 }
      add(scored(money, base: base, place: place, keyword: 0, counts: counts))
    }
    if best.isEmpty,
      let largest = page.rows.flatMap(\.amounts).filter({ ($0.money?.minor ?? 0) > 0 && !$0.isRepaired })
        .max(by: { ($0.money?.minor ?? 0) < ($1.money?.minor ?? 0) }), let money = largest.money
    {
      add(scored(money, base: 0, place: largest, keyword: 0, counts: counts))
    }
    guard var found = best.values.max(by: { ($0.score, $0.money) < ($1.score, $1.money) }) else { return nil }
    let other = best.values.filter { $0.money != found.money }.map(\.score).max()
    found.evidence.margin = min(max(other.map { found.score - $0 } ?? 3, 0), 3) / 3
    // An amount without a label may be paid for something else, such as a tip or a deposit.
    if found.evidence.keyword == 0 || found.money.minor == 0 { found.evidence.margin = 0 }
    let isRaised = isRaised(found.money) || page.hasEarlierBalance && hasOtherTotal(than: found.money)
    found.evidence.place = isRaised || isExceeded(found.money) ? 0 : 1
    if isRaised { (found.evidence.margin, found.evidence.support) = (0, min(found.evidence.support, 0.5)) }
    return (
      FoundField(value: found.money.text, currency: found.currency, box: found.box, evidence: found.evidence),
      found.money
    )
  }

  // CURRENT  31–60 DAYS  61–90 DAYS  PAY THIS AMOUNT: the amounts below are by age.
  private func isAging(_ row: ReceiptRow) -> Bool {
    row.amounts.isEmpty && row.text.plain.matches(of: Self.ages).count > 1
  }

  private static let ages = Pattern(#/\b(?:30|31|60|61|90|91|120|121)\s?[-–+]\s?(?:60|90|120)?/#)

  private func candidates(in index: Int, counts: [Money: Int]) -> [Candidate] {
    let row = page.rows[index]
    let payable = row.labels[.payable] ?? 0
    let keyword = max(row.labels[.total] ?? 0, payable)
    guard keyword > 0, !isAging(row), !ReceiptPage.isEarlierBalance(row),
      // The total of a page, or of another invoice.
      row.labels[.carried] ?? 0 < 0.95
    else { return [] }
    var base = 3 * keyword + (payable > 0.85 ? 0.8 : 0)
    if row.has(.subtotal) { base -= 2.2 }
    if row.has(.net) { base -= 2.2 }
    if row.has(anyOf: .count, .points), payable == 0 { base -= 1.8 }
    if row.has(.discount), payable < 0.9 { base -= 2.4 }
    if row.has(.change) { base -= 2.5 }
    if row.has(.tax), !row.has(.inclusive), payable == 0 { base -= 1.6 }
    // The cash received is the total only if no change was given.
    if row.has(.cash), payable < 0.9 { base -= 1 }
    if row.has(.inclusive) { base += 0.5 }
    if row.has(.rounding) { base += payable > 0 || row.has(.inclusive) ? 0.3 : -1 }
    if row.has(.itemsHeader), row.amounts.isEmpty { base -= 2 }
    if page.taxTable.contains(index) { base -= 2 }
    if isChargedAfterwards(index) { base -= 1 }
    base += 0.6 * page.position(index)
    base += 0.4 * Double(min(labelled(like: row.amount?.money, except: index), 2))
    base += min(0.6, max(0, 0.4 * (row.height / page.height - 1)))
    var numbers = row.amounts
    let largest = max(sums.items.max()?.minor ?? 0, sums.subtotals.max()?.minor ?? 0)
    if numbers.isEmpty, let repaired = RepairedAmount.find(in: row, style: page.style, largest: largest) {
      numbers = [repaired]
      base -= 0.8
    }
    if numbers.isEmpty {
      for next in page.rows.indices[(index + 1)...].prefix(2) {
        guard page.rows[next].labels.keys.allSatisfy({ $0 == .receipt || $0 == .register }),
          page.rows[next].folded.letterCount < 6
        else { break }
        if let amount = page.rows[next].amount {
          numbers = [amount]
          base -= 0.4
          break
        }
      }
    }
    // If rows were merged, the total may not be the last amount.
    return numbers.suffix(Self.mostAmounts).enumerated().compactMap { place, number in
      guard let money = number.money else { return nil }
      let isLast = place + 1 == min(numbers.count, Self.mostAmounts)
      guard money.minor != 0 || isLast else { return nil }
      guard !isBeforeLabel(number, in: row) else { return nil }
      var own = base - (isLast ? 0 : 0.7)
      // Another total includes this one. A bill's own net amount and tax make its total, and an earlier balance is added to that.
      if sums.printed.includes(money), !isTaxed(money), !isCarried { own -= 2.5 }
      if isCarried, sums.printed.totals[money]?.contains(where: ownTotals.contains) == true { own -= 2.5 }
      if isReduced(money, in: index) { own -= 2.5 }
      if money.minor == 0 { own -= 1.5 }
      if isTooSmall(money, besideTax: row.has(.tax)) { own -= 1.8 }
      return scored(money, base: own, place: number, keyword: keyword, counts: counts)
    }
  }

  // Returns whether an amount in running text precedes all labels of totals: 45.00. Children pay half.
  private func isBeforeLabel(_ number: RowNumber, in row: ReceiptRow) -> Bool {
    guard row.row.words.count > Self.mostWordsOfSum, let box = number.box else { return false }
    let before = FoldedText(RowText(row.row.words.filter { $0.box.x < box.x }).plain)
    return ![.total, .payable].contains { label in
      ReceiptWords.table.contains { $0.label == label && $0.words.contains { $0.similarity(in: before) != nil } }
    }
  }

  private static let mostWordsOfSum = 6
  private static let mostAmounts = 3
  private static let mostSupport = 3

  // Returns whether a total is too small without discounts: less than an item or, with `besideTax`, than a quarter of the largest amount.
  private func isTooSmall(_ money: Money, besideTax: Bool) -> Bool {
    guard money.minor >= 0, sums.discounts.isEmpty, !sums.items.contains(where: { $0.minor < 0 }) else { return false }
    let largest = sums.items.max()?.minor ?? 0
    return money.minor < largest
      || besideTax && money.minor * 4 < page.rows.compactMap { $0.amount?.money?.minor }.max() ?? 0
  }

  // Whether the amount to pay may include an earlier balance.
  private var isCarried: Bool { page.hasEarlierBalance && sums.services.isEmpty }

  private func hasOtherTotal(than total: Money) -> Bool { ownTotals.contains { $0 != total } }

  private var ownTotals: [Money] {
    page.rows.filter { $0.has(anyOf: .total, .payable) && !$0.has(anyOf: .subtotal, .net, .tax, .discount, .count) }
      .compactMap { $0.amount?.money }
  }

  // Returns whether a discount and the rest to pay follow.
  private func isReduced(_ total: Money, in index: Int) -> Bool {
    let all = sums.discounts.reduce(Money(minor: 0, places: sums.places), +)
    let rests = Set((sums.discounts + [all]).filter { $0.minor < 0 }.map { total + $0 })
    return page.rows[(index + 1)...].contains { row in
      row.has(.payable) && row.amount?.money.map(rests.contains) ?? false
    }
  }

  private func isTaxed(_ total: Money) -> Bool {
    sums.services.isEmpty
      && sums.taxes.contains { tax in tax.amount.minor != 0 && sums.subtotals.contains { $0 + tax.amount == total } }
  }

  // Returns whether a larger amount to pay follows, such as one with a tip that wasn't read.
  private func isRaised(_ total: Money) -> Bool {
    if let paid = sums.paid, sums.services.contains(where: { total + $0 == paid }) { return true }
    guard
      let row = page.rows.lastIndex(where: { row in
        row.amount?.money == total && row.has(anyOf: .total, .payable)
      }), page.rows[row].labels[.payable] ?? 0 <= 0.95
    else { return false }
    return page.rows.indices[(row + 1)...].contains { index in
      let next = page.rows[index]
      guard let money = next.amount?.money, money > total, !page.taxTable.contains(index) else { return false }
      return next.labels[.payable] ?? 0 > 0.95
        && !next.has(anyOf: .cash, .card, .change, .points, .count, .discount, .subtotal, .net)
    }
  }

  // Returns whether the receipt has a larger sum than its total, although no discount or payment explains it.
  private func isExceeded(_ total: Money) -> Bool {
    guard total.minor >= 0, let own = page.rows.lastIndex(where: { row in row.amounts.contains { $0.money == total } })
    else { return total.minor >= 0 }
    // Below the amount to pay, there may be one for late payments.
    let isPayable = page.rows[own].labels[.payable] ?? 0 > 0.95
    return page.rows.indices.contains { index in
      let row = page.rows[index]
      guard let money = row.amount?.money, money > total, money.places == total.places, !page.taxTable.contains(index),
        !row.has(anyOf: .cash, .card, .change, .points, .count, .discount, .phone, .register)
      else { return false }
      return index > own ? !isPayable : sums.discounts.isEmpty && row.has(anyOf: .total, .payable, .subtotal, .net)
    }
  }

  // Returns whether taxes, services, or rounding follow, and another total after them.
  private func isChargedAfterwards(_ index: Int) -> Bool {
    guard let own = page.rows[index].amount?.money else { return false }
    var isCharged = false
    for next in page.rows.indices[(index + 1)...].prefix(8) where !page.taxTable.contains(next) {
      let row = page.rows[next]
      guard let money = row.amount?.money else { continue }
      if row.has(anyOf: .change, .cash, .card) { return false }
      if row.has(anyOf: .total, .payable), !row.has(anyOf: .count, .net, .subtotal, .discount, .points), money != own,
        money.minor > 0,
        !row.has(.tax) || row.has(.inclusive)
      {
        return isCharged
      }
      if row.has(anyOf: .rounding, .service, .tax), money.minor != 0 { isCharged = true }
    }
    return false
  }

  private func labelled(like money: Money?, except index: Int) -> Int {
    guard let money else { return 0 }
    return page.rows.indices.count { other in
      other != index && !page.taxTable.contains(other) && page.rows[other].amount?.money == money
        && page.rows[other].has(anyOf: .total, .payable) && !page.rows[other].has(anyOf: .net, .subtotal)
    }
  }

  private func scored(_ money: Money, base: Double, place: RowNumber?, keyword: Double, counts: [Money: Int])
    -> Candidate
  {
    let isPrintedSum = keyword > 0 && sums.printed.totals[money] != nil
    let support = isPrintedSum ? Self.mostSupport : sums.support(for: money)
    let count = counts[money] ?? 0
    let words = place?.confidence ?? 0
    let score =
      base + 1.1 * Double(min(support, Self.mostSupport)) + 0.25 * Double(min(max(count - 1, 0), 3)) + 0.3 * words
    return Candidate(
      money: money, score: score, currency: place?.currency, box: place?.box,
      evidence: Evidence(
        keyword: keyword, support: Double(min(support, Self.mostSupport)) / Double(Self.mostSupport),
        words: words,
        form: place.map { $0.isRepaired ? 0 : count > 1 ? 1 : 0.6 } ?? 0))
  }
}
