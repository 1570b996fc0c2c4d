// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: receipts' fields are read correctly, even from misread text.

import DocScanCore
import DocScanUnderstanding
import Testing

@Suite("Reading receipts") struct ReceiptReaderTests {
  @Test(
    "Puts the day first next to a dollar sign in Portuguese and Spanish, and marks the date in the USA",
    arguments: [
      ("R$", "Rua das Flores 12\nCNPJ 12.345.678/0001-90", "Obrigado pela preferência e volte sempre", false),
      ("$", "Avenida Juárez 12\nCiudad de México", "Gracias por su compra y vuelva pronto, le esperamos", false),
      ("$", "1200 Coral Way\nMiami, FL 33145", "Gracias por su compra y vuelva pronto, le esperamos", true),
    ])
  func dollarSigns(sign: String, place: String, thanks: String, isAmbiguous: Bool) throws {
    let text = """
      Panadería Sol
      \(place)
      03/04/2025 10:12
      Pan  \(sign) 1.50
      Leche  \(sign) 2.50
      Total  \(sign) 4.00
      \(thanks)
      """
    let receipt = try #require(ReceiptReader().read(ReceiptText.page(text)))
    #expect((receipt.date?.alternative != nil) == isAmbiguous)
    if !isAmbiguous { #expect(receipt.date?.value == "2025-04-03") }
    if sign == "R$" { #expect(receipt.total?.currency == "BRL") }
  }

  struct Expected: CustomTestStringConvertible, Sendable {
    var name: String
    var text: String
    var merchant: String
    var date: String
    var time: String?
    var total: String
    var change: String?
    var currency: String
    var items: [String]
    var phone: String?

    var testDescription: String { name }
  }

  static let receipts = [
    Expected(
      name: "Malaysia", text: ReceiptText.malaysian, merchant: "SOON HUAT MACHINERY ENTERPRISE", date: "2018-01-11",
      time: "09:44:00", total: "44.50", change: "5.50", currency: "MYR",
      items: ["ENGINE OIL 2 17.00 34.00", "STARTER TALI 1 8.00 8.00"],
      phone: "+6075547360"),
    Expected(
      name: "Germany", text: ReceiptText.german, merchant: "Frischemarkt Lindner GmbH", date: "2020-04-03",
      time: "09:53",
      total: "6.37", change: "3.63", currency: "EUR",
      items: ["Bio Honig - - 3.29", "Karottenbrot 2 0.59 1.18", "Zahncreme - - 2.15", "Pfandrückgabe - - -0.25"],
      phone: "+495251871871"),
    Expected(
      name: "Korea", text: ReceiptText.korean, merchant: "우리마트 청주점", date: "2025-12-26", time: "20:09", total: "3940",
      change: "1060", currency: "KRW", items: ["당근 1봉지 1 1980 1980", "콜라비 2 980 1960"], phone: "+82432773700"),
    Expected(
      name: "Japan", text: ReceiptText.japanese, merchant: "スーパーみどり中野店", date: "2024-05-03", time: "18:05",
      total: "782",
      change: "218", currency: "JPY", items: ["牛乳 - - 228", "食パン - - 158", "洗剤 2点 - - 396"], phone: "+81312345678"),
    Expected(
      name: "China", text: ReceiptText.chinese, merchant: "惠民超市", date: "2024-05-03", time: "18:20:11", total: "21.80",
      change: "28.20", currency: "CNY", items: ["纯牛奶 2 6.50 13.00", "全麦面包 1 8.80 8.80"], phone: "+862162345678"),
    Expected(
      name: "United States", text: ReceiptText.american, merchant: "Bernal Cutlery", date: "2023-05-06", time: "14:41",
      total: "23.90", change: nil, currency: "USD", items: ["Paring knife - - 18.00", "Sponge - - 4.00"],
      phone: "+14153461326"),
  ]

  @Test("Takes letters beside dollar amounts for codes of taxes, not for a currency")
  func taxCodes() throws {
    let text = """
      Prairie Market
      Oak milk  $3.99 FT
      Mineral water  $1.99 FT
      Cheddar  FT
      Yogurt  FT
      Total  $5.98
      """
    #expect(try #require(ReceiptReader().read(ReceiptText.page(text))).currency == "USD")
  }

  @Test("Takes opening hours for no item", arguments: ["MO.-SA. 9.00 Uhr - 20.00", "Öffnungszeiten: Mo-Fr 8.00 18.30"])
  func hours(line: String) throws {
    let text = "Frischemarkt Lindner GmbH\n\(line)\nBio Honig  3,29\nZahncreme  2,15\nSUMME EUR  5,44"
    let receipt = try #require(ReceiptReader().read(ReceiptText.page(text)))
    #expect(receipt.items.map(\.description) == ["Bio Honig", "Zahncreme"])
  }

  @Test("Reads all fields and items of a receipt", arguments: receipts) func fieldsOfReceipt(_ expected: Expected)
    throws
  {
    let receipt = try #require(ReceiptReader().read(ReceiptText.page(expected.text)))
    #expect(receipt.merchant?.value == expected.merchant)
    #expect(receipt.date?.value == expected.date)
    #expect(receipt.time?.value == expected.time)
    #expect(receipt.total?.value == expected.total)
    #expect(receipt.change?.value == expected.change)
    #expect(receipt.currency == expected.currency)
    #expect(receipt.phone?.value == expected.phone)
    #expect(
      receipt.items.map { "\($0.description) \($0.quantity ?? "-") \($0.unitPrice ?? "-") \($0.amount)" }
        == expected.items)
    #expect(receipt.checks.allSatisfy { $0.holds })
    #expect(!receipt.checks.isEmpty)
  }

  @Test("Reads sloping receipts whose columns were separated", arguments: receipts) func columnsReadApartAndLeaning(
    _ expected: Expected
  ) throws {
    let page = ReceiptText.page(expected.text, torn: true, slope: 0.06)
    let receipt = try #require(ReceiptReader().read(page))
    #expect(receipt.total?.value == expected.total)
    #expect(receipt.date?.value == expected.date)
    #expect(receipt.items.map { $0.amount } == expected.items.map { String($0.split(separator: " ").last ?? "") })
  }

  @Test("Splits an item with combining marks into description, quantity, and price")
  func decomposedLetters() throws {
    let name = "Mo\u{308}hrenbro\u{308}tchen"
    let receipt = try #require(
      ReceiptReader().read(ReceiptText.page(ReceiptText.german.replacing("Karottenbrot", with: name))))
    let item = try #require(receipt.items.dropFirst().first)
    #expect(item.description == name && item.quantity == "2" && item.unitPrice == "0.59" && item.amount == "1.18")
  }

