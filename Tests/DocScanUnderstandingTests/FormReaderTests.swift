// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: a form's labels and values are paired correctly.

import DocScanCore
import DocScanUnderstanding
import Testing

@Suite("Forms")
struct FormReaderTests {
  /// Returns "label = value" for each field.
  private func fields(_ page: RecognizedPage) -> [String] {
    (FormReader(page).fields ?? []).map { field in
      "\(field.label) = \(field.isChecked.map { $0 ? "checked" : "open" } ?? field.value)"
    }
  }

  /// Returns a page with words at these places.
  private func page(_ words: [(text: String, x: Double, y: Double)]) -> RecognizedPage {
    let lines = words.map { word in
      let box = Box(x: word.x, y: word.y, width: Double(word.text.count) * 18, height: 30)
      let parts = word.text.split(separator: " ")
      var x = word.x
      let made = parts.map { part -> Word in
        let width = Double(part.count) * 18
        defer { x += width + 18 }
        return Word(text: String(part), confidence: 0.95, box: Box(x: x, y: word.y, width: width, height: 30))
      }
      return Line(
        text: word.text, confidence: 0.95, box: box,
        baseline: [Point(x: box.x, y: box.maxY), Point(x: box.maxX, y: box.maxY)], words: made)
    }
    return RecognizedPage(
      document: DocumentReference(name: "a", sha256: "", pageCount: 1),
      page: PageReference(number: 1, source: "a.png", sourcePage: 1), status: .recognized,
      image: RasterSize(width: 2000, height: 3000, dpi: 300),
      blocks: lines.map { Block(kind: .text, box: $0.box, lines: [$0]) })
  }

  @Test("Pairs a label with the value next to it or below it")
  func pairs() {
    let found = fields(
      page([
        ("Name:", 100, 100), ("Mei Tanaka", 300, 100), ("Date:", 900, 100), ("14.03.1987", 1050, 100),
        ("Address:", 100, 300),
        ("12 Mill Lane", 100, 345),
      ]))
    #expect(found == ["Name = Mei Tanaka", "Date = 14.03.1987", "Address = 12 Mill Lane"])
  }

  @Test("Takes no printed answer for a question's value unless it is marked")
  func choices() {
    let asked = page([("Have you called us?", 100, 100), ("Yes", 900, 100), ("No", 1100, 100)])
    #expect(fields(asked).isEmpty)
    #expect(fields(page([("Widerspruch:", 100, 100), ("Ja", 900, 100), ("Nein", 1100, 100)])) == ["Widerspruch = "])
    #expect(fields(page([("Widerspruch:", 100, 100), ("Nein", 900, 100)])) == ["Widerspruch = Nein"])
    let ticked = fields(page([("Widerspruch:", 100, 100), ("☒ Ja", 900, 100), ("☐ Nein", 1100, 100)]))
    #expect(ticked.first != "Widerspruch = ", "\(ticked)")
  }

