// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: tables of many makers are found as they are drawn, and lists that look similar aren't tables.

import Testing

@testable import DocScanCore
@testable import DocScanUnderstanding

@Suite("Tables of many makers")
struct TableShapeTests {
  private func texts(_ table: Table) -> [[String]] {
    (0..<table.rows).map { row in table.cells.filter { $0.row == row }.map(\.text) }
  }

  @Test("Keeps the names of rows if only the amounts have rules above their sums")
  func sums() throws {
    var page = TableDrawing()
    let names = ["Revenue", "Material", "Gross profit", "Selling", "Rent", "Profit before tax", "Taxes", "Profit"]
    page.row(80, ("2023", 648), ("2022", 828))
    for (index, name) in names.enumerated() {
      let y = 120 + 40 * Double(index)
      page.row(y, (name, 100), ("\(410 + index)", 660), ("\(310 + index)", 840))
      if name.hasPrefix("Gross") || name.hasPrefix("Profit") { page.across(y - 5, from: 600, to: 890) }
    }
    let table = try #require(try page.tables().first)
    #expect(texts(table).map(\.first) == [""] + names)
    #expect(texts(table).first == ["", "2023", "2022"])
  }

  @Test("Finds a header with a single row between rules, but not two words above two others")
  func twoRows() throws {
    var page = TableDrawing()
    let places = stride(from: 300.0, through: 750, by: 150)
    page.row(110, ("Year", 110))
    page.row(150, ("Revenue", 110))
    for (index, x) in places.enumerated() {
      page.row(110, ("\(2019 + index)", x))
      page.row(150, ("\(4478 + 311 * index)", x))
    }
    for y in [100.0, 140, 180] { page.across(y) }
    let table = try #require(try page.tables().first)
    #expect(texts(table) == [["Year", "2019", "2020", "2021", "2022"], ["Revenue", "4478", "4789", "5100", "5411"]])
    var date = TableDrawing()
    date.row(110, ("Dec.", 110), ("1984", 260))
    date.row(150, ("Jan.", 110), ("1985", 260))
    for y in [100.0, 140, 180] { date.across(y, to: 320) }
    #expect(try date.tables().isEmpty)
  }

  @Test("Finds a table in small type, whose words are off by a pixel")
  func coarse() throws {
    var page = TableDrawing(scale: 0.5)
    page.row(160, ("Analyte", 100), ("Result", 500), ("Flag", 700), ("Unit", 900))
    let names = ["Sodium", "Potassium", "Glucose", "Calcium", "Iron", "Zinc", "Copper", "Iodine"]
    for (index, name) in names.enumerated() {
      let (y, off) = (200 + 44 * Double(index), Double(2 * (index % 2)))
      page.row(y, (name, 100 + off), ("\(110 + index)", 560 + off), ("mg", 900 + off))
      if index % 4 == 1 { page.row(y, ("high", 700 + off)) }
    }
    let table = try #require(try page.tables().first)
    #expect(table.rows == 9 && table.columns == 4)
  }

  @Test("Finds the table of a Chinese page with a date, whose wide letters don't make it a narrow receipt")
  func wideLetters() throws {
    var page = TableDrawing(letter: 24)
    page.row(60, ("日期：2024年3月5日", 100))
    for (index, name) in ["铅笔", "钢笔", "纸张", "本子", "税额", "合计"].enumerated() {
      page.row(120 + 44 * Double(index), (name, 100), ("盒装", 560), ("\(34 + index).00", 804))
    }
    let table = try #require(try page.tables().first)
    #expect(table.rows == 6 && table.columns == 3)
  }

  @Test("Starts a table at its title, above which the space is wider than between rows")
  func titles() throws {
    var page = TableDrawing()
    for (index, title) in ["Weekdays", "Saturday"].enumerated() {
      let y = 100 + 250 * Double(index)
      page.row(y - 10, (title, 100))
      page.row(y + 30, ("Stop", 100), ("First", 400), ("Second", 600), ("Third", 800))
      for (number, stop) in ["Ashford", "Dover", "Exeter", "Kendal", "Oxford"].enumerated() {
        page.row(
          y + 62 + 32 * Double(number), (stop, 100), ("06:1\(number)", 400), ("07:1\(number)", 600),
          ("08:1\(number)", 800))
      }
    }
    let tables = try page.tables()
    #expect(tables.map(\.rows) == [6, 6])
  }

  @Test("Finds the header of a statement by its years and units, and keeps indented names apart")
  func statement() throws {
    var page = TableDrawing()
    let header = ["", "2023 EUR", "EUR"]
    page.row(30, ("Client: Harper & Sons", 100), ("Year: 2023", 660))
    page.row(80, (header[1], 660), (header[2], 840))
    let names = [
      "1. Revenue", "2. Stock", "3. Other income", "4. Material", "a) Goods", "b) Services", "5. Personnel", "a) Wages",
      "b) Pensions", "6. Depreciation", "7. Rent", "8. Interest", "9. Taxes", "10. Profit",
    ]
    for (index, name) in names.enumerated() {
      let y = 120 + 40 * Double(index)
      page.row(y, (name, name.contains(")") ? 130 : 100))
      if !["4. Material", "5. Personnel"].contains(name) {
        page.row(y, ("\(410 + index)", 680), ("\(310 + index)", 840))
      }
    }
    let table = try #require(try page.tables().first)
    #expect(texts(table).map(\.first) == [""] + names)
    #expect(table.cells.filter(\.isHeader).map(\.text) == header)
  }

