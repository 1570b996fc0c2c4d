// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: text is compared and cleaned in the same way everywhere.

import DocScanCore
import DocScanFiles
import Testing

@Suite("Comparing and cleaning text")
struct TextTests {
  @Test(
    "Suggests only similar words",
    arguments: [
      ("deskw", "deskew"), ("recogniez", "recognize"), ("wtach", "watch"), ("DPI", "dpi"), ("gpss", "gps"),
      ("orientation-of-pages", nil), ("x", nil),
    ] as [(String, String?)])
  func nearest(word: String, expected: String?) {
    #expect(nearestMatch(to: word, among: ["deskew", "recognize", "watch", "dpi", "gps"]) == expected)
  }

  @Test("Finds the cheapest edits in steps, up to a limit")
  func distance() throws {
    let (first, second) = (Array("kitten"), Array("sitting"))
    func cost(_ step: EditDistance.Step) -> Double {
      guard let i = step.first.first, let j = step.second.first else { return 1 }
      return first[i] == second[j] ? 0 : 1
    }
    let way = try #require(EditDistance(from: first.count, to: second.count, cost: cost))
    #expect(way.distance == 3)
    #expect(way.steps.map { [$0.first.first ?? -1, $0.second.first ?? -1] }.last == [-1, 6])
    #expect(way.steps.flatMap(\.first) == Array(0..<6) && way.steps.flatMap(\.second) == Array(0..<7))
    #expect(EditDistance(from: first.count, to: second.count, atMost: 2, cost: cost) == nil)
    #expect(EditDistance(from: 0, to: 0, cost: cost)?.distance == 0)
    #expect(EditDistance(from: 0, to: 3, cost: cost)?.steps.count == 3)
  }

  @Test("Matches pairs of letters if they cost less together")
  func pairs() throws {
    let (read, written) = (Array("rnodern"), Array("modern"))
    let way = EditDistance(from: read.count, to: written.count, pairs: true) { step in
      let (left, right) = (String(read[step.first]), String(written[step.second]))
      return left == right ? 0 : (left, right) == ("rn", "m") ? 0.5 : left.count + right.count > 2 ? .infinity : 1
    }
    #expect(way?.distance == 0.5)
    #expect(way?.steps.first?.first == 0..<2 && way?.steps.first?.second == 0..<1)
  }

  @Test("Determines the direction of text by most of its letters")
  func direction() {
    #expect("שלום 12 עולם ok".isRightToLeft && !"Shalom (שלום)".isRightToLeft && !"".isRightToLeft)
    #expect("縦書き a".isWrittenDownwards && !"left".isWrittenDownwards)
  }

  @Test("Removes invisible characters from names, and keeps joiners in texts")
  func unseen() {
    #expect("a\u{202E}b\u{7}c".replacing(where: \.isUnseen, with: "_") == "a_b_c")
    #expect("می\u{200C}خواهم\u{2028}".replacing(where: \.isNoText, with: " ").trimmed == "می\u{200C}خواهم")
    #expect("  two  words ".words == "two words" && "   ".words == nil)
  }
}
