// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: tables reach spreadsheets completely, and corrections of their grid are permanent.

import DocScan
import DocScanFixtures
import DocScanLayout
import DocScanNative
import FoundationEssentials
import Testing

@testable import DocScanBatch
@testable import DocScanCore
@testable import DocScanStore
@testable import DocScanVision

@Suite("Tables")
struct TablesTests {
  private static let rows = [
    ["Date", "Purpose", "Amount"], ["2024-03-01", "Rent of March", "980.00"], ["2024-03-04", "Bakery", "12.40"],
    ["2024-03-09", "Train to Leeds", "61.15"], ["2024-03-12", "Stationery", "8.99"],
  ]

  /// Returns a statement: a heading, and a table with all rules.
  private static func statement() throws -> PageDrawing {
    var page = PageDrawing(size: .a5)
    try page.line("Statement of March", at: Point(x: 40, y: 60), font: .serif(18))
    let columns = [40.0, 140, 290, 380]
    for (row, texts) in rows.enumerated() {
      let y = 100 + 26 * Double(row)
      for (column, text) in texts.enumerated() {
        try page.line(text, at: Point(x: columns[column] + 8, y: y + 18), font: .serif(12))
      }
    }
    let bottom = 100 + 26 * Double(rows.count)
    for x in columns { page.rule(from: Point(x: x, y: 100), to: Point(x: x, y: bottom)) }
    for row in 0...rows.count {
      let y = 100 + 26 * Double(row)
      page.rule(from: Point(x: 40, y: y), to: Point(x: 380, y: y))
    }
    return page
  }

  private let work: Workspace

  init() throws {
    work = try Workspace()
    try PageDrawing.writePDF([try Self.statement()], to: work.folder / "statement.pdf")
  }

  private func docscan(_ arguments: String...) throws -> CommandResult {
    var command = try Command.product("docscan", arguments)
    command.directory = work.folder.path
    return try command.run()
  }

  /// Returns the cells of a document's tables in the output of `--json`.
  private func cells(_ what: String) throws -> [[String]] {
    struct Tables: Decodable {
      struct Entry: Decodable { let table: Table }
      struct Table: Decodable {
        struct Cell: Decodable {
          let row, column: Int
          let text: String
        }
        let rows, columns: Int
        let cells: [Cell]
      }
      let tables: [Entry]
    }
    let result = try docscan("tables", what, "--json")
    #expect(result.exitCode == 0, "\(result.summary)")
    let schema = try JSONFile.parse(Data(Command.product("docscan", ["schema", "tables"]).check().outputBytes))
    #expect(SchemaValidator(schema).complaints(try JSONFile.parse(Data(result.output.utf8))) == [])
    let tables = try JSONDecoder().decode(Tables.self, from: Data(result.output.utf8)).tables
    let table = try #require(tables.first?.table)
    var rows = Array(repeating: Array(repeating: "", count: table.columns), count: table.rows)
    for cell in table.cells { rows[cell.row][cell.column] = cell.text }
    return rows
  }

