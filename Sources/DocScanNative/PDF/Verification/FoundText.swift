// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// The text that poppler finds on a page, character by character.
struct FoundText {
  /// A part of a character in Unicode's form D, with the box of the whole in units of the displayed page.
  struct Glyph: Equatable {
    var scalar: Unicode.Scalar
    var box: Box
  }

  /// What is visible, in poppler's order.
  let glyphs: [Glyph]
  /// Where each scalar stands in `glyphs`.
  private let places: [Unicode.Scalar: [Int]]

  /// Reads a page.
  init(_ page: PDFPage) throws(PageFailure) {
    self.init(
      try page.characters().flatMap { character in
        Self.scalars(of: String(Swift.Character(character.scalar))).map { Glyph(scalar: $0, box: character.box) }
      })
  }

  init(_ glyphs: [Glyph]) {
    self.glyphs = glyphs
    var places: [Unicode.Scalar: [Int]] = [:]
    for (index, glyph) in glyphs.enumerated() { places[glyph.scalar, default: []].append(index) }
    self.places = places
  }

  /// Where a text stands, by the places of its first scalar; boxes of the whole go with them.
  func occurrences(of scalars: [Unicode.Scalar]) -> [(range: Range<Int>, box: Box)] {
    guard let first = scalars.first, let starts = places[first] else { return [] }
    return starts.compactMap { start in
      let range = start..<start + scalars.count
      guard range.upperBound <= glyphs.count, zip(glyphs[range], scalars).allSatisfy({ $0.scalar == $1 }) else {
        return nil
      }
      return (range, box(of: range))
    }
  }

  /// The places of a scalar.
  func places(of scalar: Unicode.Scalar) -> [Int] { places[scalar] ?? [] }

  /// The text whose characters have their middles in a box.
  func text(in box: Box) -> String {
    Self.text(glyphs.lazy.filter { Self.lies($0, in: box) }.prefix(Mismatch.longestText).map(\.scalar))
  }

  /// Whether no character has its middle in a box.
  func isEmpty(in box: Box) -> Bool { !glyphs.contains { Self.lies($0, in: box) } }

  private static func lies(_ glyph: Glyph, in box: Box) -> Bool {
    let (x, y) = (glyph.box.x + glyph.box.width / 2, glyph.box.y + glyph.box.height / 2)
    return x >= box.x && x <= box.maxX && y >= box.y && y <= box.maxY
  }

  /// The scalars as a text.
  static func text(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  private func box(of range: Range<Int>) -> Box {
    glyphs[range.dropFirst()].reduce(glyphs[range.lowerBound].box) { $0.union($1.box) }
  }

  /// A text in Unicode's form D, without white space and what has no glyph.
  static func scalars(of text: String) -> [Unicode.Scalar] {
    text.decomposed.unicodeScalars.filter { scalar in
      guard scalar.value > 0x20 else { return false }
      guard scalar.value >= 0x7F else { return true }
      return switch scalar.properties.generalCategory {
      case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator: false
      case _: true
      }
    }
  }
}
