// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: a receipt that was scanned twice is counted once, and two purchases twice.

import DocScanBatch
import DocScanCore
import DocScanFixtures
import DocScanLibrary
import DocScanStore
import DocScanWriters
import Foundation
import Testing

extension LedgerTests {
  @Test("Shows a receipt that was scanned twice once") func aReceiptThatWasScannedTwiceIsShownOnce() throws {
    let library = try ReceiptLibrary()
    try library.add("one", [.of("ALDI", "2024-01-01", "5.00", time: "10:15:20")])
    try library.add("two", [.of("AIDI", "2024-01-01", "5.00", time: "10:15", confidence: 0.5)])
    let ledger = try library.ledger()
    #expect(ledger.receipts.map(\.merchant) == ["ALDI"])
    #expect(ledger.receipts.first?.sources.map(\.document).sorted() == ["one", "two"])
    #expect(ledger.sums.first?.total == "5.00")
    #expect(try library.ledger(everyScan: true).sums.first?.total == "10.00")
  }

  @Test("Shows the scan of a receipt that somebody corrected, even if another one has fewer doubts")
  func correctedScan() throws {
    let library = try ReceiptLibrary()
    let box = Box(x: 0, y: 0, width: 1, height: 1)
    try library.add("one", [.of("ALDI", "2024-01-01", "5.00", time: "10:15:20")])
    var corrected = Receipt.of("AIDI", "2024-01-01", "5.00", time: "10:15", confidence: 0.5)
    corrected.category = Receipt.Field(value: "Food", confidence: 1)
    corrected.category?.isEdited = true
    corrected.taxes = [Receipt.Tax(amount: "0.35", confidence: 0.5, box: box)]
    try library.add("two", [corrected])
    let receipt = try library.ledger().receipts.first
    #expect(receipt?.category == "Food" && receipt?.sources.count == 2 && receipt?.corrections == 1)
  }

  @Test("Recognizes the same receipt by nearly equal text") func nearlyTheSameTextTellsTheSameReceipt() throws {
    let text = "Bäckerei Hofmann, 2 Brezeln 1,60, 1 Kaffee 2,40, Summe 4,00, vielen Dank und bis morgen"
    let library = try ReceiptLibrary()
    try library.add("one", [.of("Hofmann", "2024-01-01", "4.00")], text: text)
    try library.add("two", [.of("Hofmann", "2024-01-01", "4.00")], text: text.replacing("Kaffee", with: "Kaff ee"))
    try library.add("three", [.of("Hofmann", "2024-01-01", "4.00")], text: "Bäckerei Hofmann, 1 Roggenbrot, Summe 4,00")
    #expect(try library.ledger().receipts.map(\.sources.count) == [2, 1])
  }

  @Test("Offers two photos that may show the same receipt as possible duplicates")
  func twoPhotosThatMayShowOneReceiptAreOffered() throws {
    let text = "Bäckerei Hofmann, 2 Brezeln 1,60, 1 Kaffee 2,40, Summe 4,00, vielen Dank und bis morgen"
    let library = try ReceiptLibrary()
    try library.add("one", [.of("Hofmann", "2024-01-01", "4.00")], text: text)
    try library.add("two", [.of("Hofrnann", nil, "4.00")], text: text.replacing("Brezeln", with: "Brezein"))
    // Another day, amount, or shop makes it a different receipt.
    try library.add("three", [.of("Hofmann", "2024-01-02", "4.00")], text: text)
    try library.add("four", [.of("Hofmann", nil, "5.00")], text: text)
    try library.add("five", [.of("Kiosk", nil, "4.00")], text: "Zeitungen am Bahnhof, 1 Magazin, bar bezahlt 4,00")
    func offers() throws -> [String: [String]] {
      try library.ledger().receipts.reduce(into: [:]) { offers, entry in
        if !entry.perhapsSameAs.isEmpty { offers[entry.sources[0].document] = entry.perhapsSameAs.map(\.document) }
      }
    }
    // A missing date matches both days.
    #expect(try offers() == ["two": ["one", "three"]])
    #expect(try library.ledger().sums.first?.total == "21.00")
    var decided = Receipt.of("Hofrnann", nil, "4.00")
    decided.differentFrom = ["three:1"]
    try library.add("two", [decided], text: text)
    #expect(try offers() == ["two": ["one"]])
    decided.sameAs = "one:1"
    try library.add("two", [decided], text: text)
    #expect(try offers().isEmpty)
    #expect(try library.ledger().sums.first?.total == "17.00")
  }

  @Test("Keeps equal minutes and amounts at two shops apart") func oneMinuteAndAmountAtTwoShopsAreTwoReceipts() throws {
    let library = try ReceiptLibrary()
    try library.add("one", [.of("ALDI", "2024-01-01", "5.00", time: "10:15")], text: "Milch und Brot, Danke")
    try library.add("two", [.of("Shell Station", "2024-01-01", "5.00", time: "10:15")], text: "Wash program 3")
    #expect(try library.ledger().sums.first?.total == "10.00")
  }

  private static let twoPurchases: [(first: String?, second: String?, number: String?)] = [
    ("10:15", "10:16", nil), ("10:15", "10:15", "4711"), (nil, nil, "4711"),
  ]

  @Test("Keeps two purchases at the same price apart", arguments: twoPurchases)
  func twoPurchasesThatCostTheSameAreTwo(first: String?, second: String?, number: String?) throws {
    let library = try ReceiptLibrary()
    let text = "City bus, one ride, 3.20, keep this ticket until you leave the bus"
    try library.add("one", [.of("Bus", "2024-01-01", "3.20", time: first, number: number)], text: text)
    try library.add(
      "two", [.of("Bus", "2024-01-01", "3.20", time: second, number: number.map { "\($0)2" })], text: text)
    #expect(try library.ledger().sums.first?.total == "6.40")
  }
}
