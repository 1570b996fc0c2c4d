// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: corrections of words apply to the right place, survive new readings, and can be undone.

import DocScanCore
import DocScanStore
import FoundationEssentials
import Testing

@Suite("Corrections of words")
struct EditTests {
  /// Returns a page of one line, corrected by a homography; each word is 10 pixels wide per letter.
  private func page(
    _ texts: [String], sha256: String = "ab", shift: Double = 0, confidence: Double = 0.6,
    matrix: Homography = Homography.scale(x: 2, y: 2)
  ) -> RecognizedPage {
    var x = 20 + shift
    let words = texts.map { text in
      defer { x += Double(text.count + 1) * 10 }
      return Word(
        text: text, confidence: confidence, box: Box(x: x, y: 50, width: Double(text.count) * 10, height: 20))
    }
    let box = Box(x: 20, y: 50, width: x, height: 20)
    let line = Line(
      text: joinedText(words), confidence: confidence, box: box, baseline: [Point(x: 20, y: 70), Point(x: x, y: 70)],
      words: words)
    let blocks = [Block(kind: .text, box: box, lines: [line])]
    return RecognizedPage(
      document: DocumentReference(name: "scan", sha256: sha256, pageCount: 1),
      page: PageReference(number: 1, source: "scan.tif", sourcePage: 3), status: .recognized,
      source: RasterSize(width: 500, height: 400, dpi: 300), image: RasterSize(width: 1000, height: 800, dpi: 300),
      corrections: [Correction(kind: "deskew", confidence: 1, matrix: matrix)], sourceToImage: matrix,
      text: pageText(blocks), confidence: confidence,
      expected: ExpectedErrors(characterErrorRate: 0.2, doubtfulWords: 0, unreadText: 0), languages: ["eng"],
      blocks: blocks)
  }

  private func edit(_ word: Int, of page: RecognizedPage, _ new: String, id: String = "1") -> Edit {
    Edit(id: id, words: [page.words[word]], on: page, new: new, by: "ada", at: "2026-01-02T03:04:05Z")
  }

  @Test("Applies a correction with full confidence and a mark, and undoes it completely")
  func correct() {
    let read = page(["teh", "cat", "sat"])
    let made = edit(0, of: read, "the")
    #expect(made.quad[0] == Point(x: 10, y: 25) && made.quad[2] == Point(x: 25, y: 35))
    let edited = read.applying([made])
    #expect(edited.text == "the cat sat\n")
    #expect(edited.words[0].isEdited == true && edited.words[0].confidence == 1)
    #expect(edited.words[1] == read.words[1])
    #expect((edited.confidence ?? 0) > 0.6 && (edited.expected?.characterErrorRate ?? 1) < 0.2)
    #expect(edited.withoutEdits == read)
    #expect(edited.applying([]) == read)
  }

  @Test("Dates decisions so exactly that quick ones stay in order, also with dates in whole seconds")
  func dates() {
    #expect(Decision.now.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil, "\(Decision.now)")
    let second = edit(0, of: page(["a"]), "b")
    var later = second
    later.at = "2026-01-02T03:04:05.500Z"
    #expect(second.moment < later.moment)
  }

  @Test("Corrects a word whose high box covers its neighbors")
  func highBox() {
    var read = page(["letter", "|", "end"])
    let box = read.blocks[0].lines[0].words[1].box
    read.blocks[0].lines[0].words[1].box = Box(x: box.x - 40, y: box.y - 60, width: box.width + 80, height: 120)
    let edited = read.applying([edit(1, of: read, ",")])
    #expect(edited.words.map(\.text) == ["letter", ",", "end"])
  }

  @Test("Splits, deletes, and confirms words, and undoes each in any combination")
  func several() throws {
    let read = page(["inthe", "~", "end"])
    let edits = [
      edit(0, of: read, "in the", id: "1"), edit(1, of: read, "", id: "2"), edit(2, of: read, "end", id: "3"),
    ]
    let edited = read.applying(edits)
    #expect(edited.words.map(\.text) == ["in", "the", "end"])
    let (first, second) = (edited.words[0].box, edited.words[1].box)
    #expect(first.x == read.words[0].box.x && first.maxX < second.x && abs(second.maxX - read.words[0].box.maxX) < 0.1)
    #expect(edited.withoutEdits == read)
    #expect(edited.applying([edits[1]]).text == "inthe end\n")
    let gone = page(["~"])
    let empty = gone.applying([edit(0, of: gone, "")])
    #expect(empty.words.isEmpty && empty.text.isEmpty && empty.confidence == nil)
    #expect(empty.withoutEdits == gone)
  }

  @Test("Reads a page with edits back unchanged")
  func written() throws {
    let read = page(["teh", "cat"])
    let edited = read.applying([edit(0, of: read, "the")])
    let back = try JSONDecoder().decode(RecognizedPage.self, from: JSONText.pretty(edited))
    #expect(back == edited)
    #expect(back.withoutEdits == read)
  }

  @Test("Applies an edit of an edited word after the first one")
  func chain() {
    let read = page(["teh", "cat"])
    let first = edit(0, of: read, "tho", id: "1")
    let second = edit(0, of: read.applying([first]), "the", id: "2")
    let edited = read.applying([first, second])
    #expect(edited.text == "the cat\n")
    #expect(edited.withoutEdits == read)
  }

  @Test("Applies a correction at its place although another engine read other words")
  func otherEngine() {
    let read = page(["teh", "cat", "sat"])
    let made = edit(0, of: read, "the")
    let other = page(["tha", "cat", "sat"], shift: 3, confidence: 0.9)
    #expect(other.applying([made]).text == "the cat sat\n")
    // With other corrections, the same place of the source is elsewhere in the image.
    let wide = page(["tea", "cat"], shift: 20, matrix: Homography.scale(x: 4, y: 2))
    #expect(wide.words[0].box.x == 40)
    #expect(wide.applying([made]).words.first?.text == "the")
  }

  @Test("Leaves the page unchanged if other words are at the correction's place")
  func unfit() {
    let read = page(["teh", "cat", "sat"])
    let made = edit(0, of: read, "the")
    for other in [page(["tehcatsatonthemat"]), page(["t", "e"], shift: 200), page([])] {
      #expect(other.applying([made]) == other)
    }
    // In another file, only the original reading shows whether the picture is the same.
    #expect(page(["Dog", "cat"], sha256: "cd").applying([made]).text == "Dog cat\n")
    #expect(page(["teh", "cat"], sha256: "cd").applying([made]).text == "the cat\n")
    var elsewhere = read
    elsewhere.page.sourcePage = 4
    #expect(elsewhere.applying([made]) == elsewhere)
  }

  @Test("Survives damaged edits in a page")
  func damaged() throws {
    let read = page(["teh", "cat"])
    let edited = read.applying([edit(0, of: read, "the")])
    for (key, value) in [("block", 7), ("block", -1), ("line", 9), ("line", -2)] {
      let text = String(decoding: try JSONText.compact(edited), as: UTF8.self)
      let damaged = text.replacing("\"\(key)\":0", with: "\"\(key)\":\(value)")
      let page = try JSONDecoder().decode(RecognizedPage.self, from: Data(damaged.utf8))
      #expect(page.withoutEdits.words.count == 2)
    }
  }
}