  @Test("Continues a long value on the lines below, despite colons and gaps")
  func longValues() {
    let found = fields(
      page([
        ("Remarks:", 100, 100), ("The sample was sent to the laboratory", 400, 100),
        ("in a box (Note: it was open)", 400, 175), ("and arrived late.", 400, 220), ("Date:", 100, 300),
        ("4 May", 400, 300),
      ]))
    #expect(
      found == [
        "Remarks = The sample was sent to the laboratory in a box (Note: it was open) and arrived late.",
        "Date = 4 May",
      ])
  }

  @Test("Reads text on a line as the value, and text before the line as its label")
  func lines() throws {
    var page = page([
      ("Weight 12 mg", 100, 100), ("Draw 3 cm", 700, 100), ("Copies to Dr. Ito", 100, 200), ("Dr. Weber", 280, 250),
    ])
    let rules = [(234.0, 420.0, 132.0), (795, 960, 133), (275, 600, 232), (275, 600, 282)]
    try page.findings.set(
      rules.map { PageRule(from: Point(x: $0.0, y: $0.2), to: Point(x: $0.1, y: $0.2), width: 3) })
    #expect(fields(page) == ["Weight = 12 mg", "Draw = 3 cm", "Copies to = Dr. Ito Dr. Weber"])
  }

  @Test("Reads the label at the top of a box, and the value below it")
  func labelsInBoxes() throws {
    var page = page([("Title", 110, 108), ("Test station", 130, 150), ("Leader", 810, 108), ("Anders", 830, 150)])
    let across = [(100.0, 1500.0, 100.0), (100, 1500, 200)]
    let down = [100.0, 800, 1500]
    try page.findings.set(
      across.map { PageRule(from: Point(x: $0.0, y: $0.2), to: Point(x: $0.1, y: $0.2), width: 3) }
        + down.map { PageRule(from: Point(x: $0, y: 100), to: Point(x: $0, y: 200), width: 3) })
    #expect(fields(page) == ["Title = Test station", "Leader = Anders"])
  }

  @Test("Gives a heading over other fields no value")
  func headings() throws {
    let found = fields(
      page([("Promotion:", 100, 100), ("Mugs", 100, 145), ("720", 300, 145), ("Posters", 100, 190), ("100", 300, 190)]))
    #expect(found == ["Mugs = 720", "Posters = 100"])
  }

  @Test("Assigns a typed X to the text after or before it, but not in sizes")
  func typedMarks() {
    let found = fields(
      page([
        ("X High", 100, 100), ("Low", 600, 100), ("Food", 100, 200), ("X", 1300, 200), ("Size:", 100, 300),
        ("85 mm x 24 mm", 300, 300),
      ]))
    #expect(found == ["High = X", "Food = X", "Size = 85 mm x 24 mm"])
  }

  @Test("Separates a number from a preceding label that announces one")
  func numbers() {
    let found = fields(page([("Sample No. 6030", 100, 100), ("Alert Number 97 02 20", 900, 100)]))
    #expect(found == ["Sample No. = 6030", "Alert Number = 97 02 20"])
    let beside = fields(
      page([("Phone:", 100, 100), ("201 555 0142 Beeper:", 250, 100), ("201 555 0143", 640, 100)]))
    #expect(beside == ["Phone = 201 555 0142", "Beeper = 201 555 0143"])
  }

  @Test("Joins a label with the line above, or with parentheses below")
  func labelsOfTwoLines() {
    let found = fields(
      page([
        ("Place:", 100, 100), ("Kyoto", 500, 100), ("Number of", 100, 200), ("supervisors:", 100, 240), ("3", 500, 240),
        ("This change:", 100, 340), ("58,500", 500, 340), ("(from this budget)", 100, 380),
      ]))
    #expect(found == ["Place = Kyoto", "Number of supervisors = 3", "This change (from this budget) = 58,500"])
  }

  @Test("Splits a label and value in one word at a colon or leader")
  func joinedWords() {
    let found = fields(page([("NAME:__Tanaka", 100, 100), ("Total......420", 100, 200), ("9:30", 900, 200)]))
    #expect(found.contains("NAME = Tanaka"))
    #expect(found.contains { $0.hasPrefix("Total = 420") })
  }

  @Test("Ignores strokes of letters that look like a writing line")
  func strokes() throws {
    var page = page([("Samples were sent and arrived late", 100, 100)])
    try page.findings.set([PageRule(from: Point(x: 330, y: 121), to: Point(x: 480, y: 122), width: 3)])
    #expect(fields(page).isEmpty)
  }

  @Test("Labels a check box with the text next to it")
  func boxes() throws {
    var page = page([("Yes", 160, 100), ("No", 460, 100)])
    let marks = [
      FormMark(kind: .checkbox, isChecked: true, confidence: 0.99, box: Box(x: 100, y: 98, width: 34, height: 34)),
      FormMark(kind: .checkbox, isChecked: false, confidence: 0.99, box: Box(x: 400, y: 98, width: 34, height: 34)),
    ]
    try page.findings.set(marks)
    #expect(fields(page) == ["Yes = checked", "No = open"])
  }

  @Test("Labels a PDF form field with its name or the text next to it")
  func ownFields() throws {
    var page = page([("Phone", 100, 100)])
    try page.findings.set([
      PDFFormField(
        name: "Surname", isNamedForPeople: true, kind: .text, value: "Tanaka", isChecked: nil,
        box: Box(x: 300, y: 300, width: 300, height: 40)),
      PDFFormField(
        name: "f1.p2", isNamedForPeople: false, kind: .text, value: "555 0142", isChecked: nil,
        box: Box(x: 230, y: 95, width: 300, height: 40)),
    ])
    #expect(fields(page) == ["Phone = 555 0142", "Surname = Tanaka"])
  }
}
