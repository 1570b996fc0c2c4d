// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: an amount has the same value in a cell, in running text, on a receipt, and on an invoice.

import DocScanCore
import DocScanTypedData
import DocScanUnderstanding
import Testing

@Suite("Notations of amounts") struct AmountNotationTests {
  private static let notations: [(text: String, value: String, currency: String)] = [
    ("€1,234.50", "1234.50", "EUR"), ("1.234,50 €", "1234.50", "EUR"), ("EUR 1.234.567,50", "1234567.50", "EUR"),
    ("1 234 567,50 €", "1234567.50", "EUR"), ("1\u{202F}234,50\u{A0}€", "1234.50", "EUR"),
    ("1\u{2009}234,50 €", "1234.50", "EUR"),
    ("CHF 1'234.50", "1234.50", "CHF"), ("CHF 1’234’567.50", "1234567.50", "CHF"),
    ("CHF 1 234.50", "1234.50", "CHF"),
    ("CHF 12.-", "12.00", "CHF"), ("CHF 12.–", "12.00", "CHF"), ("CHF 12.—", "12.00", "CHF"),
    ("CHF 1'250.--", "1250.00", "CHF"), ("Fr. 12.50", "12.50", "CHF"), ("12,- €", "12.00", "EUR"),
    ("12,-- €", "12.00", "EUR"), ("€ 1.250,–", "1250.00", "EUR"),
    ("₹1,23,456.50", "123456.50", "INR"), ("Rs. 12,34,567.50", "1234567.50", "INR"),
    ("£(45.00)", "-45.00", "GBP"), ("€(1.234,50)", "-1234.50", "EUR"),
    ("£45.00-", "-45.00", "GBP"), ("-£45.00", "-45.00", "GBP"), ("£-45.00", "-45.00", "GBP"),
    ("−45,00 €", "-45.00", "EUR"), ("45,00- €", "-45.00", "EUR"),
    ("45,00 €-", "-45.00", "EUR"), ("£45.00 CR", "-45.00", "GBP"), ("£45.00CR", "-45.00", "GBP"),
    ("45.00 GBP CR", "-45.00", "GBP"), ("£45.00 DR", "-45.00", "GBP"),
    ("EUR-45.00", "-45.00", "EUR"), ("+45,00 €", "45.00", "EUR"), ("+ £45.00", "45.00", "GBP"),
    ("£+45.00", "45.00", "GBP"),
    ("45,00+ €", "45.00", "EUR"), ("R$ 1.234,50", "1234.50", "BRL"), ("1 234,50 Kč", "1234.50", "CZK"),
    ("1 234,50 zł", "1234.50", "PLN"), ("USD 1,234,567.50", "1234567.50", "USD"), ("US$1,234.50", "1234.50", "USD"),
    ("1.234,50 EUR", "1234.50", "EUR"), ("EUR 0,50", "0.50", "EUR"),
  ]

  /// In running text, brackets around a currency and an amount have another meaning.
  private static let others: [(text: String, value: String, currency: String)] = [
    ("(£45.00)", "-45.00", "GBP"), ("(1.234,50 €)", "-1234.50", "EUR"), ("(45.00) GBP", "-45.00", "GBP"),
    ("€.50", "0.50", "EUR"), ("EUR 1 250:-", "1250.00", "EUR"), ("₹ 1,250/-", "1250.00", "INR"),
    ("(CHF 12.-)", "-12.00", "CHF"),
  ]

  private func same(_ value: String?, _ expected: String) -> Bool {
    guard let value, let number = Double(value), let wanted = Double(expected) else { return false }
    return number == wanted
  }

  @Test("Reads each notation in a cell", arguments: notations + others)
  func cell(_ notation: (text: String, value: String, currency: String)) throws {
    let page = page("The number of the page and what it is for")
    let context = TypedData().context(of: page, SearchText(page))
    let amount = try #require(Amount(notation.text, context))
    #expect(same(amount.reading(known: nil, usual: context.decimalMark)?.value, notation.value))
    #expect(amount.currency == notation.currency)
  }

  @Test("Reads each notation in running text", arguments: notations)
  func runningText(_ notation: (text: String, value: String, currency: String)) throws {
    for text in ["Das ist der Betrag \(notation.text) für die Ware", "It is \(notation.text)\nfor the year"] {
      let found = try #require(TypedData(types: [.money]).find(on: page(text)).first, "\(text)")
      #expect(same(found.value, notation.value), "\(text): \(found.value)")
      #expect(found.currency == notation.currency)
    }
  }

  @Test("Marks English amounts that a number and a space may precede")
  func spaceBeforeAmount() throws {
    let found = try #require(TypedData(types: [.money]).find(on: page("The bill of room 3 250.00 EUR is paid")).first)
    #expect(found.value == "3250.00" && found.alternative == "250.00")
    let other = try #require(TypedData(types: [.money]).find(on: page("It was a total of € 1 234 for the year")).first)
    #expect(other.value == "1234" && other.alternative == "1")
  }

  @Test("Takes a dash between prices for no sign, and no amount from a point without digits before it")
  func otherDashes() {
    #expect(found("The price is 5.00 € - 10.00 € for all") == ["money 5.00 EUR", "money 10.00 EUR"])
    #expect(found("The price of 5.00 € - 10.00 or so is in it") == ["money 5.00 EUR"])
    #expect(found("The change of the EUR - £5.00 is it") == ["money -5.00 GBP"])
    #expect(found("The price is .50 € for all of it") == [])
  }

  @Test("Reads a total after a row of dashes as positive")
  func dashes() throws {
    let text = """
      Corner Shop
      21 High Street
      Receipt 4711 2024-03-25 14:05
      Goods 4711 123.50
      Total------123.50
      VISA 123.50
      """
    #expect(ReceiptReader().read(ReceiptText.page(text))?.total?.value == "123.50")
  }

  @Test("Keeps short labels before a dollar sign")
  func labels() throws {
    let text = """
      Corner Shop
      Invoice Number: 2023-4711
      Invoice Date: 2024-03-25
      Advice   $500.00
      GST $50.00
      BALANCE DUE $550.00
      """
    let page = try #require(InvoicePageReader().read(ReceiptText.page(text)))
    let invoice = try #require(Invoice(pages: [(1, page)]))
    #expect(invoice.total?.value == "550.00" && invoice.tax?.value == "50.00")
  }

  @Test("Reads each notation as a receipt's total", arguments: notations + others)
  func receipt(_ notation: (text: String, value: String, currency: String)) throws {
    let text = """
      Corner Shop
      21 High Street
      Receipt 4711 2024-03-25 14:05
      Goods \(notation.text)
      Total \(notation.text)
      VISA \(notation.text)
      """
    let total = try #require(ReceiptReader().read(ReceiptText.page(text))?.total)
    #expect(same(total.value, notation.value), "\(total.value)")
    #expect(total.currency == notation.currency)
  }

  @Test("Reads each notation as an invoice's total", arguments: notations + others)
  func invoice(_ notation: (text: String, value: String, currency: String)) throws {
    let text = """
      Kaltenbach Medien
      Invoice Number: 2023-4711
      Invoice Date: 2024-03-25
      Advice   \(notation.text)
      Grand total   \(notation.text)
      """
    let page = try #require(InvoicePageReader().read(ReceiptText.page(text)))
    let total = try #require(Invoice(pages: [(1, page)])?.total)
    #expect(same(total.value, notation.value), "\(total.value)")
  }
}
