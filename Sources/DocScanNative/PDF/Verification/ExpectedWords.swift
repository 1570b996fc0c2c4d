// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanVision
internal import DocScanWire

/// The words that a page's PDF must contain, in units of the displayed page.
struct ExpectedWords {
  struct Word {
    var text: String
    var pixels: Box
    /// The scalars that can be found, without those that have no glyph.
    var scalars: [Unicode.Scalar]
    /// The box, in units of the displayed page.
    var box: Box
    /// The end of the word along the line, extended to a next word that follows without a space.
    var reach: Double
  }

  struct Line {
    var text: String
    var pixels: Box
    var words: [Word]
    var isUpright: Bool
    var size: Double
  }

  var glyphCount: Int { lines.reduce(0) { $0 + $1.words.reduce(0) { $0 + $1.scalars.count } } }

  let lines: [Line]
  /// The length of a point (1/72 inch), in the page's units.
  let point: Double

  init(_ page: RecognizedPage, on shown: PDFPage) {
    point = 1 / shown.structure.unit
    guard let image = page.image, image.width > 0, image.height > 0 else {
      lines = []
      return
    }
    let (x, y) = (shown.width / Double(image.width), shown.height / Double(image.height))
    lines = page.blocks.flatMap { block in
      block.lines.compactMap { line in
        let isUpright = Self.isUpright(line, in: block)
        let words = Self.runs(of: line.words).flatMap { Self.words(of: $0, isUpright: isUpright, x, y) }
        let size = words.map { isUpright ? $0.box.width : $0.box.height }.max()
        return size.map { Line(text: line.text, pixels: line.box, words: words, isUpright: isUpright, size: $0) }
      }
    }
  }

  private static func runs(of words: [DocScanCore.Word]) -> [[DocScanCore.Word]] {
    var runs: [[DocScanCore.Word]] = []
    for word in words where !word.text.isEmpty && word.box.width > 0 && word.box.height > 0 {
      if let last = runs.last?.last, joinedText([last, word]) == last.text + word.text {
        runs[runs.count - 1].append(word)
      } else {
        runs.append([word])
      }
    }
    return runs
  }

  /// Converts the words of a run: all get the height of the whole run, and each reaches to the next.
  private static func words(of run: [DocScanCore.Word], isUpright: Bool, _ x: Double, _ y: Double) -> [Word] {
    let boxes = run.map { Box(x: $0.box.x * x, y: $0.box.y * y, width: $0.box.width * x, height: $0.box.height * y) }
    let all = boxes.dropFirst().reduce(boxes[0]) { $0.union($1) }
    return zip(run, boxes).enumerated().map { index, entry in
      var box = entry.1
      if isUpright { (box.x, box.width) = (all.x, all.width) } else { (box.y, box.height) = (all.y, all.height) }
      var reach = isUpright ? box.maxY : box.maxX
      if index + 1 < boxes.count { reach = max(reach, isUpright ? boxes[index + 1].y : boxes[index + 1].x) }
      return Word(
        text: entry.0.text, pixels: entry.0.box, scalars: FoundText.scalars(of: entry.0.text), box: box, reach: reach)
    }
  }

  private static func isUpright(_ line: DocScanCore.Line, in block: Block) -> Bool {
    if block.kind == .verticalText { return line.box.height > line.box.width }
    guard let first = line.baseline.first, let last = line.baseline.last else { return false }
    return abs(last.y - first.y) > abs(last.x - first.x)
  }
}

/// The text that poppler finds on a page, character by character.
struct FoundText {
  /// A scalar of a character in Unicode's form D, with the character's box in units of the displayed page.
  struct Glyph: Equatable {
    var scalar: Unicode.Scalar
    var box: Box
  }

  /// The visible characters, in poppler's order.
  let glyphs: [Glyph]
  private let places: [Unicode.Scalar: [Int]]

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

  func places(of scalar: Unicode.Scalar) -> [Int] { places[scalar] ?? [] }

  /// Returns the text whose characters have their centers in a box.
  func text(in box: Box) -> String {
    Self.text(glyphs.lazy.filter { Self.lies($0, in: box) }.prefix(Mismatch.longestText).map(\.scalar))
  }

  func isEmpty(in box: Box) -> Bool { !glyphs.contains { Self.lies($0, in: box) } }

  private static func lies(_ glyph: Glyph, in box: Box) -> Bool {
    let (x, y) = (glyph.box.x + glyph.box.width / 2, glyph.box.y + glyph.box.height / 2)
    return x >= box.x && x <= box.maxX && y >= box.y && y <= box.maxY
  }

  static func text(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  private func box(of range: Range<Int>) -> Box {
    glyphs[range.dropFirst()].reduce(glyphs[range.lowerBound].box) { $0.union($1.box) }
  }

  /// Returns a text in Unicode's form D, without white space and scalars that have no glyph.
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

/// The text that the original's page had. Under added words, poppler omits one of two equal ones, so the content stream shows what is complete.
struct EmbeddedTextCheck {
  /// The distance, in the page's units, by which recalculated boxes may differ.
  private static let tolerance = 0.05
  /// The share of a character's size within which poppler takes a copy for the shadow of another and omits it.
  private static let shadow = 0.3

  let original: FoundText

  /// Returns the first difference in text, position, or order, or `nil` if there is none.
  func mismatch(_ found: FoundText, number: Int) -> Mismatch? {
    let (first, second) = (original.glyphs, found.glyphs)
    let place = zip(first, second).prefix { $0.scalar == $1.scalar && Self.isSame($0.box, $1.box) }.count
    guard place < max(first.count, second.count) else { return nil }
    return Mismatch(
      .embeddedText, page: number, expected: "the original's text \(Self.quoted(first, from: place))",
      found: Self.quoted(second, from: place))
  }

  /// Returns whether the original's page has this character at this position.
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
