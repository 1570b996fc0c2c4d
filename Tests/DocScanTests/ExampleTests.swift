// SPDX-License-Identifier: GPL-3.0-or-later

import DocScan
import DocScanFixtures
import DocScanNative
import Testing

@Suite("The example programs")
struct ExampleTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("Pages of a folder stand beside their text, Korean and English")
  func sideBySide() throws {
    try Documents.notice(in: "kor").raster(dpi: 150).write(to: folder / "1.png", as: .png, dpi: 150)
    try Documents.letter()[0].raster(dpi: 150).write(to: folder / "2.png", as: .png, dpi: 150)
    let page = try Command.product("SideBySide", [folder.path]).check().output
    #expect(page.matches(of: /<img alt="" src="data:image\/jpeg;base64,/).count == 2)
    #expect(page.contains("Rose Cottage") && page.contains(/\p{Hangul}{2}/))
  }

  @Test("A point in a box gives its word; another point gives none")
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

  @Test("Data of the kinds that are named is listed in its usual form")
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
