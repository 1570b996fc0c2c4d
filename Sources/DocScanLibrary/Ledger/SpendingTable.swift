// SPDX-License-Identifier: GPL-3.0-or-later

internal import FoundationEssentials

/// The spending in one currency, by month, merchant, and category: the numbers of a chart.
struct SpendingTable {
  private static let mostMerchants = 10
  /// The maximum number of categories. The smaller ones are combined, because more shades can't be distinguished.
  private static let mostCategories = 5
  private static let mostMonths = 36

  static let others = "others"
  static let uncategorized = "uncategorized"

  let currency: String
  /// The months with receipts and all months between them, as YYYY-MM. Only the last 36 are included.
  let months: [String]
  let categories: [(name: String, sum: Decimal)]
  let merchants: [(name: String, sum: Decimal)]
  /// The sums by month and category.
  let sums: [String: [String: Decimal]]
  let receipts: Int
  let undated: Int
  /// The number of receipts before the first of `months`.
  let tooEarly: Int

  /// Sums up the receipts with a certain total in this currency. Uncertain totals are left out, because one misread amount could dwarf all others.
  init(_ receipts: [LedgerEntry], currency: String) {
    let paid = receipts.filter { !$0.hasUncertainTotal }.compactMap { entry in
      entry.money.map { (entry: entry, money: $0) }
    }
    .filter { $0.money.currency == currency }
    self.currency = currency
    self.receipts = paid.count
    undated = paid.count { $0.entry.month == nil }
    func grouped(_ most: Int, _ name: (LedgerEntry) -> String) -> [(name: String, sum: Decimal)] {
      let sums = paid.reduce(into: [String: Decimal]()) { $0[name($1.entry), default: 0] += $1.money.amount }
      let sorted = sums.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      let shown = sorted.count > most ? most - 1 : most
      let rest = sorted.dropFirst(shown).reduce(Decimal(0)) { $0 + $1.value }
      return sorted.prefix(shown).map { ($0.key, $0.value) } + (sorted.count > shown ? [(Self.others, rest)] : [])
    }
    let categories = grouped(Self.mostCategories) { $0.category ?? Self.uncategorized }
    self.categories = categories
    // The case of merchants' names differs between receipts; the first one's is shown.
    let spelled = paid.reduce(into: [String: String]()) { names, one in
      let name = Self.name(of: one.entry)
      names[name.uppercased()] = names[name.uppercased()] ?? name
    }
    merchants = grouped(Self.mostMerchants) { entry in
      let name = Self.name(of: entry)
      return spelled[name.uppercased()] ?? name
    }
    let known = Set(categories.map(\.name))
    var sums: [String: [String: Decimal]] = [:]
    for (entry, money) in paid {
      guard let month = entry.month else { continue }
      let category = entry.category ?? Self.uncategorized
      sums[month, default: [:]][known.contains(category) ? category : Self.others, default: 0] += money.amount
    }
    let months = Self.months(from: sums.keys.min(), to: sums.keys.max())
    self.months = months
    // Sums of months that aren't shown must not extend the axis.
    self.sums = sums.filter { $0.key >= months.first ?? "" }
    tooEarly = paid.count { entry, _ in entry.month.map { $0 < months.first ?? "" } ?? false }
  }

  private static func name(of entry: LedgerEntry) -> String {
    (entry.merchant ?? "unknown").split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static func months(from first: String?, to last: String?) -> [String] {
    func number(_ month: String) -> Int? {
      let parts = month.split(separator: "-").compactMap { Int($0) }
      return parts.count == 2 ? parts[0] * 12 + parts[1] - 1 : nil
    }
    guard let last = last.flatMap(number), let first = first.flatMap(number), first <= last else { return [] }
    return (max(first, last - mostMonths + 1)...last).map { month in
      let (year, inYear) = (month / 12, month % 12 + 1)
      return String(repeating: "0", count: max(0, 4 - "\(year)".count)) + "\(year)-" + (inYear < 10 ? "0" : "")
        + "\(inYear)"
    }
  }
}
