// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Compares the text that the original's page had already with what is found in the result.
///
/// Where words were laid over it, poppler takes one of two equal words for the other's shadow: then only the content tells
/// whether the own text is all there.
struct OwnTextCheck {
  /// The distance, in units of the page, by which boxes may differ: poppler calculates them again.
  private static let tolerance = 0.05
  /// Where words were laid over the page's own, poppler leaves out the copies that it thinks are shadows of the others:
  /// those that lie within so much of their size.
  private static let shadow = 0.3

  let original: FoundText

  /// Nil when the page has the same text, at the same places, in the same order.
  func mismatch(_ found: FoundText, number: Int) -> Mismatch? {
    let (first, second) = (original.glyphs, found.glyphs)
    let place = zip(first, second).prefix { $0.scalar == $1.scalar && Self.isSame($0.box, $1.box) }.count
    guard place < max(first.count, second.count) else { return nil }
    return Mismatch(
      .ownText, page: number, expected: "the original's text \(Self.quoted(first, from: place))",
      found: Self.quoted(second, from: place))
  }

  /// Whether the original's page has this character.
  func knows(_ glyph: FoundText.Glyph) -> Bool {
    let slack = Self.shadow * max(glyph.box.width, glyph.box.height) + Self.tolerance
    return original.places(of: glyph.scalar).contains { index in
      let other = original.glyphs[index].box
      return abs(other.x - glyph.box.x) <= slack && abs(other.maxX - glyph.box.maxX) <= slack
        && abs(other.y - glyph.box.y) <= slack && abs(other.maxY - glyph.box.maxY) <= slack
    }
  }

  private static func isSame(_ first: Box, _ second: Box) -> Bool {
    abs(first.x - second.x) <= tolerance && abs(first.y - second.y) <= tolerance
      && abs(first.maxX - second.maxX) <= tolerance && abs(first.maxY - second.maxY) <= tolerance
  }

  private static func quoted(_ glyphs: [FoundText.Glyph], from start: Int) -> String {
    let part = glyphs[min(start, glyphs.count)...].prefix(20).map(\.scalar)
    return part.isEmpty ? "nothing" : "\"\(FoundText.text(part))\""
  }
}