  @Test("Reads a table of taxes") func taxTableIsRead() throws {
    let receipt = try #require(ReceiptReader().read(ReceiptText.page(ReceiptText.german)))
    #expect(receipt.taxes.map { $0.rate } == ["19", "7"])
    #expect(receipt.taxes.map { $0.net } == ["1.60", "4.18"])
    #expect(receipt.taxes.map { $0.amount } == ["0.30", "0.29"])
    #expect(receipt.payments.map { $0.method } == [.cash])
    #expect(receipt.payments.map { $0.amount } == ["10.00"])
  }

  @Test(
    "Recognizes misread labels",
    arguments: [
      ("Total", "TOTAI"), ("Total", "T0TAL"), ("Total", "Tota!"), ("CHANGE", "CHANGF"),
    ]) func misreadWordsAreKnown(_ word: String, _ read: String) throws
  {
    let text = ReceiptText.malaysian.replacing(word, with: read)
    let receipt = try #require(ReceiptReader().read(ReceiptText.page(text)))
    #expect(receipt.total?.value == "44.50")
  }

  @Test("Recognizes misread Japanese labels", arguments: [("合計", "合言"), ("合計", "含計"), ("お釣り", "お約り")])
  func misreadJapaneseWordsAreKnown(
    _ word: String, _ read: String
  ) throws {
    let text = ReceiptText.japanese.replacing(word, with: read)
    let receipt = try #require(ReceiptReader().read(ReceiptText.page(text)))
    #expect(receipt.total?.value == "782")
  }

