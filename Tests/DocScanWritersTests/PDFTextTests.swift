// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: the invisible text is found, selected, and copied exactly as it was recognized.

import DocScanCore
import DocScanFiles
import DocScanFixtures
import Testing

extension Unicode.Scalar {
  /// Whether the scalar is a directional mark.
  fileprivate var actsOnDirection: Bool { (0x200E...0x200F).contains(value) || (0x202A...0x202E).contains(value) }
}

@Suite("The invisible text of a PDF")
struct PDFTextTests {
  @Test(
    "Returns text in any script as it was recognized",
    arguments: [
      [["Searchable", "text", "(with", "\\brackets)"], ["and", "a", "second", "line."]],
      [["Größe,", "naïve", "façade", "Œuvre", "№", "5", "—", "“quoted”"]],
      [["영수증", "합계", "금액", "12,500원"], ["결", "제", "카드"]],
      [["這是", "一個", "測試"], ["文字", "辨識"]],
      [["これは", "テスト", "です。"]],
      [["ascii", "漢字", "mixed", "カナ", "text"]],
      [["emoji", "😀🎉", "𝒜𝓈𝓉𝓇𝒶𝓁", "𠀀𠀁"]],
      [["שלום", "עולם"]],
      [["مرحبا", "بالعالم"], ["هذا", "نص"]],
      [["cafe\u{301}", "nai\u{308}ve"]],
      [["हिन्दी", "ภาษาไทย", "ตัวอย่าง"]],
      [["👨‍👩‍👧", "🇩🇪", "👍🏽"]],
      [["1", "2", "3", "x", "y"]],
    ])
  func roundTrip(lines: [[String]]) throws {
    let page = SamplePage(lines)
    let words = page.result.page.text.split(whereSeparator: \.isWhitespace)
    let pdf = try WrittenPDF(page)
    #expect(try pdf.text().split(whereSeparator: \.isWhitespace) == words)
    #expect(try pdf.text("-layout").split(whereSeparator: \.isWhitespace) == words)
    // Words from right to left are stored in visual order.
    let raw = try pdf.text("-raw").split(whereSeparator: \.isWhitespace)
    if page.result.page.text.hasLettersFromRight {
      #expect(raw.sorted() == words.sorted())
    } else {
      #expect(raw == words)
    }
  }

  @Test(
    "Finds numbers, names, and signs among words from right to left",
    arguments: [
      [["חשבונית", "מספר", "4711", "מיום", "23.11.2026"], ["סך", "הכל", "(כולל", "מס):", "1,250.75", "שקלים."]],
      [["המחירים", "עלו", "ב-15%", "השנה."], ["משתמשת", "במערכת", "Linux", "במשרדיה."]],
      [["ولد", "سنة", "١٩١١", "وتوفي", "(تقريبا)", "عن", "94", "عاما."], ["نظام", "Linux:", "جديد"]],
    ])
  func mixedDirections(lines: [[String]]) throws {
    let page = SamplePage(lines)
    // poppler encloses text of the other direction in directional marks.
    let found = try WrittenPDF(page).text().replacing(where: \.actsOnDirection, with: "")
    #expect(found.split(whereSeparator: \.isWhitespace).map(String.init) == lines.flatMap(\.self))
  }

  @Test("Keeps the words of a line whose baseline is above its letters")
  func baselineAbove() throws {
    var page = SamplePage([["two", "words"]])
    page.blocks[0].lines[0].baseline = [Point(x: 60, y: 20), Point(x: 200, y: 60)]
    #expect(try WrittenPDF(page).text().split(whereSeparator: \.isWhitespace) == ["two", "words"])
  }

  @Test("Keeps more characters than fit into one byte")
  func manyCharacters() throws {
    let scalars = (0x4E00..<0x5000).compactMap(Unicode.Scalar.init)
    let lines = stride(from: 0, to: scalars.count, by: 20).map { start in
      [String(String.UnicodeScalarView(scalars[start..<min(start + 20, scalars.count)]))]
    }
    let page = SamplePage(lines)
    #expect(try WrittenPDF(page).text("-raw").filter { !$0.isWhitespace } == lines.joined().joined())
  }

  @Test("Places words at their boxes", arguments: [0, 0.02, -0.1])
  func boxes(slope: Double) throws {
    let page = SamplePage(
      [["Every", "word", "has", "its", "own", "box"], ["also", "on", "the", "second", "line"]], slope: slope)
    let found = try WrittenPDF(page).words()
    for word in page.result.page.words {
      let match = found.filter { $0.text == word.text }.map { $0.box.overlap(with: word.box) }.max() ?? 0
      #expect(match >= 0.85, "\(word.text)")
    }
  }