  @Test("Starts the rows of a table below its header with the name of their group")
  func groups() throws {
    var page = TableDrawing()
    page.row(100, ("Test", 100), ("Result", 400), ("Unit", 600), ("Range", 760))
    for (group, names) in [["Blood", "Iron", "Zinc", "Sodium"], ["Urine", "Glucose", "Protein", "Calcium"]].enumerated()
    {
      for (index, name) in names.enumerated() {
        let y = 140 + 160 * Double(group) + 40 * Double(index)
        page.row(y, (name, 100))
        if index > 0 { page.row(y, ("\(10 + index)", 400), ("mg", 600), ("5 - 20", 760)) }
      }
    }
    let table = try #require(try page.tables().first)
    #expect(table.rows == 9 && Set(table.cells.filter(\.isHeader).map(\.row)) == [0])
  }

  @Test("Finds a timetable whose missing times are dots")
  func missingTimes() throws {
    var page = TableDrawing()
    for (row, stop) in ["Ashford", "Dover", "Exeter", "Kendal", "Oxford"].enumerated() {
      page.row(
        100 + 40 * Double(row), (stop, 100), ("061\(row)", 400), (row % 2 == 0 ? "..." : "071\(row)", 560),
        ("081\(row)", 700), ("091\(row)", 820))
    }
    #expect(try page.tables().map(\.columns) == [5])
  }

  @Test("Finds no table in the columns of an index")
  func index() throws {
    var page = TableDrawing()
    let words = [
      "adhesion", "algae", "anchors", "aquifers", "asphalt", "balance", "barley", "basalt", "bearings", "boilers",
      "bridges", "calcium", "canals", "cement",
    ]
    for (index, word) in words.enumerated() {
      page.row(
        100 + 32 * Double(index), ("\(word), \(index + 12)", 100), ("\(words[13 - index]), \(index + 40)", 420),
        ("\(words[(index + 5) % 14]), \(index + 70)", 720))
    }
    #expect(try page.tables().isEmpty)
  }

  @Test("Finds a table of text without rules or numbers")
  func textOnly() throws {
    var page = TableDrawing()
    let rows = [
      ["Gas", "cupboard by the door", "the warden"], ["Candles", "drawer of the table", "the last guest"],
      ["Blankets", "chest upstairs", "nobody"], ["Firewood", "shed behind the hut", "the club"],
    ]
    for (index, row) in rows.enumerated() {
      page.row(100 + 40 * Double(index), (row[0], 100), (row[1], 320), (row[2], 700))
    }
    #expect(try page.tables().map(texts) == [rows])
  }

