// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanReading
internal import DocScanVision

/// Rereads blocks whose language differs from the page's, with the pack for that language.
struct BlockLanguages {
  private static let leastLetters = 80
  private static let leastGain = 0.04  // Chosen: 0.02 to 0.08 (languages).

  let packs: [String]
  let decision: LanguageDecision
  let read: (Box, String) throws(PageFailure) -> [Block]

  func applied(to blocks: [Block]) throws(PageFailure) -> (blocks: [Block], packs: [String]) {
    var result: [Block] = []
    var used = decision.packs
    for block in blocks {
      // A reading that omits text isn't better, however confident it is about the rest.
      guard let other = otherLanguage(of: block), case let again = try read(block.box, other),
        Self.letters(again) >= 0.9 * Self.letters([block]),
        Self.confidence(again) >= Self.confidence([block]) + Self.leastGain
      else {
        result.append(block)
        continue
      }
      result += again.map { reread in
        var reread = reread
        reread.language = other
        return reread
      }
      if !used.contains(other) { used.append(other) }
    }
    guard Set(used.compactMap { LanguageTag(tesseract: $0) }).count > 1 else { return (result, used) }
    return (result.map { named($0, among: used) }, used)
  }

  /// Returns the pack for the language of a block, or `nil` if it is the page's or can't be determined.
  private func otherLanguage(of block: Block) -> String? {
    guard block.copied != true, !decision.isVertical else { return nil }
    let text = block.lines.map(\.text).joined(separator: " ")
    guard text.letters >= Self.leastLetters, let script = Self.script(of: text, among: decision.packs)
    else { return nil }
    let rivals = packs.filter { Script(pack: $0) == script && !$0.hasSuffix("_vert") }
    let known = decision.packs.filter { Script(pack: $0) == script }
    let named = LanguageIdentifier.packs(of: text, among: rivals)
    return named.first.flatMap { first in named.contains(where: known.contains) ? nil : first }
  }

  private func named(_ block: Block, among used: [String]) -> Block {
    guard block.language == nil, block.copied != true else { return block }
    var block = block
    let text = block.lines.map(\.text).joined(separator: " ")
    guard let script = Self.script(of: text, among: used) else { return block }
    let rivals = used.filter { Script(pack: $0) == script }
    let found = rivals.count > 1 ? LanguageIdentifier.packs(of: text, among: rivals).first : nil
    block.language = found ?? rivals.first
    return block
  }

  private static func script(of text: String, among packs: [String]) -> Script? {
    let letters = text.unicodeScalars.filter(\.properties.isAlphabetic)
    let scripts = packs.compactMap { Script(pack: $0) }
    return scripts.map { script in (script, letters.count(where: script.has)) }
      .max { $0.1 < $1.1 }.flatMap { $0.1 > 0 ? $0.0 : nil }
  }

  private static func letters(_ blocks: [Block]) -> Double {
    Double(blocks.flatMap(\.lines).reduce(0) { $0 + $1.letters })
  }

  private static func confidence(_ blocks: [Block]) -> Double { meanConfidence(blocks.words) }
}
