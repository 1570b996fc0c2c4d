// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

extension PageLanguage {
  /// The minimum number of letters in a block whose language is detected. An East Asian character counts as three.
  private static let leastLetters = 24

  package init(of page: RecognizedPage) {
    let blocks = page.blocks.enumerated().compactMap { number, block -> OfBlock? in
      let text = block.lines.map(\.text).joined(separator: "\n")
      let letters = LetterCounts(Array(text.unicodeScalars))
      guard letters.latin + letters.other + 3 * letters.eastAsian >= Self.leastLetters else { return nil }
      let language = TextLanguage(text)
      return language.tag == "und" ? nil : OfBlock(block: number, tag: language.tag, confidence: language.confidence)
    }
    let text = page.blocks.isEmpty ? page.text : page.blocks.flatMap { $0.lines.map(\.text) }.joined(separator: "\n")
    let language = TextLanguage(text)
    self.init(tag: language.tag, confidence: language.confidence, blocks: Array(blocks.prefix(16_384)))
  }
}
