// SPDX-License-Identifier: GPL-3.0-or-later

/// Where an edit fits on a page, as it was read now, and what becomes of the line.
struct EditFit {
  /// The line's place: its block's index, and its own in the block.
  let block: Int
  let line: Int
  let before: Line
  /// Nil where no word is left.
  let after: Line?
  /// Whether the line was not read: it is added before the one of that index, in a block of its own where there is none.
  var (addsLine, addsBlock) = (false, false)

  /// A word belongs to the text that was edited if so much of it, or of that text, is common to both.
  private static let commonShare = 0.5
  /// The words that are replaced must together be the text that was edited: so much of their area is common.
  private static let sameShare = 0.4

  /// Nil where it does not fit: the words there are cut otherwise, or the page shows something else by now.
  init?(_ edit: Edit, on page: RecognizedPage) {
    let map = page.map
    guard edit.quad.count == 4, let image = page.image else { return nil }
    let box = Box(around: edit.quad.map(map.image))
    guard box.middleX >= 0, box.middleY >= 0, box.middleX <= Double(image.width), box.middleY <= Double(image.height)
    else { return nil }
    var best: (block: Int, line: Int, words: Range<Int>, share: Double)?
    for (blockIndex, block) in page.blocks.enumerated() where block.copied != true {
      for (lineIndex, line) in block.lines.enumerated() where line.box.commonArea(box) > 0 {
        let indices = line.words.indices.filter { line.words[$0].box.commonShare(box) >= Self.commonShare }
        guard let first = indices.first, let last = indices.last else { continue }
        let share = Self.union(line.words[first...last]).sameShare(box)
        if share > best?.share ?? Self.sameShare { best = (blockIndex, lineIndex, first..<(last + 1), share) }
      }
    }
    guard let best else {
      guard edit.old.isEmpty, let added = Self.line(edit.new, in: box.rounded) else { return nil }
      (before, after, addsLine) = (added, added, true)
      (block, self.line, addsBlock) = Self.place(of: box, on: page)
      return
    }
    let line = page.blocks[best.block].lines[best.line]
    let words = Array(line.words[best.words])
    // Of another file only the text can tell whether it shows the same.
    guard edit.old.isEmpty || edit.sha256 == page.document.sha256 || [edit.old, edit.new].contains(joinedText(words))
    else { return nil }
    (block, self.line, before) = (best.block, best.line, line)
    after = Self.line(line, replacing: best.words, by: edit.new)
  }

  /// A line that a person typed.
  private static func line(_ text: String, in box: Box) -> Line? {
    let words = words(of: text, in: [Word(text: "", confidence: 0, box: box)], turn: 0)
    guard !words.isEmpty else { return nil }
    return Line(
      text: joinedText(words), confidence: 1, box: box,
      baseline: [Point(x: box.x, y: box.maxY), Point(x: box.maxX, y: box.maxY)], words: words)
  }

  /// Where a line belongs: behind the lowest one above it that shares its column, in that one's block.
  private static func place(of box: Box, on page: RecognizedPage) -> (block: Int, line: Int, addsBlock: Bool) {
    var best: (block: Int, line: Int, y: Double)?
    for (blockIndex, block) in page.blocks.enumerated() where block.copied != true {
      for (lineIndex, line) in block.lines.enumerated()
      where line.box.middleY <= box.middleY && min(line.box.maxX, box.maxX) > max(line.box.x, box.x) {
        if line.box.middleY >= best?.y ?? -.infinity { best = (blockIndex, lineIndex, line.box.middleY) }
      }
    }
    guard let best else { return (0, 0, true) }
    return (best.block, best.line + 1, false)
  }

  private static func union(_ words: ArraySlice<Word>) -> Box {
    words.dropFirst().reduce(words.first?.box ?? Box(x: 0, y: 0, width: 0, height: 0)) { $0.union($1.box) }
  }

  /// A line with other words in a place; nil if none is left.
  private static func line(_ line: Line, replacing range: Range<Int>, by text: String) -> Line? {
    var line = line
    let turn = line.isVertical ? 270 : line.turn
    line.words.replaceSubrange(range, with: words(of: text, in: Array(line.words[range]), turn: turn))
    guard !line.words.isEmpty else { return nil }
    line.text = joinedText(line.words)
    line.confidence = meanConfidence(line.words).rounded(toPlaces: 3)
    return line
  }

  /// The words of a text where these were: in their boxes if they are as many, otherwise side by side, by their length.
  private static func words(of text: String, in old: [Word], turn: Int) -> [Word] {
    let texts = text.split(whereSeparator: \.isWhitespace).map(String.init)
    let boxes = texts.count == old.count ? old.map(\.box) : union(old[...]).divided(for: texts, turn: turn)
    return zip(texts, boxes).map { Word(text: $0, confidence: 1, box: $1, isEdited: true) }
  }
}

extension Box {
  private var area: Double { width * height }

  /// The area that two boxes have in common.
  fileprivate func commonArea(_ other: Box) -> Double {
    max(0, min(maxX, other.maxX) - max(x, other.x)) * max(0, min(maxY, other.maxY) - max(y, other.y))
  }

  /// The common area as a share of the smaller box.
  fileprivate func commonShare(_ other: Box) -> Double {
    let smaller = min(area, other.area)
    return smaller > 0 ? commonArea(other) / smaller : 0
  }

  /// The common area as a share of what both cover.
  fileprivate func sameShare(_ other: Box) -> Double {
    let common = commonArea(other)
    let all = area + other.area - common
    return all > 0 ? common / all : 0
  }

  /// A box for each of some words that stand in this one, in the order in which they are read.
  fileprivate func divided(for texts: [String], turn: Int) -> [Box] {
    // A space is as wide as a letter, about.
    let lengths = texts.map { Double($0.count) }
    let total = lengths.reduce(0, +) + Double(max(0, texts.count - 1))
    guard total > 0 else { return [] }
    let isRightToLeft = texts.joined().isRightToLeft
    var start = 0.0
    return lengths.map { length in
      let (from, share) = (start / total, length / total)
      start += length + 1
      return switch (turn, isRightToLeft) {
      case (0, false): Box(x: x + from * width, y: y, width: share * width, height: height)
      case (0, true), (180, _): Box(x: maxX - (from + share) * width, y: y, width: share * width, height: height)
      case (90, _): Box(x: x, y: maxY - (from + share) * height, width: width, height: share * height)
      case _: Box(x: x, y: y + from * height, width: width, height: share * height)
      }
    }.map(\.rounded)
  }
}
