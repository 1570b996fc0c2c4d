// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: cells, receipts, and running text read amounts by the same rule, and mark those with two meanings.

import DocScanCore
import DocScanTypedData
import DocScanUnderstanding
import Testing

@Suite("Amounts") struct AmountTests {
  private func read(_ text: String, in language: String = "The number of the page and what it is for") -> String? {
    let page = page(language)
    let context = TypedData().context(of: page, SearchText(page))
    guard let amount = Amount(text, context),
      let (value, alternative) = amount.reading(known: nil, usual: context.decimalMark)
    else { return nil }
    return value + (alternative.map { "?" + $0 } ?? "") + (amount.currency.map { " " + $0 } ?? "")
  }

  @Test(
    "Reads numbers with signs, brackets, currencies, and thousands in all forms",
    arguments: [
      ("1,234.50", "1234.50"), ("1.234,50", "1234.50"), ("(45)", "-45"), ("−3", "-3"), ("12.50-", "-12.50"),
      ("- 12.50", "-12.50"), ("+5.00", "5.00"), ("$ 1,200", "1200 USD"), ("12.5%", "12.5"), ("(0.5%)", "-0.5"),
      ("12 500", "12500"), ("12\u{A0}500,25", "12500.25"), ("1'234.50", "1234.50"), ("1’234.50", "1234.50"),
      ("1,23,456.78", "123456.78"), ("12,34,567", "1234567"), ("1.234.567", "1234567"), (".50", "0.50"),
      ("$(61.70)", "-61.70 USD"), ("($61.70)", "-61.70 USD"), ("61.70 CR", "-61.70"), ("61.70DR", "-61.70"),
      ("€ 99,-", "99 EUR"), ("CHF 12.90", "12.90 CHF"), ("Rs. 250.00", "250.00 INR"), ("1.234", "1.234?1234"),
      ("1,234", "1234"), ("0.250", "0.250"),
    ])
  func numbers(text: String, value: String) { #expect(read(text) == value) }

  @Test("Reads a single mark before three digits by the language of the page")
  func germanNumbers() {
    let german = "Die Rechnung ist noch nicht bezahlt, und wir bitten Sie um die Zahlung"
    #expect(read("1.234", in: german) == "1234")
    #expect(read("1,234", in: german) == "1.234?1234")
  }

  @Test(
    "Leaves non-numeric texts as text",
    arguments: ["A4", "2024-05", "12.34.56", "n/a", "+", "1,23,4", "()", "$", "12 Main", "01.02.2024", "5 x 3"])
  func otherTexts(text: String) { #expect(read(text) == nil) }

  @Test(
    "Finds negative amounts and Indian thousands in text, and marks amounts with two meanings",
    arguments: [
      ("The credit of $(61.70) was paid in full", "-61.70 USD", nil),
      ("A balance of £12.50- is left", "-12.50 GBP", nil),
      ("A balance of £12.50 CR is left on it", "-12.50 GBP", nil),
      ("The fee ($25.00) was paid in full", "25.00 USD", nil),
      ("The price was ₹1,23,456.78 in all", "123456.78 INR", nil),
      ("Der Preis von 1.234 € ist fällig und wird abgebucht", "1234 EUR", nil),
      ("Der Preis von 1,234 € ist fällig und wird abgebucht", "1234 EUR", "1.234"),
    ])
  func amountsInText(text: String, amount: String, alternative: String?) throws {
    let found = try #require(TypedData(types: [.money]).find(on: page(text)).first)
    #expect("\(found.value) \(found.currency ?? "")" == amount)
    #expect(found.alternative == alternative)
  }

  @Test(
    "Reads totals in brackets, with a minus sign, or with CR as negative",
    arguments: ["(45.00)", "$(45.00)", "($45.00)", "-45.00", "45.00-", "−45.00", "45.00 CR"])
  func refunds(total: String) throws {
    let text = """
      Corner Shop
      Boston MA 02110
      Refund 2024-03-05 14:05
      Coffee machine (45.00)
      Total \(total)
      Refund to VISA \(total)
      """
    let receipt = try #require(ReceiptReader().read(ReceiptText.page(text)))
    #expect(receipt.total?.value == "-45.00")
    #expect(receipt.payments.map(\.amount) == ["-45.00"])
  }

  @Test("Uses the currency next to a total instead of that of most amounts")
  func currencyOfTotal() throws {
    let text = """
      Bergbahn Kiosk
      Datum 21.10.2021 14:05
      Kaffee CHF 4.90
      Kuchen CHF 8.00
      Total CHF 12.90 / EUR 13.65
      inkl. MWST 2.5% EUR 0.31
      Bezahlt in EUR
      """
    let total = try #require(ReceiptReader().read(ReceiptText.page(text))?.total)
    #expect(["12.90 CHF", "13.65 EUR"].contains("\(total.value) \(total.currency ?? "")"))
  }

  @Test("Takes no charge for change, and the number of a credit memo for no payment")
  func creditMemo() throws {
    let text = """
      Corner Parts
      Boston MA 02110
      CREDIT MEMO 88012
      2024-03-05 14:05
      Alternator $(49.70)
      Core charge $(12.00)
      TOTAL $(61.70)
      """
    let receipt = try #require(ReceiptReader().read(ReceiptText.page(text)))
    #expect(receipt.total?.value == "-61.70")
    #expect(receipt.change == nil && receipt.payments.isEmpty)
  }
}
