// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: ledgers count each receipt once, exactly, and mark what is uncertain.

import DocScanBatch
import DocScanCore
import DocScanFiles
import DocScanFixtures
import DocScanLibrary
import DocScanStore
import DocScanWriters
import Foundation
import Testing

@Suite("Ledgers") struct LedgerTests {
  @Test("Lists receipts of all pages by date, and sums them by currency")
  func receiptsOfAllPagesAreListedByDateAndSummedByCurrency() throws {
    let library = try ReceiptLibrary()
    try library.add("trip", [.of("Hotel Anker", "2024-05-02", "120.10"), nil, .of("Taxi", "2024-05-01", "19.95")])
    try library.add("seoul", [.of("한강마트", "2024-05-03", "3560", "KRW")])
    let ledger = try library.ledger()
    #expect(ledger.receipts.map(\.merchant) == ["Taxi", "Hotel Anker", "한강마트"])
    #expect(ledger.receipts.map { $0.sources[0].text } == ["trip, page 3", "trip, page 1", "seoul, page 1"])
    #expect(ledger.sums.map { "\($0.total) \($0.currency)" } == ["140.05 EUR", "3560 KRW"])
    #expect(ledger.receipts[0].language == "de")
  }

  @Test("Writes invoices and receipts with their items into a spreadsheet, and marks doubtful cells")
  func writesSpreadsheets() throws {
    func field(_ value: String, _ confidence: Double = 0.95) -> JSONValue {
      ["value": .string(value), "confidence": .number(confidence), "page": 1, "box": [0, 0, 1, 1]]
    }
    let invoice: JSONValue = [
      "number": field("4711"), "date": field("2024-05-02"), "dueDate": field("2024-05-16"), "total": field("119.00"),
      "net": field("100.00"), "tax": field("19.00"), "seller": field("Kaltenbach GmbH"), "buyer": field("Schule", 0.4),
      "vatIds": [], "ibans": [field("DE02120300000000202051")], "currency": "EUR", "pages": [1, 2],
    ]
    let library = try ReceiptLibrary()
    try library.add(
      "bill", [.of("Kaltenbach", nil, "119.00", items: ["Kabel", "Beratung 7,00"]), nil], invoice: invoice)
    try library.add("shop", [.of("Taxi", "2024-05-01", "1234.50", number: "88", confidence: 0.6)])
    var filter = LedgerFilter()
    filter.kind = .invoice
    #expect(try library.ledger(filter: filter).receipts.map(\.number) == ["4711"])
    let path = library.folder / "ledger.xlsx"
    #expect(try Self.cells(of: library.ledger(), path: path))
    let text = try Command("python3", ["-c", Self.reader, path]).check().output
    let rows = text.split(separator: "\n").map(String.init)
    #expect(rows.contains("receipt|88!|2024-05-01!||Taxi!||||1234.5!|EUR||||shop|1"), "\(text)")
    #expect(
      rows.contains(
        "invoice|4711|2024-05-02|2024-05-16|Kaltenbach GmbH||100|19|119|EUR|DE02120300000000202051|||bill|1"),
      "\(text)")
    #expect(rows.contains("bill|4711|2024-05-02|Kaltenbach GmbH|Kabel|||1|EUR"), "\(text)")
    #expect(rows.contains { $0.contains("|Beratung 7,00!|") }, "\(text)")
  }

  @Test("Marks names and quantities of items that may be other numbers, and taxes that don't add up")
  func marksDoubtfulItems() throws {
    func item(_ name: String, _ quantity: String?, _ price: String?, _ amount: String) -> Receipt.Item {
      Receipt.Item(
        description: name, quantity: quantity, unitPrice: price, amount: amount, confidence: 0.95,
        box: Box(x: 0, y: 0, width: 1, height: 1))
    }
    var receipt = Receipt.of("Kaltenbach", "2024-05-02", "119.00")
    receipt.items = [
      item("Kabel", "2", "1.50", "3.00"), item("40012 Honig", "2", "9.50", "19.00"), item("Regal", "3", nil, "97.00"),
    ]
    receipt.taxes = ["1.00", "9.00"].map {
      Receipt.Tax(rate: "19", net: nil, amount: $0, confidence: 0.9, box: Box(x: 0, y: 0, width: 1, height: 1))
    }
    receipt.tax = Receipt.Field(value: "19.00", confidence: 0.95)
    receipt.net = Receipt.Field(value: "100.00", confidence: 0.95)
    let library = try ReceiptLibrary()
    try library.add("shop", [receipt])
    let path = library.folder / "ledger.xlsx"
    #expect(try Self.cells(of: library.ledger(), path: path))
    let text = try Command("python3", ["-c", Self.reader, path]).check().output
    for row in ["Kaltenbach|Kabel|2|1.5|3|", "Kaltenbach|40012 Honig!|2!|9.5!|19|", "Kaltenbach|Regal|3!||97|"] {
      #expect(text.contains(row), "\(text)")
    }
    #expect(text.contains("|100|10!|19|119|EUR|"), "\(text)")
  }

  @Test("Marks a sender that an invoice and its page name differently, and keeps the more certain one")
  func marksDifferentSenders() throws {
    func field(_ value: String, _ confidence: Double) -> JSONValue {
      ["value": .string(value), "confidence": .number(confidence), "page": 1, "box": [0, 0, 1, 1]]
    }
    func entry(seller: JSONValue, buyer: JSONValue, page: Double = 0.7) throws -> LedgerEntry? {
      let library = try ReceiptLibrary()
      try library.add(
        "bill", [.of("Ferndale Ltd", "2024-05-02", "-119.00", confidence: page)],
        invoice: [
          "number": field("4711", 0.95), "total": field("-119.00", 0.95), "seller": seller, "buyer": buyer,
          "vatIds": [],
          "ibans": [], "currency": "EUR", "pages": [1],
        ])
      return try library.ledger().receipts.first
    }
    let other = try entry(seller: field("Brightwater Ltd", 0.6), buyer: field("Meridian", 0.5))
    #expect(other?.merchant == "Ferndale Ltd" && other?.mark("merchant") == "?")
    let addressed = try entry(seller: field("Brightwater Ltd", 0.6), buyer: field("Ferndale Ltd", 0.5))
    #expect(addressed?.merchant == "Brightwater Ltd" && addressed?.mark("merchant") == "?")
    let unlikely = try entry(seller: field("Company No", 0.3), buyer: field("Meridian", 0.5), page: 0.9)
    #expect(unlikely?.merchant == "Ferndale Ltd" && unlikely?.mark("merchant") == nil)
    let same = try entry(seller: field("FERNDALE", 0.6), buyer: field("Meridian", 0.5))
    #expect(same?.merchant == "Ferndale Ltd" && same?.mark("merchant") == "?" && same?.kind == .creditNote)
    let sure = try entry(seller: field("FERNDALE", 0.9), buyer: field("Meridian", 0.5))
    #expect(sure?.merchant == "Ferndale Ltd" && sure?.mark("merchant") == nil)
  }

  @Test(
    "Deducts the positive amounts of a credit note, and marks those of a correction or a buyer's own bill",
    arguments: ["creditNote", "correction", "selfBilled"])
  func deductsCreditNotes(credit: String) throws {
    func field(_ value: String) -> JSONValue { ["value": .string(value), "confidence": 0.99, "page": 1] }
    let library = try ReceiptLibrary()
    try library.add(
      "note", [.of("Ferndale Ltd", "2024-05-02", "119.00")],
      invoice: [
        "credit": .string(credit), "number": field("CN-4711"), "total": field("119.00"), "net": field("100.00"),
        "tax": field("19.00"), "vatIds": [], "ibans": [], "currency": "EUR", "pages": [1],
      ])
    let entry = try #require(try library.ledger().receipts.first)
    if credit == "creditNote" {
      #expect(entry.kind == .creditNote && entry.mark("total") == nil)
      #expect([entry.total, entry.net, entry.tax] == ["-119.00", "-100.00", "-19.00"])
    } else {
      #expect(entry.total == "119.00" && ["total", "net", "tax"].allSatisfy { entry.mark($0) == "?" })
    }
  }

  private static func cells(of ledger: Ledger, path: String) throws -> Bool {
    var isWhole = false
    try NamedFile.write(path, inputs: [], overwrite: false) { (file) throws(OutputError) in
      isWhole = try LedgerWorkbook(ledger).write(to: file)
    }
    return isWhole
  }

  /// Prints the rows of all sheets, with "!" after cells that have a comment.
  private static let reader = """
    import datetime, re, sys, zipfile
    book = zipfile.ZipFile(sys.argv[1])
    read = lambda name: book.read(name).decode()
    plain = lambda text: re.sub("&apos;", "'", re.sub("&amp;", "&", text))
    shared = [plain("".join(re.findall("<t[^>]*>([^<]*)</t>", item))) for item in re.findall("<si>(.*?)</si>", read("xl/sharedStrings.xml"), re.S)]
    formats = re.findall('numFmtId="([0-9]+)" fontId', read("xl/styles.xml").split("<cellXfs")[1])
    dates = set(re.findall('numFmtId="([0-9]+)" formatCode="yyyy', read("xl/styles.xml")))
    for number in range(1, 9):
        if f"xl/worksheets/sheet{number}.xml" not in book.namelist(): break
        notes = set()
        if f"xl/comments{number}.xml" in book.namelist():
            notes = set(re.findall('<comment ref="([A-Z]+[0-9]+)"', read(f"xl/comments{number}.xml")))
        for row in re.findall("<row [^>]*>(.*?)</row>", read(f"xl/worksheets/sheet{number}.xml"), re.S):
            cells = {}
            for attributes, value in re.findall('<c ([^>]*?)(?:/>|><v>([^<]*)</v></c>)', row):
                place = re.search('r="([A-Z]+)([0-9]+)"', attributes)
                style = re.search('s="([0-9]+)"', attributes)
                if 't="s"' in attributes: value = shared[int(value)]
                elif value and style and formats[int(style[1])] in dates:
                    value = str(datetime.date(1899, 12, 30) + datetime.timedelta(float(value)))
                cells[ord(place[1][-1]) - 65] = value + ("!" if place[0] else "") * (place[1] + place[2] in notes)
            print("|".join(cells.get(column, "") for column in range(max(cells, default=-1) + 1)))
    """

  @Test("Names pages without a receipt") func pagesWithoutAReceiptAreNamed() throws {
    let library = try ReceiptLibrary()
    try library.add("trip", [.of("Hotel Anker", "2024-05-02", "120.10"), nil])
    try library.add("lost", [nil])
    try library.add("letter", [nil], stages: ["recognize"])
    func gaps(_ filter: LedgerFilter = LedgerFilter()) throws -> [String] {
      try library.ledger(filter: filter).withoutReceipt.map { "\($0.text): \($0.cause.rawValue)" }
    }
    #expect(try gaps() == ["lost, page 1: noReceipt", "trip, page 2: noReceipt"])
    // Filters don't hide these pages, because an unread receipt may match.
    var filter = LedgerFilter()
    filter.merchant = "nobody"
    #expect(try gaps(filter).count == 2)
    try library.add("lost", [.of("Taxi", "2024-05-01", "19.95")])
    #expect(try gaps() == ["trip, page 2: noReceipt"])
  }

  @Test("Lists an invoice over several pages as one entry") func anInvoiceOverSeveralPagesIsOneEntry() throws {
    func field(_ value: String, page: Int) -> JSONValue {
      ["value": .string(value), "confidence": 0.95, "page": .number(Double(page)), "box": [0, 0, 1, 1]]
    }
    let invoice: JSONValue = [
      "number": field("4711", page: 1), "date": field("2024-05-02", page: 1), "total": field("476.00", page: 2),
      "seller": field("Kaltenbach Medien GmbH", page: 1), "vatIds": [], "ibans": [], "currency": "EUR",
      "pages": [1, 2],
    ]
    let library = try ReceiptLibrary()
    // The pages have separate amounts, which aren't included in any sum.
    try library.add(
      "bill", [.of("Kaltenbach", nil, "300.00"), .of(nil, nil, "476.00", items: ["Kabel"]), nil], invoice: invoice)
    let ledger = try library.ledger()
    #expect(ledger.sums.map { "\($0.total) \($0.currency)" } == ["476.00 EUR"])
    #expect(ledger.receipts.map(\.number) == ["4711"])
    #expect(ledger.receipts.first?.items.map(\.description) == ["Kabel"])
    #expect(ledger.withoutReceipt.map(\.text) == ["bill, page 3"])
    if case .object(var members) = invoice {
      members["pages"] = [1, 3]
      try library.add("long", [.of("Kaltenbach", nil, nil), nil, .of(nil, nil, "476.00")], invoice: .object(members))
    }
    #expect(try library.ledger().withoutReceipt.map(\.text) == ["bill, page 3"], "page 2 belongs to the invoice")
    // An invoice on a single page is that page's receipt.
    let single = try ReceiptLibrary()
    var one = invoice
    if case .object(var members) = one {
      members["pages"] = [1]
      one = .object(members)
    }
    try single.add("bill", [.of("Kaltenbach Medien", "2024-05-02", "476.00", items: ["Kabel"])], invoice: one)
    #expect(try single.ledger().receipts.map(\.merchant) == ["Kaltenbach Medien"])
  }

  @Test("Sums exactly by category, month, and merchant") func sumsByCategoryMonthAndMerchantAreExact() throws {
    let library = try ReceiptLibrary()
    try library.add("a", [.of("ALDI SÜD", "2024-03-31", "9.90"), .of("Aldi  Süd", "2024-04-01", "0.20")])
    try library.add(
      "b", [.of("Shell", "2024-04-02", "50.00"), .of(nil, nil, "2.00"), .of("Mart", "2024-04-03", "900", "KRW")])
    let ledger = try library.ledger(rules: "Groceries: aldi")
    func sums(_ grouping: LedgerGrouping) -> [String] {
      ledger.groups(by: grouping).map { "\($0.name) \($0.total) \($0.currency) \($0.receipts)" }
    }
    #expect(sums(.category) == ["none 52.00 EUR 2", "Groceries 10.10 EUR 2", "none 900 KRW 1"])
    #expect(sums(.month) == ["2024-03 9.90 EUR 1", "2024-04 50.20 EUR 2", "none 2.00 EUR 1", "2024-04 900 KRW 1"])
    #expect(sums(.merchant).contains("ALDI SÜD 10.10 EUR 2"))
    #expect(
      ledger.csv(by: .category).hasPrefix(
        "\"category\",\"total\",\"currency\",\"receipts\",\"uncertain\"\r\n\"none\",52.00,\"EUR\",2,0\r\n"))
  }

  @Test("Marks a sum with an uncertain total") func aSumWithAnUncertainTotalSaysSo() throws {
    let library = try ReceiptLibrary()
    try library.add("a", [.of("A", "2024-01-01", "5.00"), .of("B", "2024-02-01", "54614972.77", confidence: 0.4)])
    let ledger = try library.ledger()
    #expect(ledger.sums.map { "\($0.marked) \($0.receipts) \($0.uncertain)" } == ["54614977.77? 2 1"])
    #expect(ledger.groups(by: .month).map(\.marked) == ["5.00", "54614972.77?"])
    #expect(ledger.csv(by: .month).hasSuffix("\"2024-02\",54614972.77,\"EUR\",1,1\r\n"))
    let chart = try SpendingChart(ledger)
    #expect(chart.notes == ["The chart leaves out 1 receipt with an uncertain total."])
    let picture = try String(decoding: chart.drawn(as: .svg), as: UTF8.self)
    #expect(picture.contains("1 receipt in EUR") && !picture.contains("54614972"))
  }

  @Test("Marks only an uncertain date or total") func onlyAnUncertainDateOrTotalIsMarked() throws {
    var wrongSums = Receipt.of("A", "2024-01-01", "5.00")
    wrongSums.checks = [Receipt.Check(name: "items = total", holds: false)]
    var uncertain = Receipt.of("B", "2024-01-02", "6.00", confidence: 0.5)
    uncertain.date?.confidence = 0.9
    uncertain.merchant?.confidence = 0.86
    var both = uncertain
    both.checks = wrongSums.checks
    both.date?.value = "2024-01-03"
    let library = try ReceiptLibrary()
    try library.add("a", [wrongSums, uncertain, both])
    let receipts = try library.ledger().receipts
    // Sums that don't match put a total in doubt, unless it is more certain than they can be.
    #expect(receipts.map { $0.mark("total") } == ["≠", "?", "≠"])
    #expect(receipts.map { $0.mark("date") } == [nil, nil, nil])
    #expect(receipts.map { $0.mark("merchant") } == [nil, nil, nil])
    var certain = wrongSums
    certain.total?.confidence = 0.99
    var unreadable = uncertain
    unreadable.merchant?.confidence = 0.2
    let other = try ReceiptLibrary()
    try other.add("a", [certain, unreadable])
    #expect(try other.ledger().receipts.map { $0.mark("total") } == [nil, "?"])
    #expect(try other.ledger().receipts.map { $0.mark("merchant") } == [nil, "?"])
  }

  static func invoice(
    _ fields: [String: String], pages: [Int], confidence: Double = 0.95
  ) -> JSONValue {
    var members: [String: JSONValue] = [
      "vatIds": [], "ibans": [], "currency": "EUR", "pages": .array(pages.map { .number(Double($0)) }),
    ]
    for (name, value) in fields {
      members[name] = ["value": .string(value), "confidence": .number(confidence), "page": 1, "box": [0, 0, 1, 1]]
    }
    return .object(members)
  }

  @Test("Takes net and tax of an invoice from the invoice") func takesNetAndTaxOfAnInvoiceFromTheInvoice() throws {
    let library = try ReceiptLibrary()
    var page = Receipt.of("Kaltenbach", "2024-05-02", "476.00")
    // The page's tax lines have the seller's share capital.
    let box = Box(x: 0, y: 0, width: 1, height: 1)
    page.taxes = [Receipt.Tax(amount: "120000.00", confidence: 0.9, box: box)]
    let fields = ["number": "4711", "total": "476.00", "net": "400.00", "tax": "76.00", "seller": "Kaltenbach"]
    try library.add("one", [page], invoice: Self.invoice(fields, pages: [1]))
    try library.add(
      "two", [.of("Kaltenbach", nil, "200.00"), page],
      invoice: Self.invoice(fields.merging(["number": "4712"]) { $1 }, pages: [1, 2]))
    let receipts = try library.ledger().receipts
    #expect(receipts.map(\.net) == ["400.00", "400.00"] && receipts.map(\.tax) == ["76.00", "76.00"])
    #expect(receipts.allSatisfy { !$0.doubtful.contains("tax") && !$0.doubtful.contains("net") })
    #expect(try library.ledger().csv.contains("\"EUR\",400.00,76.00,"))
  }

  @Test("Marks net and tax that do not make the total") func marksNetAndTaxThatDoNotMakeTheTotal() throws {
    let library = try ReceiptLibrary()
    let wrong = ["number": "1", "total": "476.00", "net": "400.00", "tax": "19.00", "seller": "A"]
    try library.add("wrong", [nil, nil], invoice: Self.invoice(wrong, pages: [1, 2]))
    let lone = ["number": "2", "total": "476.00", "tax": "76.00", "seller": "B"]
    try library.add("lone", [nil, nil], invoice: Self.invoice(lone, pages: [1, 2]))
    let capital = ["number": "3", "total": "476.00", "tax": "120000.00", "seller": "C"]
    try library.add("capital", [nil, nil], invoice: Self.invoice(capital, pages: [1, 2]))
    let receipts = try library.ledger().receipts.sorted { ($0.number ?? "") < ($1.number ?? "") }
    #expect(receipts[0].doubtful.suffix(2) == ["net", "tax"] && receipts[0].mark("total") == "≠")
    #expect(receipts[0].failedChecks == ["net + tax = total"] && receipts[0].mark("tax") == "?")
    // A tax alone is unconfirmed, and an amount larger than the total isn't a tax.
    #expect(receipts[1].tax == "76.00" && receipts[1].doubtful.contains("tax"))
    #expect(receipts[2].tax == nil && !receipts[2].doubtful.contains("tax"))
  }

  @Test("Takes the tax of a receipt that follows from its rate") func takesTheTaxOfAReceiptThatFollowsFromItsRate()
    throws
  {
    let box = Box(x: 0, y: 0, width: 1, height: 1)
    var right = Receipt.of("A", "2024-05-01", "11.90")
    right.taxes = [Receipt.Tax(rate: "19", amount: "1.90", confidence: 0.9, box: box)]
    var wrong = Receipt.of("B", "2024-05-02", "11.90")
    wrong.taxes = [Receipt.Tax(rate: "19", amount: "9.10", confidence: 0.9, box: box)]
    let library = try ReceiptLibrary()
    try library.add("a", [right, wrong])
    let receipts = try library.ledger().receipts
    #expect(receipts.map(\.tax) == ["1.90", "9.10"])
    #expect(receipts.map { $0.doubtful.contains("tax") } == [false, true])
  }

  @Test("Marks what a page and its invoice read differently") func marksWhatAPageAndItsInvoiceReadDifferently() throws {
    let library = try ReceiptLibrary()
    let fields = ["number": "4711", "date": "2024-05-02", "total": "476.00", "seller": "A"]
    try library.add(
      "a", [.of("A", "2024-05-02", "400.00")], invoice: Self.invoice(fields, pages: [1], confidence: 0.99))
    let entry = try #require(try library.ledger().receipts.first)
    #expect(entry.total == "476.00" && entry.mark("total") == "?" && entry.mark("date") == nil)
  }

  @Test("Marks a due date in place of an invoice's date, and takes the seller out of its line")
  func marksADueDateAndTakesTheSeller() throws {
    let library = try ReceiptLibrary()
    let fields = ["number": "001", "dueDate": "2025-01-01", "total": "2140.00", "seller": "Company ABC"]
    try library.add(
      "a", [.of("FROM: Company ABC TO: John Doe", "2025-01-01", "2140.00")], invoice: Self.invoice(fields, pages: [1]))
    let entry = try #require(try library.ledger().receipts.first)
    #expect(entry.mark("date") == "?" && entry.merchant == "Company ABC")
  }

  @Test("Follows changes in the folder, even without its index") func whatChangesInTheFolderChangesInTheLedger() throws
  {
    let library = try ReceiptLibrary()
    try library.add("first", [.of("Bakery", "2024-01-01", "1.00")])
    try library.add("second", [.of("Bakery", "2024-01-02", "2.00")])
    #expect(try library.ledger().sums.first?.total == "3.00")
    try library.add("first", [.of("Bakery", "2024-01-01", "10.00")])
    try library.folder.remove("second")
    #expect(try library.ledger().sums.first?.total == "10.00")
    // Without the index or with a damaged one, the page JSONs contain everything.
    try library.folder.write("this is no database, whatever its name says", to: ".docscan/index.sqlite")
    #expect(try library.ledger().sums.first?.total == "10.00")
  }

  @Test("Replaces files that an earlier version wrote, unless they were changed")
  func theFilesThatAnEarlierVersionWroteAreReplacedAsBefore() throws {
    let library = try ReceiptLibrary()
    try library.add("shop", [.of("Bakery", "2024-01-01", "1.00")])
    let csv = "date,total\n"
    let (written, changed) = (library.folder / "ledger.csv", library.folder / "notes.csv")
    for name in ["ledger.csv", "notes.csv"] { try library.folder.write(csv, to: name) }
    // The digests that version 5 of the ledger recorded for its files.
    let digest = try Command("sha256sum", [written]).check().output.prefix(64)
    let rows = [(written, String(digest)), (changed, String(repeating: "0", count: 64))].map { "('\($0)', '\($1)')" }
    let create = "CREATE TABLE own(path TEXT NOT NULL, sha256 TEXT NOT NULL, PRIMARY KEY(path, sha256));"
    let insert = "INSERT INTO own VALUES \(rows.joined(separator: ", "));"
    try Command("sqlite3", [library.folder / ".docscan/ledger.sqlite", create + insert]).check()
    #expect(try library.ledger().receipts.count == 1)
    #expect(!library.folder.contains(".docscan/ledger.sqlite"))
    let root = try #require(Folder(root: library.path))
    try Ledger.write(Data("new".utf8), to: written, library: root)
    #expect(try library.folder.text("ledger.csv") == "new")
    #expect(throws: BatchError.self) { try Ledger.write(Data("new".utf8), to: changed, library: root) }
    #expect(try library.folder.text("notes.csv") == csv)
  }

  @Test("Rejects a folder without results") func aFolderWithoutResultsIsNoLibrary() throws {
    let folder = try TemporaryFolder()
    let error = #expect(throws: BatchError.self) { try Ledger(library: folder.path) }
    #expect(error?.description.contains("is not a docscan output folder") == true)
    #expect(try folder.files().isEmpty)
  }
}
