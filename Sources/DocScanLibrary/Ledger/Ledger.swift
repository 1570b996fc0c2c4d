// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanFiles
internal import DocScanStore
package import FoundationEssentials

/// The receipts of a library that match a filter.
package struct Ledger: Encodable, Sendable {
  package static let schema = "docscan-ledger/1"
  package static let categoryFile = "categories.txt"

  /// The total spending in a currency.
  package struct Sum: Encodable, Sendable {
    package let currency: String
    package let total: String
    package let receipts: Int
    package let uncertain: Int

    /// The sum for a table, with a "?" if any total is uncertain.
    package var marked: String { total + (uncertain > 0 ? "?" : "") }
  }

  package let schema = Self.schema
  package let receipts: [LedgerEntry]
  package let sums: [Sum]
  /// The sums for each grouping: "category", "month", and "merchant".
  package let sumsBy: [String: [Group]]
  /// The pages that were searched for receipts without a result, regardless of the filter.
  package let withoutReceipt: [LedgerGap]

  private enum CodingKeys: CodingKey {
    case schema, receipts, sums, sumsBy, withoutReceipt
  }

  package func groups(by grouping: LedgerGrouping) -> [Group] { sumsBy[grouping.rawValue] ?? [] }

  /// Updates a library's ledger, and filters its receipts. `everyScan` lists a receipt for each scan; `rebuild` reads all documents again.
  package init(
    library: String, rules: CategoryRules = CategoryRules(), filter: LedgerFilter = LedgerFilter(),
    everyScan: Bool = false, rebuild: Bool = false
  ) throws(BatchError) {
    try self.init(
      library: Self.library(library), rules: rules, filter: filter, everyScan: everyScan, rebuild: rebuild)
  }

  package static func library(_ path: String) throws(BatchError) -> Folder {
    do throws(BatchError) {
      return try StoredDocument.library(path)
    } catch {
      throw .noInput("\(error)")
    }
  }

  package init(
    library: Folder, rules: CategoryRules = CategoryRules(), filter: LedgerFilter = LedgerFilter(),
    everyScan: Bool = false, rebuild: Bool = false
  ) throws(BatchError) {
    do {
      let store = try LedgerStore(library: library)
      try store.update(rebuild: rebuild)
      let all = try store.entries()
      let entries = everyScan ? all.map(\.entry) : LedgerDuplicates.merged(all)
      self.init(
        entries.map { entry in
          var entry = entry
          entry.category = entry.category ?? rules.category(of: entry)
          return entry
        }.filter(filter.accepts), withoutReceipt: try store.gaps())
    } catch {
      throw .output("\(error)")
    }
  }

  package init(_ receipts: [LedgerEntry], withoutReceipt: [LedgerGap] = []) {
    (self.receipts, self.withoutReceipt) = (receipts, withoutReceipt)
    sumsBy = Dictionary(
      uniqueKeysWithValues: LedgerGrouping.allCases.map { ($0.rawValue, Self.groups(receipts, by: $0)) })
    sums = receipts.compactMap(\.money).sums.map {
      let currency = $0.sum.currency
      return Sum(
        currency: currency, total: $0.sum.text, receipts: $0.count,
        uncertain: receipts.count { $0.money?.currency == currency && $0.hasUncertainTotal })
    }
  }

  /// Writes a file for a library's ledger. Replaces only files that docscan wrote and that haven't changed since.
  package static func write(_ data: Data, to path: String, library: Folder) throws(BatchError) {
    do {
      try LedgerStore(library: library).write(data, to: path)
    } catch {
      throw .output("\(error)")
    }
  }

  /// Reads the category rules from `file`, or if it's `nil`, from the library's `categories.txt`. Returns no rules if that doesn't exist.
  package static func rules(_ file: String?, in library: Folder) throws(BatchError) -> CategoryRules {
    guard let file else { return try rules(in: library) }
    guard let data = FileManager.default.contents(atPath: file) else {
      throw .usage("\(file) cannot be read. It should have a line for each category: Groceries: aldi, rewe")
    }
    return try CategoryRules(String(decoding: data, as: UTF8.self), file: file)
  }

  /// Reads the category rules from the library's `categories.txt`. Returns no rules if the library has no such file.
  package static func rules(in library: Folder) throws(BatchError) -> CategoryRules {
    guard library.exists(categoryFile) else { return CategoryRules() }
    let path = "\(library.path)/\(categoryFile)"
    guard let bytes = library.contents(categoryFile) else {
      throw .usage("\(path) is a link, or cannot be read. Name the category file itself with --categories.")
    }
    return try CategoryRules(String(decoding: bytes, as: UTF8.self), file: path)
  }
}