  @Test("Separates rows of wrapped text by the space between them, up to the last line")
  func wrapped() throws {
    var page = TableDrawing()
    let rows = [
      (
        ["Late delivery of", "spare parts from", "the supplier"], ["Production stops", "for three days"], "Purchasing"
      ),
      (["Loss of staff"], ["Projects stop", "for a while"], "Personnel"),
      (["Failure of the", "cooling system"], ["Servers must be", "switched off"], "Facilities"),
      (["Fire in the", "warehouse"], ["Goods are lost"], "Safety"),
    ]
    page.row(100, ("No", 100), ("Risk", 180), ("Effect", 460), ("Owner", 760))
    var y = 150.0
    for (index, row) in rows.enumerated() {
      page.row(y, ("\(index + 1)", 100), (row.2, 760))
      for (line, text) in row.0.enumerated() { page.row(y + 26 * Double(line), (text, 180)) }
      for (line, text) in row.1.enumerated() { page.row(y + 26 * Double(line), (text, 460)) }
      y += 26 * Double(max(row.0.count, row.1.count)) + 26
    }
    let table = try #require(try page.tables().first)
    #expect(
      texts(table) == [["No", "Risk", "Effect", "Owner"]]
        + rows.enumerated().map { (index, row) -> [String] in
          ["\(index + 1)", row.0.joined(separator: " "), row.1.joined(separator: " "), row.2]
        })
  }

  @Test("Keeps a header apart that is nearer to the first row than rows are to each other")
  func nearHeader() throws {
    var page = TableDrawing()
    page.row(100, ("Service", 100), ("Count", 560), ("Price", 760))
    for (index, name) in ["Web design", "Development", "Content system"].enumerated() {
      let y = 142 + 90 * Double(index)
      page.row(y, (name, 100), ("1", 560), ("\(4 + index)50,00", 760))
      page.row(y + 24, ("of the company's new site", 100))
    }
    let table = try #require(try page.tables().first)
    #expect(texts(table).map(\.last) == ["Price", "450,00", "550,00", "650,00"])
    #expect(texts(table)[1].first == "Web design of the company's new site")
  }

  @Test("Keeps a column of text apart from the rules of a table beside it")
  func besideText() throws {
    var page = TableDrawing(letter: 20)
    let text = [
      "委员会审议了第二季度的数据认为大多", "数地区的产量有所上升但北部工厂因备", "件交付延迟而受到影响与会成员要求进", "一步说明维修费用的增长原因会议决定", "在秋季扩大样本重新开展调查并将结果",
    ]
    for (index, line) in text.enumerated() {
      let y = 100 + 40 * Double(index)
      let cells = index == 0 ? ("地区", "人数", "增长") : ("第\(index)区", "\(150 + index)", "\(40 + index)")
      page.row(y, (line, 100), (cells.0, 520), (cells.1, 680), (cells.2, 820))
    }
    for y in [95.0, 135, 295] { page.across(y, from: 510, to: 900) }
    #expect(try page.tables().allSatisfy { !texts($0).joined().contains { $0.contains("委员会") } })
  }

  @Test("Takes a first row with numbers in all columns of numbers for data, not for a header")
  func firstRowOfData() throws {
    var page = TableDrawing()
    for (row, name) in ["Durand", "Moreau", "Petit", "Garnier", "Rousseau"].enumerated() {
      page.row(100 + 40 * Double(row), (name, 100), ("Lyon", 300), ("membre", 500), ("04 78 26 4\(row)", 720))
    }
    let table = try #require(try page.tables().first)
    #expect(table.rows == 5 && !table.cells.contains(where: \.isHeader))
  }

  @Test("Leaves dots out of cells, and finds no table in a table of contents")
  func leaders() throws {
    var (sheet, contents) = (TableDrawing(), TableDrawing())
    let names = ["Deposits", "Receivables", "Inventories", "Prepaid", "Materials", "Goods", "Assets"]
    sheet.row(60, ("2024", 584), ("2023", 784))
    for (row, name) in names.enumerated() {
      let y = 100 + 40 * Double(row)
      sheet.row(y, ("\(name) . . . . . .", 100), ("\(9 - row)7,536", 560), ("\(row + 1)3,832", 760))
      contents.row(y, ("\(name) . . . . . .", 100), ("\(3 + 4 * row)", 760))
    }
    let table = try #require(try sheet.tables().first)
    #expect(texts(table).map(\.first) == [""] + names)
    #expect(try contents.tables().isEmpty)
  }

  @Test("Finds no table in labels with addresses, or in sentences in narrow columns")
  func textInColumns() throws {
    var (labels, article) = (TableDrawing(), TableDrawing())
    for row in 0..<4 {
      let y = 100 + 120 * Double(row)
      labels.row(y, ("Ada Lowe", 100), ("Ben Marsh", 400), ("Cora Finch", 700))
      labels.row(y + 30, ("\(row + 6) Mill Road", 100), ("1\(row) Dock Lane", 400), ("3\(row) Sea Road", 700))
      labels.row(y + 60, ("Milton AB7", 100), ("Ashford AB3", 400), ("Burnley AB9", 700))
    }
    let lines = [
      "when the ferry left", "the harbor and then", "Nobody saw the gulls", "which had gone away",
      "as on all other days",
    ]
    for (row, text) in lines.enumerated() { article.row(100 + 30 * Double(row), (text, 100), (text, 380), (text, 660)) }
    #expect(try labels.tables().isEmpty)
    #expect(try article.tables().isEmpty)
  }

  @Test("Finds no table in typewritten words that are one below the other", arguments: [28.0, 80])
  func typewriter(space: Double) throws {
    var page = TableDrawing()
    (page.letter, page.space) = (14, space)
    for (row, name) in ["Schramm", "Whelans", "Myhands", "Curtins", "Stinnet"].enumerated() {
      page.row(100 + 40 * Double(row), ("Mr. B. \(["G", "R", "W", "F", "E"][row]). \(name)", 100))
    }
    // Some running text, whose words are as far apart in typescript only.
    page.space = 28
    for row in 0..<3 { page.row(400 + 40 * Double(row), ("sent us the draft of a letter about gulls", 100)) }
    #expect(try page.tables().isEmpty == (space < 40), "\(space)")
  }

  @Test("Extends the name of the rows beside a header over several columns")
  func nameBesideSpan() throws {
    var page = TableDrawing()
    page.row(60, ("Visitors in spring", 470))
    page.row(100, ("Province", 100), ("Museums", 400), ("Beaches", 640))
    for (row, name) in ["Sevilla", "Granada", "Huelva", "Malaga"].enumerated() {
      page.row(140 + 40 * Double(row), (name, 100), ("9\(row).613", 400), ("5\(row).690", 640))
    }
    page.across(50)
    page.across(92, from: 380, to: 760)
    page.across(132)
    page.across(300)
    let table = try #require(try page.tables().first)
    let name = try #require(table.cells.first { $0.text == "Province" })
    #expect(name.row == 0 && name.rowSpan == 2 && name.columnSpan == 1 && name.isHeader)
    let span = try #require(table.cells.first { $0.text == "Visitors in spring" })
    #expect(span.column == 1 && span.columnSpan == 2)
  }
}
