// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: the example programs work as the manual describes them.

import DocScan
import DocScanCore
import DocScanFixtures
import DocScanNative
import DocScanVision
import FoundationEssentials
import Testing

@Suite("The example programs")
struct ExampleTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("Shows a folder's pages next to their text, in Korean and English")
  func sideBySide() throws {
    try Documents.notice(in: "kor").raster(dpi: 150).write(to: folder / "1.png", as: .png, dpi: 150)
    try Documents.letter()[0].raster(dpi: 150).write(to: folder / "2.png", as: .png, dpi: 150)
    let page = try Command.product("SideBySide", [folder.path]).check().output
    #expect(page.matches(of: /<img alt="" src="data:image\/jpeg;base64,/).count == 2)
    #expect(page.contains("Rose Cottage") && page.contains(/\p{Hangul}{2}/))
  }

  @Test("Returns the word of a box at a point, and nothing elsewhere")
  func tapABox() throws {
    let letter = try Documents.letter()[0].raster(dpi: 150)
    try letter.write(to: folder / "letter.png", as: .png, dpi: 150)
    let boxes = try Command.product("TapABox", [folder / "letter.png"]).check().output
    let line = try #require(boxes.split(separator: "\n").first { $0.hasSuffix(" Cottage") })
    let numbers = line.split(separator: " ").prefix(4).compactMap { Double($0) }
    let point = ["\(numbers[0] + numbers[2] / 2)", "\(numbers[1] + numbers[3] / 2)"]
    #expect(try Command.product("TapABox", [folder / "letter.png"] + point).check().output == "Cottage\n")
    #expect(try Command.product("TapABox", [folder / "letter.png", "2", "2"]).run().exitCode == 1)
  }

  @Test("Makes a PDF with text from three photographs, as the tutorial's last step")
  func threePhotos() throws {
    let letter = try Documents.letter()
    for number in 1...3 {
      let page = try letter[(number - 1) % letter.count].raster(dpi: 120, channels: .rgb)
      try DeskPhoto(of: page).image.write(to: folder / "\(number).jpg", as: .jpeg)
    }
    var command = try Command.product("ThreePhotos", ["1.jpg", "2.jpg", "3.jpg"])
    command.directory = folder.path
    let output = try command.check().output
    #expect(output.hasPrefix("letters 3\n1 ") && output.hasSuffix("\npages in letters.pdf: 3\n"), "\(output)")
    #expect(try Command("pdftotext", [folder / "letters.pdf", "-"]).check().output.contains("Rose Cottage"))
    let tutorial = Places.package + "/Sources/DocScan/DocScan.docc/Resources/ThreePhotos-4.swift"
    let program = Places.package + "/Sources/Examples/ThreePhotos/main.swift"
    #expect(FileManager.default.contentsEqual(atPath: tutorial, andPath: program))
  }

  @Test(
    "Reports a missing file, and exits with 1",
    arguments: [
      ["DataKinds"], ["Kakeibo", "book.csv"], ["PriceList", "book.xlsx"], ["SideBySide"], ["TapABox"], ["ThreePhotos"],
      ["ReadAndTranslate"],
      ["OwnWriter", "out"],
    ])
  func missingFile(program: [String]) throws {
    var command = try Command.product(program[0], program.dropFirst() + ["gone.png"])
    command.directory = folder.path
    let result = try command.run()
    #expect(result.exitCode == 1, "\(result.summary)")
    let said = result.summary
    #expect(said.contains("gone.png") && !said.contains("Fatal error"), "\(said)")
  }

  /// Draws a receipt as a till prints it, with amounts at the right edge.
  private func receipt(_ rows: [(String, String)], named name: String) throws {
    var page = PageDrawing(size: PageSize(width: 230, height: 40 + 22 * Double(rows.count)))
    for (index, row) in rows.enumerated() {
      let y = 36 + 22 * Double(index)
      try page.line(row.0, at: Point(x: 14, y: y), font: PageFont(.japanese, size: 13))
      if !row.1.isEmpty { try page.line(row.1, endingAt: Point(x: 216, y: y), font: PageFont(.japanese, size: 13)) }
    }
    try page.raster(dpi: 200).write(to: folder / name, as: .png, dpi: 200)
  }

  @Test("Enters Japanese receipts into the book once, with a chart")
  func kakeibo() throws {
    try receipt(
      [
        ("さくらスーパー", ""), ("2024年3月5日 18:42", ""), ("牛乳", "¥238"), ("食パン", "¥1,168"), ("合計", "¥1,406"), ("現金", "¥2,000"),
      ],
      named: "1.png")
    try receipt(
      [("みどり書店", ""), ("2024/03/12 12:05", ""), ("文庫本", "¥880"), ("合計", "¥880"), ("お釣り", "¥120")], named: "2.png")
    var command = try Command.product("Kakeibo", ["book.csv", "1.png"])
    command.directory = folder.path
    #expect(try command.check().output == "2024-03-05\t¥1406\t1.png\n合計\t¥1406\t1枚\n")
    command.arguments += ["2.png"]
    #expect(
      try command.check().output == "2024-03-05\t¥1406\t1.png\n2024-03-12\t¥880\t2.png\n合計\t¥2286\t2枚\n")
    let chart = try folder.text("book.svg")
    #expect(chart.matches(of: /<rect/).count == 2 && chart.contains("¥1406") && chart.contains("03-12"))
    try Command("xmllint", ["--noout", folder / "book.svg"]).check()
  }

  @Test(
    "Names a page's language and translates its text in the user's language", arguments: ["en", "ko"])
  func readAndTranslate(interface: String) throws {
    var page = PageDrawing(size: .a5)
    let lines = [
      "Aviso a los vecinos", "La biblioteca está cerrada el sábado.", "El libro está en la mesa de la casa.",
    ]
    for (index, line) in lines.enumerated() {
      try page.line(line, at: Point(x: 40, y: 60 + 30 * Double(index)), font: .serif(14))
    }
    try page.raster(dpi: 150).write(to: folder / "aviso.png", as: .png, dpi: 150)
    func run(_ arguments: [String]) throws -> CommandResult {
      var command = try Command.product("ReadAndTranslate", arguments)
      // The locale doesn't have to be installed.
      command.environment = ["LANG": interface + "_XX.UTF-8", "LC_ALL": "", "LC_MESSAGES": ""]
      return try command.run()
    }
    let result = try run(["--copy", folder / "copy.txt", folder / "aviso.png"])
    #expect(
      result.output.hasPrefix(interface == "ko" ? "감지된 언어: 스페인어\n" : "Detected language: Spanish\n"),
      "\(result.summary)")
    #expect(result.output.contains("Aviso a los vecinos\n  Notice to the neighbours\n"))
    #expect(try folder.text("copy.txt").hasPrefix("Notice to the neighbours\nThe library is closed"))
    let same = try run(["--to", "es", folder / "aviso.png"])
    #expect(same.exitCode == 1 && same.output.contains(interface == "ko" ? "이미 그 언어로" : "in that language already"))
    let japanese = try run(["--to", "ja", folder / "aviso.png"])
    #expect(japanese.exitCode == 1 && japanese.output.contains("Apertium"), "\(japanese.summary)")
  }

  @Test("Lists data of the requested kinds in normalized form")
  func dataKinds() throws {
    var page = PageDrawing(size: .a5)
    try page.line("Write to office@example.com", at: Point(x: 60, y: 80), font: .serif(16))
    try page.line("by 12 March 2024", at: Point(x: 60, y: 120), font: .serif(16))
    try page.raster(dpi: 150).write(to: folder / "note.png", as: .png, dpi: 150)
    let found = try Command.product("DataKinds", ["--language", "en", "email", "date", folder / "note.png"]).check()
      .output
    #expect(found.contains("email\toffice@example.com") && found.contains("date\t2024-03-12"), "\(found)")
  }
}
