// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: two engines' readings of a line combine into a better one.

import Testing

@testable import DocScanCore
@testable import DocScanEngine
@testable import DocScanReading

@Suite("Merging two readings of a line")
struct LineMergeTests {
  /// Returns words in a row with characters 10 wide, lines 20 high, and spaces as wide as a character.
  private func words(_ text: String, y: Double = 0, confidence: Double) -> [Word] {
    var start = 0.0
    return text.split(separator: " ", omittingEmptySubsequences: false).compactMap { part in
      defer { start += Double(part.count + 1) * 10 }
      guard !part.isEmpty else { return nil }
      return Word(
        text: String(part), confidence: confidence,
        box: Box(x: start, y: y, width: Double(part.count) * 10, height: 20))
    }
  }

  private func line(_ words: [Word]) -> Line {
    let box = words.dropFirst().reduce(words[0].box) { $0.union($1.box) }
    return Line(text: joinedText(words), confidence: meanConfidence(words), box: box, baseline: [], words: words)
  }

  private func merged(
    _ engine: String, _ tesseract: String, engineSure: Double = 0.98, tesseractSure: Double = 0.8
  ) -> String {
    // The engine's piece covers the whole line, even if it has lost spaces.
    var piece = line(words(engine, confidence: engineSure))
    let other = words(tesseract, confidence: tesseractSure)
    piece.box.width = max(piece.box.width, other.last?.box.maxX ?? 0)
    return joinedText(PieceMerge(piece, other, .otherProgram).words())
  }

  @Test("Keeps Tesseract's places of words whose space the engine lost")
  func places() {
    let (first, second) = (words("19:30", confidence: 0.9)[0], words("          Mandolins", confidence: 0.9)[0])
    var piece = line(words("19:30Mandolins", confidence: 0.98))
    piece.words[0].box.width = second.box.maxX
    let merged = PieceMerge(piece, [first, second], .otherProgram).words()
    #expect(merged.map(\.text) == ["19:30", "Mandolins"])
    #expect(merged.map(\.box.maxX) == [first.box.maxX, second.box.maxX])
    #expect(merged[1].box.x == second.box.x)
  }

