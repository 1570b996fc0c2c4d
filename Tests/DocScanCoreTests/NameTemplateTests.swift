// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: names from templates are certain enough and safe on every system.

import DocScanCore
import Testing

@Suite("Name templates") struct NameTemplateTests {
  private func values(_ fields: [NameTemplate.Field: (String, Double)]) -> NameValues {
    var values = NameValues(input: "inbox/scan1")
    for (field, value) in fields { values.fields[field] = NameValues.Value(value.0, confidence: value.1) }
    return values
  }

  private func name(_ template: String, _ fields: [NameTemplate.Field: (String, Double)]) throws -> ChosenName {
    try NameTemplate(template).name(from: values(fields))
  }

  @Test("Fills fields, dates, and fallbacks") func fieldsDatesAndFallbacks() throws {
    let fields: [NameTemplate.Field: (String, Double)] = [
      .date: ("2024-03-09", 0.99), .merchant: ("REWE", 0.4), .title: ("Rent", 0.98), .total: ("31.00", 0.97),
    ]
    #expect(
      try name("{date:yyyy}/{date} {merchant|sender|title} {total}", fields)
        == .name("2024/2024-03-09 Rent 31.00", confidence: 0.941))
    #expect(try name("{date:d.M.yy}", fields) == .name("9.3.24", confidence: 0.99))
    #expect(try name("{number|\"none\"} {{{title}}}", fields) == .name("none {Rent}", confidence: 0.98))
    #expect(try name("{folder}/{input} {currency|\"\"}", fields) == .name("inbox/scan1", confidence: 1))
  }

  @Test("Gives no name if a field or the whole name is uncertain") func whatIsNotCertainHasNoName() throws {
    #expect(try name("{total}", [:]) == .unsure("No total was found."))
    #expect(try name("{total}", [.total: ("31.00", 0.62)]) == .unsure("The total \"31.00\" is only 62% certain."))
    // Each field is certain by itself, but all together aren't.
    let fields: [NameTemplate.Field: (String, Double)] = [
      .date: ("2024-03-09", 0.88), .merchant: ("REWE", 0.88), .total: ("31.00", 0.88),
    ]
    #expect(try name("{date} {merchant}", fields) == .name("2024-03-09 REWE", confidence: 0.774))
    #expect(
      try name("{date} {merchant} {total}", fields)
        == .unsure("The name \"2024-03-09 REWE 31.00\" is only 68.1% likely to be right."))
  }

  @Test("Uses the limit of the setting, and a text if no field is certain enough") func usesTheLimitOfTheSetting()
    throws
  {
    let values = values([.date: ("2024-03-09", 0.8), .sender: ("Stadtwerke", 0.92)])
    var template = try NameTemplate("{date|\"No date\"}/{sender}")
    #expect(template.name(from: values) == .name("No date/Stadtwerke", confidence: 0.92))
    template.least = 0.7
    #expect(template.name(from: values) == .name("2024-03-09/Stadtwerke", confidence: 0.736))
    template.least = 0.95
    #expect(template.name(from: values) == .unsure("The sender \"Stadtwerke\" is only 92% certain."))
  }

  @Test("Uses the share that was right in tests as the probability of a receipt's merchant and date")
  func usesTheShareThatWasRight() throws {
    func name(_ merchant: Double, _ date: Double) throws -> ChosenName {
      var values = NameValues(input: "scan1")
      let receipt = Receipt(
        merchant: .init(value: "Bakery", confidence: merchant), date: .init(value: "2024-03-09", confidence: date))
      values.take(about: nil, invoice: nil, receipts: .init(count: 1, first: receipt))
      return try NameTemplate("{date|\"No date\"}/{merchant|\"Unsorted\"}").name(from: values)
    }
    #expect(try name(0.8, 0.85) == .name("2024-03-09/Bakery", confidence: 0.848))
    #expect(try name(0.5, 0.85) == .name("2024-03-09/Unsorted", confidence: 0.912))
    #expect(try name(1, 0.6) == .name("No date/Bakery", confidence: 1))
  }

  @Test("Names no document by a receipt's date that the page, which may be no receipt, doubts")
  func doubtsTheDate() throws {
    func name(_ doubted: Double) throws -> ChosenName {
      var values = NameValues(input: "scan1")
      let day = AboutPage.Field(
        value: "2025-12-29", confidence: doubted, box: Box(x: 0, y: 0, width: 90, height: 20))
      let says = AboutPage(kind: .init(value: .receipt, confidence: 0.68), date: day)
      let receipt = Receipt(date: .init(value: "2025-12-29", confidence: 0.98))
      values.take(
        about: About(pages: [(1, says)], invoice: nil, receipt: (1, receipt)), invoice: nil,
        receipts: .init(count: 1, first: receipt))
      return try NameTemplate("{date}").name(from: values)
    }
    #expect(try name(0.67) == .unsure("The date \"2025-12-29\" is only 67% certain."))
    #expect(try name(0.98) == .name("2025-12-29", confidence: 0.989))
  }

  @Test("Takes the more certain of an invoice's and a receipt's total, and none if both are certain and differ")
  func takesTheMoreCertainTotal() throws {
    func name(_ receipt: Double, _ invoice: Double) throws -> ChosenName {
      var values = NameValues(input: "scan1")
      var bill = Invoice(currency: "EUR", pages: [1])
      bill.total = Invoice.Field(value: "233.48", confidence: invoice)
      let says = AboutPage(kind: .init(value: .receipt, confidence: 0.9))
      values.take(
        about: About(pages: [(1, says)], invoice: nil, receipt: nil), invoice: bill,
        receipts: .init(count: 1, first: Receipt(total: .init(value: "192.96", confidence: receipt))))
      return try NameTemplate("{total}").name(from: values)
    }
    #expect(try name(0.01, 0.98) == .name("233.48", confidence: 0.97))
    #expect(try name(0.97, 0.98) == .unsure("The total \"233.48\" is only 2% certain."))
    #expect(try name(0.97, 0.01) == .name("192.96", confidence: 0.96))
  }

  @Test("Suggests the most likely name without fields that are missing, ambiguous, or repeated")
  func suggestsTheMostLikelyName() throws {
    var values = values([.sender: ("Stadtwerke", 0.3), .title: ("Rent", 0.9)])
    values.fields[.date] = NameValues.Value("2017-03-11", alternative: "2017-11-03", confidence: 0.99)
    #expect(try NameTemplate("{date} {sender|title} {total}").suggestion(from: values) == "Stadtwerke")
    #expect(try NameTemplate("{date|\"No date\"}/{title}").suggestion(from: values) == "No date/Rent")
    #expect(try NameTemplate("{total} {input}").suggestion(from: values) == nil)
    values.fields[.sender]?.text = "Rent"
    #expect(try NameTemplate("{sender}/{title}").suggestion(from: values) == "Rent")
  }

  @Test("Never names a document by a date that may be another one, however low the limit is")
  func ambiguousDateNamesNothing() throws {
    var values = NameValues(input: "scan1")
    values.fields[.date] = NameValues.Value("2017-03-11", alternative: "2017-11-03", confidence: 0.99)
    var template = try NameTemplate("{date}")
    template.least = 0.1
    let chosen = template.name(from: values)
    #expect(chosen == .unsure("The date may be 2017-03-11 or 2017-11-03."))
    #expect(try NameTemplate("{date|input}").name(from: values) == .name("scan1", confidence: 1))
  }

  @Test(
    "Makes names safe on every system, whatever a document contains",
    arguments: [
      ("../../etc/passwd", "etc passwd"), ("a/b\\c:d*e?f\"g<h>i|j", "a b c d e f g h i j"), ("-rf .", "rf"),
      ("..hidden", "hidden"), ("$(touch boom)`x`", "(touch boom) x"), ("a\u{202E}b\nc\u{0}d", "a b c d"),
      ("Rent.", "Rent"),
    ])
  func safe(said: String, expected: String) throws {
    #expect(try name("{title}", [.title: (said, 1)]) == .name(expected, confidence: 1))
  }

  @Test("Shortens long texts") func longTextsAreCut() throws {
    let long = String(repeating: "word ", count: 60)
    guard case .name(let usual, _) = try name("{title}", [.title: (long, 1)]),
      case .name(let short, _) = try name("{title:12}", [.title: (long, 1)]),
      case .name(let wide, _) = try name("{title:200}{title:200}", [.title: (String(repeating: "漢", count: 200), 1)])
    else {
      Issue.record("no name")
      return
    }
    #expect(usual.count <= 60 && usual.hasSuffix("word") && short == "word word" && wide.utf8.count <= 180)
  }

  @Test("Gives no name if nothing remains") func nothingLeftIsNoName() throws {
    #expect(try name("{title}", [.title: ("...", 1)]) == .unsure("The template gives an empty name."))
  }

  @Test(
    "Rejects invalid templates",
    arguments: [
      "{dat}", "all", "{date", "date}", "{date:MMM}", "{title:0}", "{title|\"a}", "{date:yyyy/MM}", "a\\{date}",
    ])
  func mistakes(text: String) { #expect(throws: InvalidInput.self) { try NameTemplate(text) } }
}
