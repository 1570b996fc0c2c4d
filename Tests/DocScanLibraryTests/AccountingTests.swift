// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: ledgers can be read by accounting programs, whatever receipts contain.

import DocScanCore
import DocScanFixtures
import DocScanLibrary
import FoundationEssentials
import Testing

@Suite("Files for accounting programs") struct AccountingTests {
  /// Merchants' names that contain attacks, because anyone can print a receipt.
  private static let hostile = [
    "=1+1", "A\"; rm -rf ~", "B | C ; D: e\nassets:evil  100", "{}(expr) \\ `id`", "주식회사 가나다", "@SUM(A1)", "-2+3", "",
  ]

  private func ledger() throws -> Ledger {
    let library = try ReceiptLibrary()
    for (day, merchant) in zip(1..., Self.hostile) {
      try library.add(
        "scan \(day)", [.of(merchant, "2024-02-0\(day)", "\(day).50", day.isMultiple(of: 2) ? "EUR" : "MYR")])
    }
    try library.add("torn", [.of("Torn", nil, "5.00"), .of(nil, "2024-03-01", nil)])
    return try library.ledger(rules: "Food & Drink: 가나다, evil")
  }

  @Test("Writes a journal that hledger accepts and sums correctly") func hledgerReadsTheJournal() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(PlainTextAccounting.hledger.text(of: ledger()), to: "receipts.journal")
    try Command("hledger", ["-f", file, "check"]).check()
    let balance = try Command("hledger", ["-f", file, "balance", "expenses", "--depth", "1", "-O", "csv"]).check()
      .output
    // 1.5 + 3.5 + 5.5 + 7.5 and 2.5 + 4.5 + 6.5 + 8.5
    #expect(balance.contains("EUR 22.00") && balance.contains("MYR 18.00"))
    let accounts = try Command("hledger", ["-f", file, "accounts"]).check().output
    #expect(
      accounts.split(separator: "\n").sorted() == ["assets:unknown", "expenses:Food Drink", "expenses:uncategorized"])
  }

  @Test("Writes a file that Beancount accepts") func beancountReadsItsFile() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(PlainTextAccounting.beancount.text(of: ledger()), to: "receipts.beancount")
    #expect(try Command("bean-check", [file]).check().output == "")
    let accounts = try Command("bean-query", [file, "select distinct account"]).check().output
    #expect(accounts.contains("Expenses:Food-Drink"))
  }

  @Test("Writes CSV that keeps text as text") func csvKeepsTextAsText() throws {
    let csv = try ledger().csv
    let lines = try Command(
      "python3", ["-c", "import csv,sys,json; print(json.dumps(list(csv.DictReader(sys.stdin))))"]
    )
    .with(input: csv).check().outputBytes
    guard case .array(let rows) = try JSONFile.parse(.init(lines)) else { throw FixtureError("no list") }
    let merchants = rows.compactMap { row -> String? in
      guard case .object(let members) = row, case .string(let text)? = members["merchant"] else { return nil }
      return text
    }
    #expect(
      merchants.prefix(8) == [
        "'=1+1", "A\"; rm -rf ~", "B | C ; D: e\nassets:evil  100", "{}(expr) \\ `id`",
        "주식회사 가나다", "'@SUM(A1)", "'-2+3", "",
      ])
  }
}

extension Command {
  fileprivate func with(input: String) -> Command {
    var command = self
    command.standardInput = Array(input.utf8)
    return command
  }
}