  @Test("Recognizes misread Korean labels") func misreadKoreanWordsAreKnown() throws {
    let text = ReceiptText.korean.replacing("합계", with: "함계")
    let receipt = try #require(ReceiptReader().read(ReceiptText.page(text)))
    #expect(receipt.total?.value == "3940")
  }

  @Test(
    "Reads dates with letters for digits, and with misread or missing separators",
    arguments: [
      "ll/O1/2018", "1I/0l/201B", "11/O1/2O18", "II/01/2018", "11l01/2018", "11/01|2018", "11101/2018", "11/0112018",
      "11 01/2018", "11/01 2018", "1101/2018", "11/012018", "11=01-2018", "11-01-2078", "2018/01l11",
      "2O18-01-11",
    ])
  func misreadDatesAreKnown(_ read: String) throws {
    let text = ReceiptText.malaysian.replacing("11/01/2018", with: read)
    let receipt = try #require(ReceiptReader().read(ReceiptText.page(text)))
    #expect(receipt.date?.value == "2018-01-11")
  }

  @Test(
    "Rejects numbers that only resemble misread dates", arguments: ["06103/2018", "061 03", "0601 2018", "S/N 11O1"])
  func otherNumbersAreNoDates(_ number: String) throws {
    let text = ReceiptText.malaysian.replacing("Date: 11/01/2018", with: "Ref: \(number)")
    let receipt = try #require(ReceiptReader().read(ReceiptText.page(text)))
    #expect(receipt.date == nil)
  }

  @Test(
    "Reads phone numbers with an attached label or a second number",
    arguments: ["TEL07-5547360", "TEL: 07-5547360/016-7993391"])
  func telephoneNumbers(_ row: String) throws {
    let text = ReceiptText.malaysian.replacing("TEL: 07-5547360 FAX: 07-5624059", with: row)
    let receipt = try #require(ReceiptReader().read(ReceiptText.page(text)))
    #expect(receipt.phone?.value == "+6075547360")
  }

  @Test("Recognizes Canadian dollars by a postal code")
  func canadianDollars() throws {
    let receipt = """
      HARBOUR BOOKS
      120 Front Street
      Toronto M5V 2T6
      Receipt 20345    2024-03-05
      Atlas    $20.00
      Map    $4.50
      Subtotal    $24.50
      Total    $24.50
      Cash    $30.00
      Change    $5.50
      """
    #expect(try #require(ReceiptReader().read(ReceiptText.page(receipt))).currency == "CAD")
    let other = receipt.replacing("Toronto M5V 2T6", with: "Boston MA 02110")
    #expect(try #require(ReceiptReader().read(ReceiptText.page(other))).currency == "USD")
  }

  @Test(
    "Reads misread amounts",
    arguments: [
      ("44.50", "44. 50"), ("44.50", "44,50"), ("50.00", "5O.OO"), ("44.50", "44 50"), ("44.50", "44-50"),
      ("44.50", "44:50"), ("44.50", "44.5U"), ("44.50", "RM44. SO"), ("44.50", "RM$44.50"), ("44.50", "RMS44.50"),
    ])
  func misreadAmountsAreKnown(_ amount: String, _ read: String) throws {
    let text = ReceiptText.malaysian.replacing(amount, with: read)
    let receipt = try #require(ReceiptReader().read(ReceiptText.page(text)))
    #expect(receipt.total?.value == "44.50")
  }

  @Test("Derives a missing total from the payment") func lostTotalFollowsFromPayment() throws {
    let text = ReceiptText.malaysian.replacing("Total Sales (Inclusive of GST)  44.50\n", with: "")
    let receipt = try #require(ReceiptReader().read(ReceiptText.page(text)))
    #expect(receipt.total?.value == "44.50")
    #expect(receipt.total?.box == nil)
  }

