// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: filters and rules of ledgers choose exactly the receipts that they name.

import DocScanBatch
import DocScanCore
import DocScanFiles
import DocScanFixtures
import DocScanLibrary
import DocScanStore
import DocScanWriters
import Foundation
import Testing

extension LedgerTests {
  @Test("Filters receipts") func filtersChooseReceipts() throws {
    let library = try ReceiptLibrary()
    try library.add("a", [.of("ALDI SÜD", "2024-03-31", "9.99")])
    try library.add("b", [.of("Shell", "2024-04-01", "50.00"), .of("Kiosk", nil, "2.00", nil)])
    func merchants(_ change: (inout LedgerFilter) throws -> Void) throws -> [String?] {
      var filter = LedgerFilter()
      try change(&filter)
      return try library.ledger(rules: "Fuel: shell", filter: filter).receipts.map(\.merchant)
    }
    #expect(try merchants { $0.months = LedgerFilter.months("2024-03") } == ["ALDI SÜD"])
    #expect(try merchants { $0.months = LedgerFilter.months("2024-03..2024-04") } == ["ALDI SÜD", "Shell"])
    #expect(try merchants { $0.months = LedgerFilter.months("2024-04..2024-03") } == ["ALDI SÜD", "Shell"])
    #expect(try merchants { $0.months = LedgerFilter.months("2024") } == ["ALDI SÜD", "Shell"])
    #expect(LedgerFilter.months("5.3.2018..05.04.2018") == "2018-03-05"..."2018-04-05")
    #expect(LedgerFilter.amounts("24.919,99..")?.least == Decimal(string: "24919.99"))
    #expect(try merchants { $0.merchant = "süd" } == ["ALDI SÜD"])
    #expect(try merchants { $0.category = "fuel" } == ["Shell"])
    #expect(try merchants { $0.category = "none" } == ["ALDI SÜD", "Kiosk"])
    #expect(try merchants { $0.language = "de" }.count == 3)
    #expect(try merchants { $0.currency = "eur" } == ["ALDI SÜD", "Shell"])
    #expect(
      try merchants {
        let range = try #require(LedgerFilter.amounts("9.99..49.99"))
        ($0.least, $0.most) = range
      } == ["ALDI SÜD"])
  }

  @Test("Lists a paid slip with an invoice number as a receipt, as search does") func paidSlip() throws {
    let library = try ReceiptLibrary()
    let fields = ["number": "4711", "total": "9.99", "seller": "Ocean Hardware"]
    let paid = Receipt.of("Ocean Hardware", "2024-03-31", "9.99", time: "18:24")
    try library.add("paid", [paid], invoice: Self.invoice(fields, pages: [1]))
    try library.add("unpaid", [.of("Kaltenbach", "2024-04-01", "50.00")], invoice: Self.invoice(fields, pages: [1]))
    let asking = fields.merging(["dueDate": "2024-05-01", "number": "4712"]) { $1 }
    try library.add("asking", [paid], invoice: Self.invoice(asking, pages: [1]))
    func names(_ kind: LedgerEntry.Kind) throws -> [String] {
      var filter = LedgerFilter()
      filter.kind = kind
      return try library.ledger(filter: filter).receipts.compactMap(\.sources.first?.document).sorted()
    }
    #expect(try names(.receipt) == ["paid"] && names(.invoice) == ["asking", "unpaid"])
    let root = try #require(Folder(root: library.path))
    let facts = try ["asking", "paid", "unpaid"].map { name in
      try DocumentFacts(#require(StoredDocument.placed(name, in: root))).kind
    }
    #expect(facts == ["invoice", "receipt", "invoice"])
  }

  @Test("Finds the kind and the total that the ledger shows, even if they are doubtful") func searchedFacts() throws {
    let library = try ReceiptLibrary()
    try library.add(
      "bill", [.of("Kaltenbach", nil, nil), nil, nil],
      invoice: Self.invoice(["total": "197.65", "number": "471102"], pages: [1, 2, 3], confidence: 0.7))
    let entry = try #require(library.ledger().receipts.first)
    #expect(entry.kind == .invoice && entry.mark("total") == "?")
    for query in ["kind:invoice", "amount:197.65", "amount:200..100"] {
      let found = try LibrarySearch(library: library.path).pages(SearchQuery(words: [query]), limit: 9, fuzzy: false)
      #expect(found.hits.map(\.page).sorted() == [1, 2, 3], "\(query)")
    }
  }

  @Test("Shows the date of a receipt with doubtful values of an invoice on its page, unless it may be the due date")
  func sharedDate() throws {
    let library = try ReceiptLibrary()
    let receipt = Receipt.of("Ocean Hardware", "2024-03-31", "9.99")
    func add(_ name: String, _ fields: [String: String]) throws {
      try library.add(name, [receipt], invoice: Self.invoice(fields, pages: [1], confidence: 0.4))
    }
    try add("same", ["date": "2024-03-31"])
    try add("other", ["date": "2024-03-13"])
    try add("due", ["dueDate": "2024-03-31"])
    let root = try #require(Folder(root: library.path))
    let dates = try ["same", "other", "due"].map { name in
      try DocumentFacts(#require(StoredDocument.placed(name, in: root))).date
    }
    #expect(dates == ["2024-03-31", nil, nil])
  }

  @Test("Takes a payment on an invoice only if it is certain and settles the total") func paidInvoices() throws {
    let library = try ReceiptLibrary()
    let fields = ["number": "4711", "total": "476.00", "seller": "Kaltenbach", "dueDate": "2024-06-01"]
    for (name, amount, confidence) in [("deposit", "100.00", 0.95), ("guess", "476.00", 0.7), ("paid", "476.00", 0.95)]
    {
      var page = Receipt.of("Kaltenbach", "2024-05-02", "476.00")
      let box = Box(x: 0, y: 0, width: 1, height: 1)
      page.payments = [Receipt.Payment(method: .cash, amount: amount, confidence: confidence, box: box)]
      try library.add(name, [page], invoice: Self.invoice(fields, pages: [1]))
    }
    let entries = try library.ledger(everyScan: true).receipts
    let paid = entries.filter { !$0.payments.isEmpty }.compactMap(\.sources.first?.document)
    #expect(entries.count == 3 && paid == ["paid"], "\(entries)")
  }

  @Test("Takes the seller for a logo that is a part of its name, and marks the buyer's name") func sellers() throws {
    let library = try ReceiptLibrary()
    let fields = ["number": "4711", "total": "476.00", "buyer": "Schule am Park"]
    let names = [("logo", "KALTENBACH", "Kaltenbach Druck GmbH", 0.96), ("buyer", "Schule am Park", "Ack No.", 0.3)]
    for (name, merchant, seller, confidence) in names {
      let invoice = Self.invoice(fields.merging(["seller": seller]) { $1 }, pages: [1], confidence: confidence)
      try library.add(name, [.of(merchant, "2024-05-02", "476.00", confidence: 0.9)], invoice: invoice)
    }
    let entries = Dictionary(uniqueKeysWithValues: try library.ledger().receipts.map { ($0.sources[0].document, $0) })
    #expect(entries["logo"]?.merchant == "Kaltenbach Druck GmbH")
    #expect(entries["buyer"]?.merchant == "Schule am Park" && entries["buyer"]?.mark("merchant") == "?", "\(entries)")
  }

  @Test("Finds credit notes by their own kind") func creditNotes() throws {
    let library = try ReceiptLibrary()
    let fields = ["number": "G-12", "total": "9.99", "seller": "Ocean Hardware"]
    guard case .object(var members) = Self.invoice(fields, pages: [1]) else { throw FixtureError("Not an object") }
    members["credit"] = "creditNote"
    try library.add("credit", [.of("Ocean Hardware", "2024-03-31", "9.99")], invoice: .object(members))
    let root = try #require(Folder(root: library.path))
    #expect(try DocumentFacts(#require(StoredDocument.placed("credit", in: root))).kind == "creditNote")
  }

  @Test("Rejects invalid months", arguments: ["2024-13", "24-01", "2024-03-99", "2024-03..2024", "", ".."])
  func otherMonthsAreRefused(text: String) { #expect(LedgerFilter.months(text) == nil) }

  @Test("Rejects invalid amounts", arguments: ["10", "..", "a..b", "1,5..2"])
  func otherAmountsAreRefused(text: String) { #expect(LedgerFilter.amounts(text) == nil) }

  @Test("Assigns categories by rules") func rulesSayTheCategory() throws {
    let rules = "# mine\nGroceries: aldi, 마트\n\nCoffee: item:espresso, café*\n"
    let library = try ReceiptLibrary()
    try library.add("a", [.of("ALDI SÜD", "2024-01-01", "1.00"), .of("Aldington Hotel", "2024-01-02", "1.00")])
    try library.add("b", [.of("한강마트", "2024-01-03", "1000", "KRW"), .of("Caféteria", "2024-01-04", "1.00")])
    try library.add("c", [.of("Kiosk", "2024-01-05", "1.00", items: ["Double ESPRESSO"])])
    #expect(
      try library.ledger(rules: rules).receipts.map(\.category) == ["Groceries", nil, "Groceries", "Coffee", "Coffee"])
  }

  @Test("Names an invalid line of the rules", arguments: ["Groceries", "Groceries:", ": aldi"])
  func aLineThatIsNoRuleIsNamed(line: String) throws {
    let error = #expect(throws: BatchError.self) { try CategoryRules("# first\n\(line)\n", file: "mine.txt") }
    #expect(error?.description.hasPrefix("mine.txt, line 2: expected a category and words") == true)
  }

  @Test("Shows kind, due date, buyer, and accounts at the end of the CSV, and names doubtful ones")
  func endOfCSV() throws {
    let fields = [
      "number": "4711", "dueDate": "2024-05-16", "total": "119.00", "seller": "Kaltenbach", "buyer": "Schule",
    ]
    for (confidence, doubtful) in [(0.95, false), (0.6, true), (0.4, true)] {
      let library = try ReceiptLibrary()
      try library.add(
        "bill", [.of("Kaltenbach", "2024-05-02", "119.00")],
        invoice: Self.invoice(fields, pages: [1], confidence: confidence))
      let lines = try library.ledger().csv.split(separator: "\r\n")
      #expect(lines.first?.hasSuffix("\"kind\",\"due date\",\"buyer\",\"iban\"") == true)
      let values = confidence < 0.5 ? ",," : "\"2024-05-16\",\"Schule\","
      #expect(lines.last?.hasSuffix(",\"invoice\",\(values)") == true, "\(lines)")
      let entry = try #require(try library.ledger().receipts.first)
      #expect(entry.doubtful.contains("buyer") == (doubtful && confidence > 0.5))
    }
  }
}
