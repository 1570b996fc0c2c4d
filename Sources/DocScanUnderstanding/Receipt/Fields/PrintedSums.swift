// SPDX-License-Identifier: GPL-3.0-or-later

/// The totals that are the sum of the amounts printed right above them, such as an earlier balance and new charges, or a bill and a tip.
struct PrintedSums {
  /// The amounts of such totals, each with its parts.
  private(set) var totals: [Money: [Money]] = [:]

  private struct Entry {
    var row: Int
    var money: Money
    var isRounding = false
  }

  private static let mostParts = 60
  private static let surePayment = 0.93

  /// Returns whether another total includes an amount.
  func includes(_ money: Money) -> Bool { totals.contains { $0.key != money && $0.value.contains(money) } }

  init() {}

  init(page: ReceiptPage) {
    // Amounts that a sum contains are replaced by the sum, as in a subtotal. `all` keeps them, because an item can be the sum of others by chance.
    var (open, all): ([Entry], [Entry]) = ([], [])
    for (index, row) in page.rows.enumerated() where !page.taxTable.contains(index) {
      guard let number = row.amount, !number.isRepaired, let money = number.money, money.minor != 0 else { continue }
      let isSum = row.has(anyOf: .total, .payable)
      // Payments don't change the total.
      if !isSum, [.cash, .card, .change].contains(where: { row.labels[$0] ?? 0 > Self.surePayment }) { continue }
      // The amount is repeated, as in subtotal and total.
      if money == open.last?.money, isSum || row.has(anyOf: .subtotal, .net) { continue }
      let entry = Entry(row: index, money: money, isRounding: row.has(.rounding))
      if let found = Self.sum(money, of: open) ?? Self.sum(money, of: all) {
        if isSum, !row.has(anyOf: .discount, .points, .count, .change, .subtotal, .net) {
          totals[money] = found.map(\.money)
        }
        open.removeAll { $0.row >= found.first?.row ?? 0 }
      }
      open.append(entry)
      all.append(entry)
    }
  }

  // Returns the last entries that make an amount, or `nil`. The last one is added: after a deposit, the rest isn't the total.
  private static func sum(_ money: Money, of entries: [Entry]) -> ArraySlice<Entry>? {
    guard let last = entries.last, last.money.minor > 0 || last.isRounding else { return nil }
    var sum = 0
    for (index, entry) in zip(entries.indices, entries).reversed().prefix(mostParts) {
      sum += entry.money.minor
      if sum == money.minor, entries.count - index > 1 { return entries[index...] }
    }
    return nil
  }
}