  @Test("Reports a sum that doesn't match") func sumThatDoesNotComeOutIsSaid() throws {
    let text = ReceiptText.american.replacing("$4.00", with: "$9.00")
    let receipt = try #require(ReceiptReader().read(ReceiptText.page(text)))
    #expect(receipt.total?.value == "23.90")
    let check = try #require(receipt.checks.first { $0.name.hasPrefix("items") })
    #expect(!check.holds)
    #expect(check.difference == "5.00" || check.difference == "3.10")
  }

  @Test(
    "Applies the setting for the order of day and month",
    arguments: [(Bool?.none, "2019-04-03"), (true, "2019-04-03"), (false, "2019-03-04")])
  func orderOfDayAndMonthIsASetting(_ dayFirst: Bool?, _ expected: String) throws {
    let text = ReceiptText.malaysian.replacing("11/01/2018", with: "03/04/2019")
    let receipt = try #require(ReceiptReader(dayFirst: dayFirst).read(ReceiptText.page(text)))
    #expect(receipt.date?.value == expected)
  }

  @Test("Marks a date of a receipt whose day and month can be swapped")
  func ambiguousDateIsMarked() throws {
    let text = """
      Corner Shop
      03/04/2024 14:05
      Coffee 2.50
      Cake 3.50
      Total 6.00
      Cash 10.00
      Change 4.00
      """
    let date = try #require(ReceiptReader().read(ReceiptText.page(text))?.date)
    #expect(Set([date.value, date.alternative]) == ["2024-03-04", "2024-04-03"])
    #expect(date.confidence < 0.6)
    let british = text.replacing("Total 6.00", with: "Total £6.00")
    let decided = try #require(ReceiptReader().read(ReceiptText.page(british))?.date)
    #expect(decided.value == "2024-04-03" && decided.alternative == nil)
  }

