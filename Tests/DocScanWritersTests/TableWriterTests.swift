// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: tables reach each format with their cells, spans, and doubts, and never as formulas.

import DocScanCore
import DocScanFixtures
import DocScanLayout
import DocScanWriters
import FoundationEssentials
import Testing

@Suite("Tables in files")
struct TableWriterTests {
  private static var grid: TableGrid {
    get throws { try #require(Table.joined([SamplePage.invoice.result.page]).first) }
  }

  /// Returns the cells that LibreOffice reads from a workbook's sheet, as CSV with stored values.
  private static func sheet(_ number: Int, of workbook: String, in folder: TemporaryFolder) throws -> [[String]] {
    var command = Command(
      "soffice",
      [
        "-env:UserInstallation=file://\(folder / "profile")", "--headless", "--convert-to",
        // Commas, UTF-8, stored values, and the sheet's number.
        "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false,false,false,\(number)", "--outdir",
        folder / "sheet\(number)", workbook,
      ])
    command.environment["HOME"] = folder.path
    try command.check()
    let files = try Command("sh", ["-c", "cat '\(folder / "sheet\(number)")'/*.csv"]).check().output
    return try csv(files)
  }

  private static func csv(_ text: String) throws -> [[String]] {
    var command = Command(
      "python3", ["-c", "import csv, sys, json; print(json.dumps(list(csv.reader(sys.stdin))))"])
    command.standardInput = Array(text.utf8)
    return try JSONDecoder().decode([[String]].self, from: Data(command.check().outputBytes))
  }

  @Test("Writes cells as text, numbers, percentages, and dates that LibreOffice reads")
  func workbook() throws {
    let written = try WrittenFiles(XLSXWriter.self, [.invoice])
    let rows = try Self.sheet(1, of: written.folder / "sample.xlsx", in: written.folder)
    #expect(
      rows == [
        ["Bought", "Amount", ""], ["", "Net", "Share"], ["=1+2 & <b>", "1234.5", "94.9%"], ["2024-05-03", "1O5", ""],
      ])
    // The heading names the sheet; doubtful cells explain themselves.
    let xml = { (part: String) in
      try Command("unzip", ["-p", written.folder / "sample.xlsx", part]).check().output
    }
    #expect(try xml("xl/workbook.xml").contains("<sheet name=\"Your order\""))
    let comments = try xml("xl/comments1.xml")
    #expect(comments.matches(of: /<comment\sref=/).count == 1 && comments.contains("ref=\"B4\""))
    #expect(comments.contains("Perhaps it says 105, which fits the column. Read with 70% confidence. Page 1."))
    #expect(try xml("xl/worksheets/sheet1.xml").matches(of: /<mergeCell\s/).count == 2)
    #expect(!(try xml("xl/worksheets/sheet1.xml").contains("<f>")))
    #expect(try xml("xl/styles.xml").contains("[$EUR]"))
    #expect(try xml("xl/worksheets/sheet1.xml").contains("<v>0.949</v>"))
  }

  @Test("Gives equal bytes for equal pages, and a valid workbook without tables")
  func sameBytes() throws {
    let files = try (0..<2).map { _ in try WrittenFiles(XLSXWriter.self, [.invoice]).folder.data("sample.xlsx") }
    #expect(files[0] == files[1])
    let none = try WrittenFiles(XLSXWriter.self, [SamplePage([["no", "table"]])])
    #expect(try Self.sheet(1, of: none.folder / "sample.xlsx", in: none.folder).joined().allSatisfy(\.isEmpty))
  }

