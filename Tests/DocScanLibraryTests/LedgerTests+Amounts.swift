// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: of the amounts of an invoice and of its page, the ledger takes those that agree, and marks the others.

import DocScanCore
import Testing

@testable import DocScanLibrary

extension LedgerTests {
  @Test("Marks an invoice's total if a larger amount is due, and takes the sum of equal taxes")
  func amountsDue() throws {
    func field(_ value: String, _ confidence: Double = 0.99) -> JSONValue {
      ["value": .string(value), "confidence": .number(confidence), "page": 1, "box": [0, 0, 1, 1]]
    }
    func entry(due: String, tax: String = "19.00", rates: [String] = []) throws -> LedgerEntry {
      let library = try ReceiptLibrary()
      var receipt = Receipt.of("Ferndale Ltd", "2024-05-02", due, confidence: 0.7)
      receipt.taxes = rates.map {
        Receipt.Tax(rate: "9", net: nil, amount: $0, confidence: 0.8, box: Box(x: 0, y: 0, width: 1, height: 1))
      }
      try library.add(
        "bill", [receipt],
        invoice: [
          "number": field("4711"), "total": field("119.00"), "net": field("100.00"), "tax": field(tax), "vatIds": [],
          "ibans": [], "currency": "EUR", "pages": [1],
        ])
      return try #require(try library.ledger().receipts.first)
    }
    let late = try entry(due: "154.00")
    #expect(late.total == "119.00" && late.mark("total") != nil)
    let paid = try entry(due: "69.00")
    #expect(paid.total == "119.00" && paid.mark("total") == nil)
    let equal = try entry(due: "119.00", tax: "9.50", rates: ["9.50", "9.50"])
    #expect(equal.tax == "19.00" && equal.mark("tax") == "?")
  }

  @Test("Marks a total that the invoice on the page lacks, or whose net amount and tax contradict it")
  func unsureTotals() throws {
    func entry(_ amounts: [String: (value: String, confidence: Double)]) throws -> LedgerEntry {
      let library = try ReceiptLibrary()
      var invoice: [String: JSONValue] = ["vatIds": [], "ibans": [], "currency": "EUR", "pages": [1]]
      for (name, amount) in amounts.merging(["number": ("4711", 0.99)], uniquingKeysWith: { $1 }) {
        invoice[name] = [
          "value": .string(amount.value), "confidence": .number(amount.confidence), "page": 1, "box": [0, 0, 1, 1],
        ]
      }
      try library.add(
        "bill", [Receipt.of("Ferndale Ltd", "2024-05-02", "793.15", confidence: 0.99)], invoice: .object(invoice))
      return try #require(try library.ledger().receipts.first)
    }
    #expect(try entry([:]).doubtful.contains("total"))
    #expect(
      try entry(["total": ("793.15", 0.8), "net": ("100.00", 0.7), "tax": ("19.00", 0.7)]).doubtful.contains("total"))
    #expect(try !entry(["total": ("793.15", 0.99)]).doubtful.contains("total"))
  }

  @Test("Marks items that don't make the amounts of the invoice, such as its taxes") func taxesAsItems() throws {
    let library = try ReceiptLibrary()
    let box = Box(x: 0, y: 0, width: 1, height: 1)
    var receipt = Receipt.of("Ferndale Ltd", "2024-05-02", "76.00", confidence: 0.1)
    receipt.items = ["60.00", "16.00"].map {
      Receipt.Item(description: "Transport", amount: $0, confidence: 0.98, box: box)
    }
    func field(_ value: String) -> JSONValue {
      ["value": .string(value), "confidence": 0.98, "page": 1, "box": [0, 0, 1, 1]]
    }
    try library.add(
      "bill", [receipt],
      invoice: [
        "number": field("4711"), "total": field("476.00"), "net": field("400.00"), "tax": field("76.00"), "vatIds": [],
        "ibans": [], "currency": "EUR", "pages": [1],
      ])
    let entry = try #require(try library.ledger().receipts.first)
    #expect(entry.total == "476.00" && entry.items.count == 2)
    #expect(entry.items.allSatisfy { $0.confidence < LedgerEntry.sure }, "\(entry.items)")
  }

  @Test("Counts a tax once that the items and the tax table have") func repeatedTaxes() throws {
    let box = Box(x: 0, y: 0, width: 1, height: 1)
    func rates(_ taxes: [(rate: String, net: String, amount: String)], tax: String) throws -> [String] {
      let library = try ReceiptLibrary()
      var receipt = Receipt.of("Acme", "2024-05-02", "620.02")
      receipt.taxes = taxes.map {
        Receipt.Tax(rate: $0.rate, net: $0.net, amount: $0.amount, confidence: 0.9, box: box)
      }
      let fields = ["number": "4711", "total": "620.02", "tax": tax]
      try library.add("bill", [receipt], invoice: Self.invoice(fields, pages: [1]))
      return try library.ledger().receipts.flatMap(\.taxes).map(\.amount)
    }
    let (items, table) = (("19", "15.24", "2.90"), ("7", "562.50", "39.38"))
    #expect(try rates([items, table, items, table], tax: "42.28") == ["2.90", "39.38"])
    // India has two equal taxes, which both count.
    #expect(try rates([items, items], tax: "5.80") == ["2.90", "2.90"])
  }
}
