// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Puts the characters of a PDF page together to words, lines and blocks.
enum PDFTextLayout {
  /// A character and its box in units of the page, from its top-left corner.
  struct Character {
    var scalar: Unicode.Scalar
    var box: Box
  }

  /// Whether the characters mean something: at most 30 % of them have no place in Unicode.
  static func isUsable(_ characters: [Character]) -> Bool {
    let visible = characters.filter { !$0.scalar.properties.isWhitespace }
    let lost = visible.count { character in
      switch character.scalar.properties.generalCategory {
      case .control, .privateUse, .surrogate, .unassigned: true
      case _: character.scalar == "\u{FFFD}"
      }
    }
    return !visible.isEmpty && Double(lost) <= 0.3 * Double(visible.count)
  }

  /// Words end at white space, lines at line ends. Boxes are in pixels of `image`.
  static func lines(of characters: [Character], scale: Double, image: RasterSize) -> [Line] {
    characters.split { $0.scalar == "\n" || $0.scalar == "\r" || $0.scalar == "\u{0C}" }.compactMap { line in
      let words = line.split { $0.scalar.properties.isWhitespace }.flatMap(parts).compactMap {
        word(of: $0, scale: scale, image: image)
      }
      guard let first = words.first else { return nil }
      let box = words.dropFirst().reduce(first.box) { $0.union($1.box) }
      // Ascenders and descenders are in the box: the baseline lies about a fifth above its lower edge.
      let baseline = box.maxY - 0.2 * box.height
      return Line(
        text: joinedText(words), confidence: 1, box: box,
        baseline: [Point(x: box.x, y: baseline), Point(x: box.maxX, y: baseline)], words: words)
    }
  }

  /// Cells of a table may follow each other without white space: characters with a wide gap between them are two words.
  private static func parts(of characters: ArraySlice<Character>) -> [ArraySlice<Character>] {
    var parts: [ArraySlice<Character>] = []
    var start = characters.startIndex
    for index in characters.indices.dropFirst() {
      let (last, next) = (characters[index - 1].box, characters[index].box)
      let gap = max(next.x - last.maxX, last.x - next.maxX, next.y - last.maxY, last.y - next.maxY)
      // Along a line of upright or of turned text, the smaller side of the boxes tells the size of the type.
      if gap > 0.5 * max(min(last.width, last.height), min(next.width, next.height)) {
        parts.append(characters[start..<index])
        start = index
      }
    }
    return parts + [characters[start...]]
  }

  /// Nil for a word that is outside the page or invisible.
  private static func word(of characters: ArraySlice<Character>, scale: Double, image: RasterSize) -> Word? {
    let boxes = characters.map(\.box)
    guard let first = boxes.first else { return nil }
    let all = boxes.dropFirst().reduce(first) { $0.union($1) }
    let box = Box(x: all.x * scale, y: all.y * scale, width: all.width * scale, height: all.height * scale)
      .clamped(to: image)
    guard box.width > 0, box.height > 0 else { return nil }
    let scalars = characters.map(\.scalar).filter { !$0.isControl }
    guard !scalars.isEmpty else { return nil }
    let text = String(String.UnicodeScalarView(scalars))
    return Word(text: text.composed, confidence: 1, box: box)
  }

  /// A block ends where the next line is not below the last, or further below than lines were so far, or of another size.
  static func blocks(of lines: [Line]) -> [Block] {
    var blocks: [Block] = []
    var gap: Double?
    for line in lines {
      if let last = blocks.last?.lines.last, continues(last, line, gap: gap) {
        blocks[blocks.count - 1].lines.append(line)
        blocks[blocks.count - 1].box = blocks[blocks.count - 1].box.union(line.box)
        gap = line.box.y - last.box.maxY
      } else {
        blocks.append(Block(kind: .text, box: line.box, lines: [line]))
        gap = nil
      }
    }
    return blocks
  }

  /// Lines may be set as wide apart as they are high; `usual` is the gap between the lines before.
  private static func continues(_ last: Line, _ next: Line, gap usual: Double?) -> Bool {
    let (small, large) = (min(last.box.height, next.box.height), max(last.box.height, next.box.height))
    let gap = next.box.y - last.box.maxY
    let overlap = min(last.box.maxX, next.box.maxX) - max(last.box.x, next.box.x)
    let most = usual.map { $0 + 0.4 * large } ?? large
    return large < 1.6 * small && gap > -0.6 * large && gap < most && next.box.y > last.box.y && overlap > 0
  }
}
