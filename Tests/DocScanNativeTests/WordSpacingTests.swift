// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: spaces, widths, and accents of words are normalized as each script requires.

import Testing

@testable import DocScanCore
@testable import DocScanNative
@testable import DocScanVision

@Suite("Spaces, widths, and composed characters")
struct WordSpacingTests {
  /// Returns the text of a line of these words, for which Tesseract returns another text.
  private func text(_ words: [String], as line: String) -> String {
    let box = Box(x: 0, y: 0, width: 10, height: 10)
    let line = Line(
      text: line, confidence: 0, box: box, baseline: [], words: words.map { Word(text: $0, confidence: 0.9, box: box) })
    let block = WordSpacing.applied(to: Block(kind: .text, box: box, lines: [line]))
    return joinedText(block.lines.flatMap(\.words))
  }

  @Test("Separates words by a space only if the page has one")
  func spaces() {
    #expect(text(["차", "오", "양", ",", "디지털"], as: "차오양, 디지털") == "차오양, 디지털")
    #expect(text(["read", "me"], as: "read  me\n") == "read me")
    #expect(text(["元来", "日本", "語"], as: "元来 日本 語") == "元来日本語")
    #expect(text(["日本", "and", "more"], as: "日本 and more") == "日本 and more")
    #expect(text(["2017", "年", "4", "月"], as: "2017年4月") == "2017年4月")
  }

  @Test("Widens punctuation among Han and kana, and keeps digits as read")
  func widths() {
    #expect(text(["文档", "(", "中文", ")", "12", "页"], as: "文档 ( 中文 ) 12 页") == "文档（中文） 12 页")
    #expect(text(["例えば", ":"], as: "例えば :") == "例えば：")
    #expect(text(["see", "(page", "4)"], as: "see (page 4)") == "see (page 4)")
    #expect(text(["使う", "(JIS", "X)"], as: "使う (JIS X)") == "使う (JIS X)")
    #expect(text(["１２", "回"], as: "１２回") == "１２回")
  }

  @Test("Composes letters with their accents")
  func composed() {
    #expect(text(["e\u{301}te\u{301}"], as: "e\u{301}te\u{301}").unicodeScalars.count == 3)
    #expect(text(["\u{1112}\u{1161}\u{11AB}"], as: "\u{1112}\u{1161}\u{11AB}").unicodeScalars.count == 1)
  }
}