  @Test("Writes a table over two pages to one sheet, and gives sheets valid unique names")
  func sheets() throws {
    let pages = [
      SamplePage.table([["a", "b"], ["1", "2"]], continues: true),
      SamplePage.table([["a", "b"], ["_x0041_", "'=2"]], number: 2),
      SamplePage.table([["c", "d"], ["+1", "-"]], number: 3), SamplePage.table([["e", "f"], ["@x", ""]], number: 3),
    ]
    let written = try WrittenFiles(XLSXWriter.self, pages)
    let workbook = written.folder / "sample.xlsx"
    #expect(
      try Self.sheet(1, of: workbook, in: written.folder) == [["a", "b"], ["1", "2"], ["_x0041_", "'=2"]])
    #expect(try Self.sheet(2, of: workbook, in: written.folder) == [["c", "d"], ["+1", "-"]])
    #expect(try Self.sheet(3, of: workbook, in: written.folder) == [["e", "f"], ["@x", ""]])
    let names = try Command("unzip", ["-p", workbook, "xl/workbook.xml"]).check().output
      .matches(of: /<sheet name="([^"]*)"/).map { String($0.1) }
    #expect(names == ["Pages 1–2", "Page 3", "Page 3 (2)"])
  }

  @Test("Writes CSV with normalized values and without formulas")
  func csv() throws {
    let text = TableCSV.text(of: try Self.grid)
    #expect(text.hasSuffix("\r\n") && text.contains(",1234.50,"))
    #expect(
      try Self.csv(text) == [
        ["Bought", "Amount", ""], ["", "Net", "Share"], ["'=1+2 & <b>", "1234.50", "94.9%"], ["2024-05-03", "1O5", ""],
      ])
  }

  @Test("Keeps the signs of amounts and percentages, and the currencies of a mixed column, in CSV")
  func signsAndCurrencies() throws {
    typealias Cell = (text: String, value: Table.Value?)
    func rows(_ cells: [Cell]) throws -> [String] {
      let box = Box(x: 0, y: 0, width: 10, height: 10)
      let table = Table(
        box: box, rows: cells.count, columns: 1, confidence: 1,
        cells: cells.enumerated().map { row, cell in
          Table.Cell(row: row, column: 0, text: cell.text, confidence: 1, box: box, value: cell.value)
        })
      return TableCSV.text(of: TableGrid(table, page: 1)).split(separator: "\r\n").map(String.init)
    }
    func money(_ value: String, _ currency: String) -> Table.Value {
      Table.Value(kind: .money, value: value, currency: currency)
    }
    #expect(
      try rows([("$5.00", money("5.00", "USD")), ("(7.00) £", money("-7.00", "GBP"))])
        == ["\"USD 5.00\"", "\"GBP -7.00\""])
    #expect(try rows([("$5.00", money("5.00", "USD")), ("$-7", money("-7", "USD"))]) == ["5.00", "-7"])
    #expect(try rows([("-3.5%", Table.Value(kind: .percent, value: "-3.5"))]) == ["-3.5%"])
    #expect(try rows([("+5.00", nil), ("-5%", nil), ("+5+cmd", nil)]) == ["\"+5.00\"", "\"-5%\"", "\"'+5+cmd\""])
  }

  @Test("Writes HTML with header scopes, spans, and marks at doubtful cells")
  func html() throws {
    let folder = try TemporaryFolder()
    let grid = try Self.grid
    let file = try folder.write(
      TableHTML.start(title: "</title>&") + TableHTML.section(grid, heading: "<1>") + TableHTML.end, to: "a.html")
    func value(_ path: String) throws -> String {
      let output = try Command("xmllint", ["--html", "--nodefdtd", "--xpath", "string(\(path))", file]).check().output
      return output.hasSuffix("\n") ? String(output.dropLast()) : output
    }
    #expect(try value("//title") == "</title>&" && value("//h2") == "<1>" && value("//caption") == "Your order")
    #expect(try value("count(//thead/tr)") == "2" && value("count(//tbody/tr)") == "2")
    #expect(try value("//thead/tr[1]/th[1]/@rowspan") == "2" && value("//thead/tr[1]/th[2]/@colspan") == "2")
    #expect(try value("//thead/tr[1]/th[2]/@scope") == "colgroup" && value("//thead/tr[2]/th[1]/@scope") == "col")
    #expect(try value("//tbody/tr[1]/td[1]") == "=1+2 & <b>")
    #expect(try value("//td[contains(@class, 'doubt')]") == "1O5")
    #expect(try value("//td[contains(@class, 'doubt')]/@title").hasPrefix("Perhaps it says 105"))
  }

  @Test("Writes tables with bars in Markdown, or as HTML if cells span, and keeps other text")
  func markdown() throws {
    func html(_ page: SamplePage) throws -> (markdown: String, html: String) {
      let written = try WrittenFiles(MarkdownWriter.self, [page])
      return (
        try written.text("sample.md"),
        try Command("cmark-gfm", ["--unsafe", "-e", "table", written.folder / "sample.md"]).check().output
      )
    }
    let spanned = try html(.invoice)
    #expect(spanned.html.contains("<th scope=\"colgroup\" colspan=\"2\">Amount</th>"))
    #expect(spanned.html.contains("<td>=1+2 &amp; &lt;b&gt;</td>"))
    #expect(spanned.html.contains("Your order") && spanned.html.contains("<p>Thank you</p>"))
    #expect(spanned.html.matches(of: /1\.234,50/).count == 1)
    let plain = try html(.table([["a|b", "n"], ["*x*", "2"]]))
    #expect(plain.markdown.contains("| a\\|b | n |\n| --- | --- |"))
    #expect(plain.html.contains("<th>a|b</th>") && plain.html.contains("<td>*x*</td>"))
  }

  @Test("Writes table cells into ALTO, PAGE, and hOCR, with every word once")
  func layouts() throws {
    let alto = try WrittenFiles(ALTOWriter.self, [.invoice])
    let file = "alto/0001.xml"
    #expect(try alto.count(file, "//ComposedBlock[@TYPE='table']/ComposedBlock[@TYPE='row']") == 4)
    #expect(try alto.value(file, "//TextBlock[@TAGREFS='cell_2_1_1_1']//String/@CONTENT") == "1.234,50")
    #expect(try alto.value(file, "//LayoutTag[@ID='header_0_1_1_2']/@LABEL") == "row 0, column 1, 1 × 2")
    #expect(try alto.count(file, "//String") == 15)
    #expect(try alto.value(file, "//TextBlock[last()]//String[1]/@CONTENT") != "")
    let page = try WrittenFiles(PAGEWriter.self, [.invoice])
    let path = "page/0001.xml"
    #expect(try page.value(path, "//TableRegion/@columns") == "3")
    #expect(try page.count(path, "//TableRegion/TextRegion") == 10)
    #expect(try page.value(path, "//TextRegion[@id='r2_0_1']/TextEquiv/Unicode") == "Amount")
    #expect(try page.value(path, "//TableCellRole[@colSpan='2']/@header") == "true")
    #expect(try page.count(path, "//Word") == 15)
    let hocr = try WrittenFiles(HOCRWriter.self, [.invoice])
    #expect(try hocr.value("sample.hocr", "//table[@class='ocr_table']/tr[1]/th[2]/@colspan") == "2")
    #expect(try hocr.count("sample.hocr", "//span[@class='ocrx_word']") == 15)
    for (written, name) in [(alto, file), (page, path), (hocr, "sample.hocr")] {
      let identifiers = try written.attributes(name, "//@*[local-name()='id' or local-name()='ID']")
      #expect(Set(identifiers).count == identifiers.count)
    }
  }

  @Test("Tags a table with headers and spans, and keeps the words' order")
  func tagged() throws {
    let pdf = try WrittenPDF(.invoice, settings: ["tagged": .boolean(true)])
    try Command("qpdf", ["--check", pdf.path]).check()
    let structure = try pdf.information("-struct-text").split(separator: "\n")
      .map { $0.filter { $0 != " " } }.filter { !$0.hasPrefix("/") }
    #expect(structure.count { $0.hasPrefix("TR") } == 4 && structure.count { $0.hasPrefix("TH") } == 4)
    #expect(structure.count { $0.hasPrefix("TD") } == 6 && structure.count { $0.hasPrefix("Table") } == 1)
    #expect(structure.contains("\"=1+2&<b>\"") && structure.contains("\"Thankyou\""))
    let expanded = try pdf.expanded
    #expect(expanded.matches(of: /\/ColSpan 2/).count == 1 && expanded.matches(of: /\/RowSpan 2/).count == 1)
    #expect(expanded.matches(of: /\/Scope \/Column/).count == 4)
    let plain = try WrittenPDF(.invoice)
    #expect(
      try plain.text("-raw").split(whereSeparator: \.isWhitespace)
        == pdf.text("-raw").split(whereSeparator: \.isWhitespace))
  }
}