  @Test("Accepts text stages before stages that need the picture")
  func order() throws {
    try work.pipeline(
      stages: #"{"stage": "recognize"}, {"stage": "tables"}, {"stage": "checkboxes"}, {"stage": "form"}"#,
      more: #""pages": {"existingText": "force"},"#)
    let run = try docscan("run", "pipeline.json", "statement.pdf", "-o", "out")
    #expect(run.exitCode == 0, "\(run.summary)")
    #expect(try work.page("statement", 1).tables?.map(\.rows) == [5])
  }

  private static let hasModels =
    InstalledModels.find()?.versions.keys.contains("network table-cells") ?? false

  @Test(
    "Lets models look at tables of scans and of a page's own text, also in a later run, unless the setting is off",
    .realWorker, .enabled(if: hasModels), arguments: ["force", "skip"])
  func models(existingText: String) throws {
    let more = "\"pages\": {\"existingText\": \"\(existingText)\"},"
    func sketches(_ stages: String) throws -> Int? {
      try work.pipeline(stages: stages, more: more)
      let run = try docscan("run", "pipeline.json", "statement.pdf", "-o", "out")
      #expect(run.exitCode == 0, "\(run.summary)")
      return try work.page("statement", 1).tableSketches?.count
    }
    #expect(try sketches(#"{"stage": "recognize"}"#) == nil)
    #expect(try sketches(#"{"stage": "recognize"}, {"stage": "tables"}"#) == 1)
    #expect(try sketches(#"{"stage": "recognize"}, {"stage": "tables", "models": false}"#) == nil)
    #expect(try work.page("statement", 1).tables?.map(\.rows) == [5])
  }

  @Test("Writes an unprocessed file's tables to a spreadsheet, and nothing else")
  func file() throws {
    let before = try work.folder.files(under: "")
    let result = try docscan("tables", "statement.pdf", "-o", "statement.xlsx")
    #expect(result.exitCode == 0 && result.errors.contains("1 table written to statement.xlsx"), "\(result.summary)")
    #expect(try Set(work.folder.files(under: "")) == Set(before + ["statement.xlsx"]))
    #expect(try cells("statement.pdf") == Self.rows)
    let list = try docscan("tables", "statement.pdf")
    for part in ["statement", "5 × 3", "Date | Purpose | Amount"] {
      #expect(list.output.contains(part), "\(list.summary)")
    }
    let again = try docscan("tables", "statement.pdf", "-o", "statement.xlsx")
    #expect(again.exitCode == 6 && again.errors.contains("--overwrite"), "\(again.summary)")
    // LibreOffice reads the same cells as the JSON has.
    var office = Command(
      "soffice",
      [
        "-env:UserInstallation=file://\(work.folder / "profile")", "--headless", "--convert-to", "csv", "--outdir",
        work.folder / "sheet", work.folder / "statement.xlsx",
      ])
    office.environment["HOME"] = work.folder.path
    try office.check()
    let sheet = try work.folder.text("sheet/statement.csv").split(separator: "\n")
      .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
    // Numbers are shown without trailing zeros.
    let shown = Self.rows.map { $0.map { $0.contains(".") && Double($0) != nil ? "\(Double($0) ?? 0)" : $0 } }
    #expect(sheet == shown.map { $0.map { $0.hasSuffix(".0") ? String($0.dropLast(2)) : $0 } })
  }

  @Test("Writes tables in all formats from both commands, and reports a document without tables")
  func formats() throws {
    #expect(try docscan("statement.pdf", "-o", "short.xlsx").exitCode == 0)
    for ending in ["csv", "html", "md"] {
      let result = try docscan("tables", "statement.pdf", "-o", "a.\(ending)")
      #expect(result.exitCode == 0, "\(result.summary)")
      #expect(try work.folder.text("a.\(ending)").contains("Train to Leeds"))
    }
    try PageDrawing.writePDF([try Documents.shortLetter()[0]], to: work.folder / "letter.pdf")
    let none = try docscan("tables", "letter.pdf", "-o", "letter.xlsx")
    #expect(none.exitCode == 1 && none.errors.contains("No tables"), "\(none.summary)")
    #expect(!work.folder.contains("letter.xlsx"))
    #expect(try docscan("tables", "statement.pdf", "-o", "a.doc").exitCode == 2)
    #expect(try docscan("tables", "gone.pdf", "-o", "gone.csv").exitCode == 4)
  }

  @Test("Applies corrections of words to cells")
  func corrections() throws {
    try PageDrawing.writePDF([try Self.statement()], to: work.folder / "in/statement.pdf")
    try work.pipeline(stages: #"{"stage": "recognize"}, {"stage": "tables"}"#)
    try Self.statement().raster(dpi: 150).write(to: work.folder / "in/photo.png", as: .png, dpi: 150)
    #expect(try work.run(["--also", "xlsx"]).exitCode == 0)
    let page = try work.page("photo", 1)
    let word = try #require(page.words.first { $0.text == "Bakery" })
    let edit = Edit(
      id: UUID().uuidString, words: [word], on: page, new: "Grocer", by: "ada", at: "2026-01-02T03:04:05Z")
    try EditFile.change(
      of: try #require(StoredDocument.exactly("photo", in: StoredDocument.library(work.folder / "out")))
    ) { $0.add(.text(edit)) }
    let applied = try docscan("review", "out", "--apply")
    #expect(applied.exitCode == 0, "\(applied.summary)")
    #expect(try cells("out/photo").joined().contains("Grocer"))
    let table = try #require(try work.page("photo", 1).tables?.first)
    #expect(table.cells.contains { $0.text == "Grocer" } && !table.cells.contains { $0.text == "Bakery" })
    // A folder, a document in it, and the document's file are equivalent.
    let all = try docscan("tables", "out", "--csv", "csv")
    #expect(all.exitCode == 0, "\(all.summary)")
    #expect(try work.folder.files(under: "csv").sorted() == ["photo-1.csv", "statement-1.csv"])
    #expect(try cells("out/photo/photo.pdf") == cells("out/photo"))
  }

  @Test("Splits and joins rows and columns, keeps that in later runs, and undoes it")
  func grid() throws {
    try work.pipeline(stages: #"{"stage": "recognize"}, {"stage": "tables"}"#)
    try Self.statement().raster(dpi: 150).write(to: work.folder / "in/photo.png", as: .png, dpi: 150)
    #expect(try work.run(["--also", "xlsx"]).exitCode == 0)
    #expect(try cells("out/photo") == Self.rows)
    let joined = try docscan(
      "review", "out", "--join", "photo:1:1:row=2", "--join", "photo:1:1:column=1", "--by", "ada")
    #expect(joined.exitCode == 0 && joined.output.contains("rows 2 and 3 are joined"), "\(joined.summary)")
    let narrow = [
      ["Date Purpose", "Amount"], ["2024-03-01 Rent of March 2024-03-04 Bakery", "980.00 12.40"],
      ["2024-03-09 Train to Leeds", "61.15"], ["2024-03-12 Stationery", "8.99"],
    ]
    #expect(try cells("out/photo") == narrow)
    // After splitting again, only the column differs.
    let split = try docscan("review", "out", "--split", "photo:1:1:row=2")
    #expect(split.exitCode == 0, "\(split.summary)")
    let whole = Self.rows.map { ["\($0[0]) \($0[1])", $0[2]] }
    #expect(try cells("out/photo") == whole)
    #expect(
      try work.page("photo", 1).tables?.first?.cells.first { $0.text == "12.40" }?.value?.value.hasPrefix("12.4")
        == true)
    #expect(try work.run(["--also", "xlsx", "--overwrite"]).exitCode == 0)
    #expect(try cells("out/photo") == whole)
    #expect(try docscan("verify", "out").exitCode == 0)
    // Impossible changes are refused with the reason.
    for (option, place, reason) in [
      ("--join", "photo:1:1:row=5", "is the last one"), ("--split", "photo:1:1:row=1", "only one line"),
      ("--split", "photo:1:2:row=1", "has 1 table"), ("--split", "photo:1:1:row=9", "has 5 rows"),
      ("--split", "photo:1:row=1", "such as prices:1:2:row=3"), ("--join", "gone:1:1:row=1", "doesn't exist"),
    ] {
      let refused = try docscan("review", "out", option, place)
      #expect(refused.exitCode != 0 && refused.errors.contains(reason), "\(refused.summary)")
    }
    for _ in 0..<3 { #expect(try docscan("undo", "out").exitCode == 0) }
    #expect(try cells("out/photo") == Self.rows)
  }

  @Test("Joins a continued table in the document's JSON, even after a cell was corrected")
  func continued() throws {
    try work.pipeline(stages: #"{"stage": "recognize"}, {"stage": "tables"}"#)
    func tables() throws -> [DocumentRecord.WholeTable] {
      try #require(
        JSONDecoder().decode(DocumentRecord.self, from: work.folder.data("out/statement/statement.json")).tables)
    }
    var rest = PageDrawing(size: .a5)
    for (row, texts) in (Self.rows[0...0] + [["2024-03-20", "Hotel", "204.00"], ["2024-03-21", "Taxi", "31.50"]])
      .enumerated()
    {
      let y = 60 + 26 * Double(row)
      for (column, text) in texts.enumerated() {
        try rest.line(text, at: Point(x: [40.0, 140, 290][column] + 8, y: y + 18), font: .serif(12))
      }
      for x in [40.0, 140, 290, 380] { rest.rule(from: Point(x: x, y: y), to: Point(x: x, y: y + 26)) }
      for line in [y, y + 26] { rest.rule(from: Point(x: 40, y: line), to: Point(x: 380, y: line)) }
    }
    try PageDrawing.writePDF([try Self.statement(), rest], to: work.folder / "in/statement.pdf")
    #expect(try work.run().exitCode == 0)
    let whole = try tables()
    #expect(whole.map(\.rows) == [7] && whole[0].parts.map(\.page) == [1, 2])
    #expect(whole[0].parts.map(\.repeatedRows) == [0, 1] && whole[0].parts.map(\.row) == [0, 5])
    let edited = try docscan("review", "out", "--join", "statement:1:1:row=2")
    #expect(edited.exitCode == 0, "\(edited.summary)")
    #expect(try tables().map(\.rows) == [6] && work.page("statement", 1).tables?.last?.continues == true)
  }

  @Test("Rejects a spreadsheet writer without the tables stage, and names the option")
  func missingStage() throws {
    try work.folder.write(
      #"{"stages": [{"stage": "recognize"}], "output": {"writers": [{"writer": "xlsx"}]}}"#, to: "pipeline.json")
    let result = try docscan("check", "pipeline.json")
    #expect(result.exitCode == 3 && result.errors.contains("--also tables"), "\(result.summary)")
  }
}
