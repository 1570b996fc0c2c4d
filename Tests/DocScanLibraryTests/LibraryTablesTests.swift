// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: tables of a library are listed completely, and files are never overwritten unasked.

import DocScanBatch
import DocScanCore
import DocScanFiles
import DocScanFixtures
import DocScanLayout
import DocScanLibrary
import DocScanStore
import FoundationEssentials
import Testing

/// An output folder with documents whose pages have tables, made without a run.
private final class TableLibrary {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.makeFolder(".docscan")
  }

  /// Adds a document with a page for each list of tables; `nil` is a page on which no stage looked for tables.
  func add(_ name: String, _ tables: [[Table]?], stages: [String] = ["tables"]) throws {
    let pages = tables.indices.map { index -> JSONValue in
      [
        "number": .number(Double(index + 1)), "status": "recognized", "file": .string("pages/000\(index + 1).json"),
        "source": .string("\(name).pdf"), "sourcePage": .number(Double(index + 1)),
      ]
    }
    let record: JSONValue = [
      "schema": "docscan-document/1", "name": .string(name), "source": [.string("\(name).pdf")], "sha256": "00",
      "pipeline": [
        "name": "scan", "sha256": "00",
        "stages": .array(stages.map { ["name": .string($0), "settings": .object([:])] }),
      ], "status": "complete", "pageCount": .number(Double(pages.count)), "selection": "all", "pages": .array(pages),
      "quality": ["words": 0], "notes": [], "versions": [:],
    ]
    _ = try folder.makeFolder("\(name)/pages")
    for (index, found) in tables.enumerated() {
      var page = RecognizedPage(
        document: DocumentReference(name: name, sha256: "00", pageCount: pages.count),
        page: PageReference(number: index + 1, source: "\(name).pdf", sourcePage: index + 1), status: .recognized)
      if let found { try page.findings.set(found) }
      try folder.write(JSONText.pretty(page), to: "\(name)/pages/000\(index + 1).json")
    }
    try folder.write(JSONText.pretty(record), to: "\(name)/\(fileName(name)).json")
  }

  func open() throws -> Folder { try #require(Folder(root: folder.path)) }
}

private func table(_ rows: [[String]], continues: Bool = false, isNumeric: Bool = false) -> Table {
  let box = Box(x: 0, y: 0, width: 10, height: 10)
  return Table(
    box: box, rows: rows.count, columns: rows[0].count, confidence: 0.9, continues: continues,
    cells: rows.enumerated().flatMap { row, texts in
      texts.enumerated().map {
        var cell = Table.Cell(row: row, column: $0, isHeader: row == 0, text: $1, confidence: 0.95, box: box)
        if isNumeric, Double($1) != nil { cell.value = .init(kind: .number, value: $1) }
        return cell
      }
    })
}

