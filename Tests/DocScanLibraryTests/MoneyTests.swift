// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: amounts are exact in every currency.

import DocScanLibrary
import Testing

@Suite("Amounts") struct MoneyTests {
  @Test(
    "Formats amounts with the decimals of their currency",
    arguments: [
      ("31", "EUR", "31.00"), ("31.5", "EUR", "31.50"), ("-0.05", "MYR", "-0.05"), ("3560", "KRW", "3560"),
      ("1.234", "KWD", "1.234"), ("0", "JPY", "0"),
    ])
  func amountsHaveThePlacesOfTheirCurrency(text: String, currency: String, written: String) {
    #expect(Money(text, currency: currency)?.text == written)
  }

  @Test(
    "Rejects text that isn't an amount", arguments: ["", "1,50", "12e5", "٣", "1.", "--1", "9999999999999", "0x10"])
  func otherTextIsNoAmount(text: String) { #expect(Money(text, currency: "EUR") == nil) }

  @Test("Sums exactly, and each currency separately") func sumsAreExactAndOfOneCurrencyEach() {
    let tenths = (0..<1000).compactMap { _ in Money("0.10", currency: "EUR") }
    let sums = (tenths + [Money("5", currency: "USD"), Money("7", currency: nil)].compactMap(\.self)).sums
    #expect(
      sums.map { "\($0.sum.text) \($0.sum.currency) \($0.count)" } == ["100.00 EUR 1000", "5.00 USD 1", "7.00 XXX 1"])
  }
}