  @Test(
    "Marks a two-digit date in Japanese unless another date shows that the year is first",
    arguments: [("03/04/05 12:30", "2005-04-03"), ("03/04/05 12:30\n有効期限 2004/05/06", nil), ("03/24/05 12:30", nil)])
  func shortJapaneseDates(date: String, alternative: String?) throws {
    let text = "すみれベーカリー\n\(date)\nあんパンとメロンパン  ￥480\n合計  ￥480\nまたのご来店をお待ちしております"
    let found = try #require(ReceiptReader().read(ReceiptText.page(text))?.date)
    #expect(found.alternative == alternative)
    if !date.hasPrefix("03/24") { #expect(found.value == "2003-04-05") }
  }

  @Test("Doesn't take an amount with three decimals for one without decimals", arguments: ["€", "EUR"])
  func threeDecimals(currency: String) throws {
    let text = """
      Weinhandlung Ehlers GmbH
      12.04.2024
      Riesling  1.250 \(currency)
      Silvaner  2.300 \(currency)
      Spätburgunder  8.795 \(currency)
      Summe  12.345,678 \(currency)
      """
    let receipt = ReceiptReader().read(ReceiptText.page(text))
    #expect(receipt?.total?.value != "12345678")
  }

  @Test(
    "Reads the name in its own column, without the buyer, a title, or a thank-you",
    arguments: [
      ("Vogel Trading Ltd      Ferndale Housing Association      Invoice number", "Vogel Trading Ltd"),
      ("Björks Snickeri AB      Faktura", "Björks Snickeri AB"),
      ("Hillside Garden Centre Invoice", "Hillside Garden Centre"),
      ("LALE MARKET : ) TEŞEKKÜR EDERİZ\nYILDIZ GIDA SAN. VE TİC. A.Ş.", "LALE MARKET"),
      ("Billed to              Seller\nParkside Dental        Quillstack, Inc.", "Quillstack, Inc."),
    ])
  func namesInColumns(top: String, merchant: String) throws {
    let text = "\(top)\n14 Mill Lane\nReceipt\n12/04/2024 10:15\nPens  4.50\nTotal  4.50\nCash  5.00\nChange  0.50"
    let receipt = try #require(ReceiptReader().read(ReceiptText.page(text)))
    #expect(receipt.merchant?.value == merchant)
  }

  @Test("Doesn't take a document's number for a misread date") func numbersLikeDates() throws {
    let text =
      "Plomberie Duval\n27 rue Foch\nFACTURE N° F-2024-0312\nTours, le 5 septembre 2024\nPompe  300,00\nTotal TTC  300,00 €"
    #expect(ReceiptReader().read(ReceiptText.page(text))?.date?.value == "2024-09-05")
  }

  @Test("Is less certain of a total without a label") func totalWithoutLabel() throws {
    func confidence(_ label: String) -> Double {
      let text = "Corner Shop\n12 May 2024\nTea  2.50\nMilk  1.50\n\(label)  4.00\nCash  5.00\nChange  1.00"
      return ReceiptReader().read(ReceiptText.page(text))?.total?.confidence ?? 0
    }
    #expect(confidence("Total") > 0.9 && confidence("Qx7") < 0.85)
  }

  @Test("Applies the setting for the currency") func currencyIsASetting() throws {
    let receipt = try #require(ReceiptReader(currency: "SGD").read(ReceiptText.page(ReceiptText.malaysian)))
    #expect(receipt.currency == "SGD")
    #expect(receipt.total?.currency == "SGD")
  }

  @Test(
    "Doesn't take the number or date in the next column for a part of the merchant's name",
    arguments: ["Folio No: 55127", "Versicherungs-Nr. 7711", "Datum 04.05.2026"])
  func nextColumn(label: String) {
    let text =
      "The Wold Arms          \(label)\nMarket Place 4\n04.05.2026 18:24\nRoom  129.00\nTotal  129.00\nVisa  129.00"
    #expect(ReceiptReader().read(ReceiptText.page(text))?.merchant?.value == "The Wold Arms")
  }

  @Test("Finds no receipt in a letter") func letterIsNoReceipt() {
    let letter = """
      Dear neighbours,
      from the first Monday of next month the library moves into the new
      building beside the market. The total cost of the building was 4.200.000
      euros, of which the town paid 31.00 per cent. There are forty places
      for quiet work, and from the roof you can see the river and the hills.
      Library cards are valid for a year and cost 12.00 for adults.
      Date: 11 January 2018
      """
    #expect(ReceiptReader().read(ReceiptText.page(letter)) == nil)
  }

  @Test(
    "Reads receipts in whole amounts without a sign of the currency",
    arguments: [
      "행복마트\n서울시 중구 을지로 12\n2024-03-15 12:41\n우유 2,900\n식빵 3,600\n합계 6,500\n신용카드 6,500\n감사합니다",
      "みどり商店\n2024年3月15日 12:41\n牛乳 290\n食パン 360\n小計 650\n合計 650\nお預り 1,000\nお釣り 350",
      "Kávézó Kft.\n2024.03.15. 12:41\nNYUGTA\nKávé 690\nPogácsa 450\nÖSSZESEN 1 140\nKÉSZPÉNZ 1 140",
      "TOKO MAJU\n15/03/2024 12:41\nKopi 12.000\nRoti 9.500\nTOTAL 21.500\nTUNAI 50.000\nKEMBALI 28.500",
    ])
  func wholeAmounts(text: String) throws {
    let receipt = try #require(ReceiptReader().read(ReceiptText.page(text)))
    #expect(receipt.total != nil && receipt.date != nil)
  }

  @Test(
    "Reads a receipt's number with its groups of three digits, and nothing that only follows it",
    arguments: [("7 310 448", "7 310 448"), ("4711 250", "4711"), ("4711  250", "4711")])
  func groupedNumbers(text: String, number: String) {
    let read = ReceiptReader().read(
      ReceiptText.page("Bäckerei Nordtor\nBeleg-Nr. \(text)\n01.03.2025 10:12\nSemmel  1,20\nSUMME EUR  1,20"))
    #expect(read?.number?.value == number)
  }

  @Test("Reads the number behind its label, not one behind another label in its row") func numberBehindOther() {
    let read = ReceiptReader().read(
      ReceiptText.page("Muster Foods\n01.03.2025 10:12\nMilk  1.20\nTOTAL  1.20\nStore 0331 Trans 5908 Op 114"))
    #expect(read?.number?.value == "5908")
  }
}