@Suite("Tables of a library")
struct LibraryTablesTests {
  @Test("Takes the items of an invoice from its table without the sums below, and marks them unless they make its net")
  func items() throws {
    var page = RecognizedPage(
      document: DocumentReference(name: "bill", sha256: "00", pageCount: 1),
      page: PageReference(number: 1, source: "bill.pdf", sourcePage: 1), status: .recognized)
    let rows = [
      ["Pos", "Bezeichnung", "Menge", "Einzelpreis", "Gesamt"], ["1", "Kabel", "2", "10.00", "20.00"],
      ["2", "Stecker", "5", "1.00", "5.00"],
      ["", "Netto", "", "", "25.00"],
    ]
    try page.findings.set([table([["Kontakt", "Telefon"], ["Ritter", "4711"]]), table(rows, isNumeric: true)])
    var items = TableItems()
    items.add(page)
    let found = try items.items(making: [Decimal(25), #require(Decimal(string: "29.75"))])
    #expect(found.map(\.description) == ["Kabel", "Stecker"])
    #expect(found.map(\.quantity) == ["2", "5"] && found.map(\.unitPrice) == ["10.00", "1.00"])
    #expect(found.map(\.amount) == ["20.00", "5.00"] && found.allSatisfy { $0.confidence > 0.9 })
    #expect(items.items(making: [Decimal(99)]).map(\.confidence) == [0.5, 0.5, 0.5])
  }

  @Test(
    "Finds the columns of items in the languages of the word lists",
    arguments: [
      ["Popis", "Množství", "Cena za MJ", "Celkem"], ["Descrição", "Qtd.", "Preço unit.", "Valor"],
      ["Megnevezés", "Mennyiség", "Egységár", "Érték"],
    ])
  func itemsByLanguage(header: [String]) throws {
    var page = RecognizedPage(
      document: DocumentReference(name: "bill", sha256: "00", pageCount: 1),
      page: PageReference(number: 1, source: "bill.pdf", sourcePage: 1), status: .recognized)
    try page.findings.set([table([header, ["Kabel", "2", "10.00", "20.00"]], isNumeric: true)])
    var items = TableItems()
    items.add(page)
    let found = items.items(making: [Decimal(20)])
    #expect(found.map(\.quantity) == ["2"] && found.map(\.unitPrice) == ["10.00"] && found.map(\.amount) == ["20.00"])
  }

  @Test("Lists tables by document, and joins those over several pages")
  func all() throws {
    let library = try TableLibrary()
    try library.add("b", [[table([["x", "y"], ["1", "2"]])], nil, [table([["x", "y"], ["3", "4"]])]])
    try library.add("a", [[table([["x", "y"], ["1", "2"]], continues: true)], [table([["x", "y"], ["3", "4"]])]])
    try library.add("letter", [nil], stages: ["recognize"])
    var found: [String] = []
    let count = try LibraryTables(library: library.open()).run { entry in
      found.append("\(entry.document) \(entry.number) \(entry.table.rows) \(entry.table.parts.map(\.page))")
    }
    #expect(found == ["a 1 3 [1, 2]", "b 1 2 [1]", "b 2 2 [3]"])
    #expect(count.documents == 3 && count.searched == 2 && count.tables == 3 && count.unread == 0)
  }

  @Test("Counts a page with damaged JSON")
  func unread() throws {
    let library = try TableLibrary()
    try library.add("a", [[table([["x", "y"], ["1", "2"]])], [table([["x", "y"], ["1", "2"]])]])
    try library.folder.write("{\"tables\": [", to: "a/pages/0001.json")
    let count = try LibraryTables(library: library.open()).run { _ in }
    #expect(count.tables == 1 && count.unread == 1)
  }

  @Test("Writes a CSV file per table, keeps existing files unless asked, and stays in its folder")
  func folder() throws {
    let library = try TableLibrary()
    try library.add("2024/may", [[table([["x", "y"], ["1", "2"]]), table([["z", "=a"], ["1", "2"]])]])
    let out = try TemporaryFolder()
    func write(overwrite: Bool = false) throws {
      _ = try LibraryTables(library: library.open()).run { (entry) throws(BatchError) in
        try TableFolder.write(entry, to: out / "csv", overwrite: overwrite)
      }
    }
    try write()
    #expect(try out.text("csv/2024/may-1.csv") == "\"x\",\"y\"\r\n\"1\",\"2\"\r\n")
    #expect(try out.text("csv/2024/may-2.csv").hasPrefix("\"z\",\"'=a\""))
    // Correct files are left alone.
    try write()
    try out.write("mine", to: "csv/2024/may-1.csv")
    #expect(throws: BatchError.self) { try write() }
    #expect(try out.text("csv/2024/may-1.csv") == "mine")
    try write(overwrite: true)
    #expect(try out.text("csv/2024/may-1.csv") != "mine")
    // A link in the way isn't followed.
    try Command("sh", ["-c", "rm -r '\(out / "csv/2024")' && ln -s /tmp '\(out / "csv/2024")'"]).check()
    #expect(throws: BatchError.self) { try write(overwrite: true) }
  }
}