  @Test("Combines the engine's characters with Tesseract's spaces")
  func spaces() {
    #expect(merged("SANYUSTATIONERYSHOP", "SANYU STATI0NERY SHOP") == "SANYU STATIONERY SHOP")
    #expect(merged("TEL:03-7731 8169", "TEL: 03-7731 B169") == "TEL: 03-7731 8169")
    // A small gap after a label's colon is sufficient.
    var piece = line(words("TEL:03-7731", confidence: 0.9))
    piece.box.height = 70
    #expect(
      joinedText(PieceMerge(piece, words("TEL: 03-7731", confidence: 0.8), .otherProgram).words()) == "TEL: 03-7731")
    #expect(
      joinedText(PieceMerge(piece, words("TEL:03- 7731", confidence: 0.8), .otherProgram).words()) == "TEL:03-7731")
  }

  @Test("Keeps numbers and words whole that Tesseract can't read")
  func whole() {
    var piece = line(words("55.00", confidence: 0.9))
    piece.box.height = 30
    let split = [
      Word(text: "55.", confidence: 0.8, box: Box(x: 0, y: 0, width: 30, height: 20)),
      Word(text: "00", confidence: 0.8, box: Box(x: 38, y: 0, width: 20, height: 20)),
    ]
    #expect(joinedText(PieceMerge(piece, split, .otherProgram).words()) == "55.00")
    #expect(merged("WHOLEMEAL", "WHOL EMEAL", tesseractSure: 0.4) == "WHOLEMEAL")
    // Any width of the gap gives the same result.
    #expect(merged("RM55.00 SR", "RM55. 00 SR") == "RM55.00 SR")
    #expect(merged("55.00", "55 . 00") == "55.00")
  }

  @Test("Accepts additional words that only the engine reads")
  func more() {
    let piece = line(words("are not returnable", confidence: 0.75))
    let read = PieceMerge(piece, words("are not", confidence: 0.95), .probabilities).words()
    #expect(read.map(\.text) == ["are", "not", "returnable"])
  }

  @Test("Prefers Tesseract if the engine is doubtful or Tesseract is sure of the whole line")
  func doubt() {
    #expect(merged("park1ng", "parking", engineSure: 0.5, tesseractSure: 0.93) == "parking")
    #expect(merged("park1ng", "parking", engineSure: 0.8, tesseractSure: 0.93) == "park1ng")
    #expect(merged("naive cafe", "naïve café", tesseractSure: 0.97) == "naïve café")
  }

  @Test("Doesn't mix readings of different words")
  func unlike() { #expect(merged("TOTAL 12.00", "~~ ==--|| ###", tesseractSure: 0.99) == "TOTAL 12.00") }

  @Test("Joins parts of a row in Tesseract's layout, and judges text that only one engine saw")
  func layout() {
    let noise = Word(text: "|", confidence: 0.99, box: Box(x: 300, y: 40, width: 4, height: 20))
    let doubtful = Word(text: "iii", confidence: 0.3, box: Box(x: 300, y: 0, width: 30, height: 20))
    let sure = Word(text: "kept", confidence: 0.9, box: Box(x: 400, y: 40, width: 40, height: 20))
    let lines = [line(words("Tota1 9.5O", confidence: 0.7) + [doubtful]), line([noise, sure])]
    let block = Block(kind: .table, box: Box(x: 0, y: 0, width: 500, height: 60), lines: lines)
    var amount = line(words("9.50", confidence: 0.99))
    amount.box.x = 60
    amount.words[0].box.x = 60
    var missed = line(words("missed", y: 20, confidence: 0.9))
    missed.box.x = 100
    let result = LineMerge(
      tesseract: [block], engine: [amount, line(words("Total", confidence: 0.99)), missed], .otherProgram
    )
    .merged()
    #expect(result.count == 1 && result[0].kind == .table)
    #expect(result[0].lines.map(\.text) == ["Total 9.50", "missed", "kept"])
    #expect(LineMerge(tesseract: [block], engine: [], .otherProgram).merged() == [block])
  }

  @Test("Chooses the more probable word, and raises the confidence of agreement")
  func probabilities() {
    let piece = line(words("park1ng 12.50 hall", confidence: 0.6))
    let other = words("parking 12.50 ha11", confidence: 0.8)
    var doubtful = other
    doubtful[2].confidence = 0.3
    let read = PieceMerge(piece, doubtful, .probabilities).words()
    #expect(read.map(\.text) == ["parking", "12.50", "hall"])
    #expect(read[1].confidence > 0.9 && read[0].confidence < 0.8 && read[2].confidence < 0.6)
    // If the readings differ, both are kept.
    #expect(read.map { $0.candidates?.map(\.text) } == [["parking", "park1ng"], nil, ["hall", "ha11"]])
  }

  @Test("Keeps Tesseract's reading of codes and case unless the engine is clearly surer")
  func codes() {
    func read(_ engine: String, _ tesseract: String, sure: Double) -> String {
      let (piece, other) = (line(words(engine, confidence: sure)), words(tesseract, confidence: 0.7))
      return joinedText(PieceMerge(piece, other, .probabilities).words())
    }
    #expect(read("0(08/13/2015)", "O(08/13/2015)", sure: 0.8) == "O(08/13/2015)")
    #expect(read("Chapter", "CHAPTER", sure: 0.8) == "CHAPTER")
    #expect(read("0.00", "O.00", sure: 0.97) == "0.00")
    #expect(read("park1ng", "parkinq", sure: 0.8) == "park1ng")
  }

  @Test("Leaves areas unchanged that the engine didn't read, and keeps pictures")
  func untouched() {
    let doubtful = line(words("d0ubtful", confidence: 0.1))
    let place = Box(x: 0, y: 0, width: 100, height: 20)
    let picture = Block(kind: .picture, box: Box(x: 0, y: 300, width: 50, height: 50), lines: [])
    let block = Block(kind: .text, box: place, lines: [doubtful])
    let missed = line(words("missed", y: 60, confidence: 0.9))
    let kept = LineMerge(
      tesseract: [picture, block], engine: [missed], untouched: [place], .probabilities
    ).merged()
    #expect(kept.map { $0.lines.map(\.text) } == [[], ["d0ubtful", "missed"]])
    let dropped = LineMerge(tesseract: [block], engine: [missed], .probabilities).merged()
    #expect(dropped.flatMap { $0.lines.map(\.text) } == ["missed"])
  }

  @Test("Takes both readings of a word for the same text, even if its box has the width of the rule below it")
  func wideWord() {
    var wide = words("Whitcombe", confidence: 0.69)
    wide[0].box.width = 680
    let block = Block(kind: .text, box: Box(x: 0, y: 0, width: 700, height: 20), lines: [line(wide)])
    let read = LineMerge(
      tesseract: [block], engine: [line(words("Ada Whitcombe", confidence: 0.95))], .probabilities
    ).merged()
    #expect(read.flatMap { $0.lines.map(\.text) } == ["Ada Whitcombe"])
  }

  @Test("Separates small kana above a line")
  func ruby() {
    let base = line(words("昨日は友人と", y: 10, confidence: 0.9))
    var above = line(words("きのう", confidence: 0.9))
    above.box.height = 11
    let read = Block(
      kind: .text, box: base.box, lines: [line(words("昨日は友人と", y: 4, confidence: 0.6))])
    let merge = LineMerge(tesseract: [read], engine: [above, base], .probabilities)
    #expect(merge.merged().flatMap { $0.lines.map(\.text) } == ["きのう", "昨日は友人と"])
    // Kana of the same size belong to the line.
    let beside = line(words("昨日は友人と きのう", y: 10, confidence: 0.9))
    let other = LineMerge(tesseract: [read], engine: [beside], .probabilities)
    #expect(other.merged().flatMap(\.lines).count == 1)
  }

  @Test("Orders an engine's pieces from left to right, except in columns")
  func rows() {
    func piece(_ text: String, x: Double, y: Double, width: Double) -> Line {
      let box = Box(x: x, y: y, width: width, height: 20)
      return Line(text: text, confidence: 1, box: box, baseline: [], words: [Word(text: text, confidence: 1, box: box)])
    }
    let receipt = (0..<4).flatMap { (row: Int) -> [Line] in
      [
        piece("\(row).00", x: 450, y: Double(30 * row) + 2, width: 50),
        piece("item", x: 0, y: Double(30 * row), width: 100),
      ]
    }
    let expected = ["item 0.00", "item 1.00", "item 2.00", "item 3.00"]
    #expect(EngineLayout(receipt).blocks().flatMap { $0.lines.map(\.text) } == expected)
    let columns = (0..<4).flatMap { row in
      [
        piece("left", x: 0, y: Double(30 * row), width: 240),
        piece("right", x: 260, y: Double(30 * row), width: 240),
      ]
    }
    #expect(EngineLayout(columns).rows().count == 8)
  }

  @Test("Keeps pieces below each other apart although the box of Tesseract's line reaches over both")
  func rowsBelowEachOther() {
    var tall = line(words("xx", confidence: 0.2))
    tall.box = Box(x: 0, y: 0, width: 240, height: 50)
    let pieces = [
      line(words("Fahad Tariq, CPA, CA", confidence: 0.95)), line(words("416 352 4593", y: 30, confidence: 0.95)),
    ]
    let merged = LineMerge(
      tesseract: [Block(kind: .text, box: tall.box, lines: [tall])], engine: pieces, .probabilities
    ).merged()
    #expect(merged.flatMap(\.lines).map { joinedText($0.words) } == ["Fahad Tariq, CPA, CA", "416 352 4593"])
  }
}
