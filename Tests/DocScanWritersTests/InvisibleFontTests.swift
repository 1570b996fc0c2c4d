// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: the font file matches the layout of invisible text.

import Testing

@testable import DocScanPDF

@Suite("The font of invisible text")
struct InvisibleFontTests {
  @Test("Has the glyph widths that pages are laid out with")
  func widths() throws {
    let font = InvisibleFont.program
    func number(_ offset: Int, _ size: Int) -> Int { font[offset..<offset + size].reduce(0) { $0 << 8 | Int($1) } }
    let entries = (0..<number(4, 2)).map { 12 + 16 * $0 }
    let entry = try #require(entries.first { font[$0..<$0 + 4].elementsEqual("hmtx".utf8) })
    let metrics = number(entry + 8, 4)
    #expect((0...InvisibleFont.widths.count).map { number(metrics + 4 * $0, 2) } == [500] + InvisibleFont.widths)
  }
}
