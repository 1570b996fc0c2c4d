// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: words are read in logical order in any mix of directions.

import DocScanCore
import DocScanLayout
import Testing

@Suite("The order of words")
struct WordOrderTests {
  /// Returns words next to each other, from left to right.
  private static func line(_ words: [String]) -> Line {
    let made = words.enumerated().map {
      Word(text: $1, confidence: 1, box: Box(x: Double($0) * 100, y: 0, width: 90, height: 20))
    }
    return Line(
      text: "", confidence: 1, box: Box(x: 0, y: 0, width: Double(words.count) * 100, height: 20),
      baseline: [Point(x: 0, y: 18), Point(x: Double(words.count) * 100, y: 18)], words: made)
  }

  private static func block(_ lines: [String]) -> Block {
    Block(
      kind: .text, box: Box(x: 0, y: 0, width: 1000, height: 20),
      lines: lines.map { line($0.split(separator: " ").map(String.init)) })
  }

  @Test(
    "Reads a line with mixed directions in logical order",
    arguments: [
      ("23.11.2026 מיום 4711 מספר חשבונית", "חשבונית מספר 4711 מיום 23.11.2026"),
      ("ימים 30 בתוך Smith & Sons Ltd לחברת", "לחברת Smith & Sons Ltd בתוך 30 ימים"),
      ("תקלה HP LaserJet 4050 המדפסת", "המדפסת HP LaserJet 4050 תקלה"),
      ("25 × 40 × 30 ומידותיה", "ומידותיה 30 × 40 × 25"),
      (".(B נספח ראו", "ראו נספח B)."),
      (".LibreOffice ובתוכנה", "ובתוכנה LibreOffice."),
      ("אתמול 3[ גרסה [הדוח", "[הדוח גרסה 3] אתמול"),
      ("عاما 5551234-02 بالرقم %15 سنة", "سنة 15% بالرقم 02-5551234 عاما"),
      ("سنة ١٩١١ عن", "عن ١٩١١ سنة"),
      ("on רב שלום wrote He", "on שלום רב wrote He"),
      ("no such letters here 4711", "no such letters here 4711"),
    ])
  func order(shown: String, read: String) {
    let block = Self.block([shown])
    let found = block.inReadingOrder
    #expect(joinedText(found.lines[0].words) == read)
    #expect(found.inPictureOrder.lines[0].words.map(\.box) == block.lines[0].words.map(\.box))
  }

  @Test("Reads a line of left-to-right names in the direction of its neighbors")
  func lineAmongOthers() {
    let block = Self.block(["לכל אדם הזכות למנוחה", "Oxford University Press אור"]).inReadingOrder
    #expect(joinedText(block.lines[1].words) == "אור Oxford University Press")
  }
}
