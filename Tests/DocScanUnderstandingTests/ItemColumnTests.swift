// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: items have the names, quantities, and prices of their columns.

import DocScanCore
import DocScanUnderstanding
import Testing

@Suite("Columns of items") struct ItemColumnTests {
  /// Returns the items of an invoice with a title above and sums below its table, as text: "Kopje 3 10.00 30.00".
  private func items(_ table: String, _ sums: String, title: String = "Tax Invoice No. 4711") throws -> [String] {
    let text = "Vogel Trading Ltd\n\(title)\nDate: 2024-06-18\n\(table)\n\(sums)"
    let receipt = try #require(ReceiptReader().read(ReceiptText.page(text)))
    return receipt.items.map { item in
      [item.description, item.quantity ?? "-", item.unitPrice ?? "-", item.amount].joined(separator: " ")
    }
  }

  @Test("Takes quantities and prices from their columns, though other numbers make the same product") func columns()
    throws
  {
    let found = try items(
      """
      Code      Omschrijving      Aantal      Prijs      B.T.W      Bedrag
      Y654      Kopje             3           10,00      3,00       30,00
      X321      Lepel             10          1,00       1,00       10,00
      """, "Subtotaal  40,00\nB.T.W 10%  4,00\nTotaal  44,00 EUR", title: "Factuur 4711")
    #expect(found == ["Kopje 3 10.00 30.00", "Lepel 10 1.00 10.00"])
  }

  @Test("Takes items with a quantity for no payment or tip, though their words resemble these") func resemblances()
    throws
  {
    let text = """
      Quay Hotel Harbour Bar
      22 Aug 2026 10:14 PM
      3 Pint Stout                19.20
      1 Sparkling Water 330ml      3.10
      1 Pouding chômeur           11.75
      TOTAL DUE                   €34.05
      Cash                        €40.00
      Change                      €5.95
      """
    let receipt = try #require(ReceiptReader().read(ReceiptText.page(text)))
    #expect(receipt.items.map(\.amount) == ["19.20", "3.10", "11.75"])
    #expect(receipt.payments.map(\.amount) == ["40.00"] && receipt.payments.first?.method == .cash)
  }

  @Test("Keeps a number at the beginning of a name") func numbersInNames() throws {
    let found = try items(
      """
      Services                    Quantity      Price          Amount
      2 page website design       3             $700.00        $2,100.00
      Mobile designs              1             $250.00        $250.00
      """, "Subtotal  $2,350.00\nTax 8%  $188.00\nTotal  $2,538.00")
    #expect(found == ["2 page website design 3 700.00 2100.00", "Mobile designs 1 250.00 250.00"])
  }

  @Test("Takes the amount that is the product of quantity and price, before taxes") func netAmounts() throws {
    let found = try items(
      """
      Lp.    Nazwa          Ilość      J.m. Cena netto      Wart. netto      VAT      Wart. brutto
      1      Ulotki A5      1000       szt. 0,45            450,00           23%      553,50
      2      Plakat B2      40         szt. 15,50           620,00           23%      762,60
      """, "Razem netto  1070,00\nKwota VAT  246,10\nDo zapłaty  1316,10 PLN", title: "Faktura VAT nr FV 12/2024")
    #expect(found == ["Ulotki A5 1000 0.45 450.00", "Plakat B2 40 15.50 620.00"])
  }

  @Test("Doesn't join a quantity and a price in the next column, or take row numbers for quantities") func withoutHead()
    throws
  {
    let found = try items(
      """
      1  Oak board        2      600.00      1,200.00
      2  Steel shelf      1      450.00      450.00
      """, "Subtotal  1,650.00\nVAT 20%  330.00\nTotal  £1,980.00")
    #expect(found == ["Oak board 2 600.00 1200.00", "Steel shelf 1 450.00 450.00"])
  }

  @Test("Leaves codes in other columns out of names") func codes() throws {
    let found = try items(
      """
      Oil filter        25171500      $110.00
      Brake pad         25171700      $800.00
      """, "Subtotal  $910.00\nTax  $91.00\nTotal  $1,001.00")
    #expect(found == ["Oil filter - - 110.00", "Brake pad - - 800.00"])
  }

  @Test("Is certain of amounts that are products of quantity and price") func confidence() throws {
    let text = """
      Vogel Trading Ltd
      Tax Invoice No. 4711
      Date: 2024-06-18
      Description        Quantity      Price        Amount
      Oak board          2             600.00       1,200.00
      Delivery           1                          50.00
      Total  £1,300.00
      """
    let receipt = try #require(ReceiptReader().read(ReceiptText.page(text)))
    #expect(receipt.items.map { $0.confidence > 0.9 } == [true, false])
  }
}