  @Test("Finds a word whose baseline is below the page")
  func baselineBelowThePage() throws {
    let words = [
      Word(text: "low", confidence: 1, box: Box(x: 60, y: 1190, width: 60, height: 9)),
      Word(text: "LARGE", confidence: 1, box: Box(x: 140, y: 1104, width: 300, height: 96)),
    ]
    let box = Box(x: 60, y: 1104, width: 380, height: 96)
    var page = SamplePage([])
    page.blocks = [
      Block(
        kind: .text, box: box,
        lines: [
          Line(
            text: "low LARGE", confidence: 1, box: box, baseline: [Point(x: 60, y: 1203), Point(x: 440, y: 1200)],
            words: words)
        ])
    ]
    #expect(try WrittenPDF(page).text().split(whereSeparator: \.isWhitespace) == ["low", "LARGE"])
  }

  @Test("Reads a column of upright characters from top to bottom")
  func vertical() throws {
    let words = ["縦書き", "文章"].enumerated().map { index, text in
      Word(text: text, confidence: 1, box: Box(x: 600, y: 100 + Double(index) * 80, width: 24, height: 72))
    }
    let box = Box(x: 600, y: 100, width: 24, height: 152)
    var page = SamplePage([])
    page.blocks = [
      Block(
        kind: .verticalText, box: box,
        lines: [Line(text: "縦書き文章", confidence: 1, box: box, baseline: [], words: words)])
    ]
    let pdf = try WrittenPDF(page)
    #expect(try pdf.text().contains("縦書き文章"))
    #expect(try pdf.words().first?.box.overlap(with: box) ?? 0 >= 0.85)
  }

  @Test(
    "Reads lines that run up, down, or upside down in their direction",
    arguments: [(0.0, -1.0), (0.0, 1.0), (-1.0, 0.0)])
  func turnedLines(x: Double, y: Double) throws {
    let (start, across) = (Point(x: 400, y: 600), Point(x: y, y: -x))
    let words = ["turned", "words", "here"].enumerated().map { index, text in
      // From the baseline 18 pixels up, and 80 pixels along it.
      let (near, far) = (Double(index) * 90, Double(index) * 90 + 80)
      let corners = [
        Point(x: start.x + x * near, y: start.y + y * near),
        Point(x: start.x + x * far + across.x * 18, y: start.y + y * far + across.y * 18),
      ]
      let (left, top) = (min(corners[0].x, corners[1].x), min(corners[0].y, corners[1].y))
      return Word(
        text: text, confidence: 1,
        box: Box(x: left, y: top, width: abs(corners[0].x - corners[1].x), height: abs(corners[0].y - corners[1].y)))
    }
    let box = words.dropFirst().reduce(words[0].box) { $0.union($1.box) }
    let baseline = [start, Point(x: start.x + x * 260, y: start.y + y * 260)]
    var page = SamplePage([])
    page.blocks = [
      Block(
        kind: .text, box: box,
        lines: [Line(text: joinedText(words), confidence: 1, box: box, baseline: baseline, words: words)])
    ]
    let pdf = try WrittenPDF(page)
    #expect(try pdf.text("-raw").split(whereSeparator: \.isWhitespace) == ["turned", "words", "here"])
    let found = try pdf.words()
    for word in words { #expect(found.contains { $0.text == word.text && $0.box.overlap(with: word.box) > 0.85 }) }
  }

  @Test("Joins a word that is hyphenated at the end of a line")
  func hyphenation() throws {
    let pdf = try WrittenPDF(SamplePage([["The", "trans-"], ["portation", "plan", "is", "ad-"], ["journed."]]))
    #expect(
      try pdf.text().split(whereSeparator: \.isWhitespace) == ["The", "transportation", "plan", "is", "adjourned."])
    #expect(try pdf.text("-raw").contains("trans-\nportation"))
  }

  @Test("Omits words with invalid boxes")
  func impossibleBoxes() throws {
    var page = SamplePage([["good", "bad", "worse", "fine"]])
    page.blocks[0].lines[0].words[1].box.width = 0
    page.blocks[0].lines[0].words[2].box.x = .infinity
    #expect(try WrittenPDF(page).text().split(whereSeparator: \.isWhitespace) == ["good", "fine"])
  }
}
