// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFiles

/// The line of a page that an edit applies to, before and after the edit.
struct EditFit {
  /// The index of the block on the page, and the index of the line in its block.
  let block: Int
  let line: Int
  let before: Line
  /// The line after the edit, or `nil` if no words remain.
  let after: Line?
  /// Whether the edit adds a line at the index `line`, and whether that line needs a new block at the index `block`.
  var (addsLine, addsBlock) = (false, false)

  /// The minimum overlap of a word and the edited text, as a fraction of the smaller box, for the word to be edited.
  private static let commonShare = 0.5
  /// The minimum overlap of the box around the page's words and the edit's box, as a fraction of their union.
  private static let sameShare = 0.4
  // The minimum of this fraction for a word that is the whole edited text, whatever else its box covers.
  private static let ownShare = 0.8

  /// Finds the line that an edit applies to. Returns `nil` if words have other boundaries or the page now shows another text.
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
        // The box of one word can be so tall or wide that it covers others.
        let own = indices.first { line.words[$0].box.sameShare(box) >= Self.ownShare }
        let words = own.map { $0..<($0 + 1) } ?? first..<(last + 1)
        let share = Self.union(line.words[words]).sameShare(box)
        if share > best?.share ?? Self.sameShare { best = (blockIndex, lineIndex, words, share) }
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
    // If the file has changed, the edit only applies if the text is still the same.
    guard edit.old.isEmpty || edit.sha256 == page.document.sha256 || [edit.old, edit.new].contains(joinedText(words))
    else { return nil }
    (block, self.line, before) = (best.block, best.line, line)
    after = Self.line(line, replacing: best.words, by: edit.new)
  }

  /// Returns a line with text that a reviewer entered, or `nil` if the text is empty.
  private static func line(_ text: String, in box: Box) -> Line? {
    let words = words(of: text, in: [Word(text: "", confidence: 0, box: box)], turn: 0)
    guard !words.isEmpty else { return nil }
    return Line(
      text: joinedText(words), confidence: 1, box: box,
      baseline: [Point(x: box.x, y: box.maxY), Point(x: box.maxX, y: box.maxY)], words: words)
  }

  /// Returns the position for a new line, which is after the lowest line above it in the same column, or in a new first block if there is none.
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

  private static func line(_ line: Line, replacing range: Range<Int>, by text: String) -> Line? {
    var line = line
    let turn = line.isVertical ? 270 : line.turn
    line.words.replaceSubrange(range, with: words(of: text, in: Array(line.words[range]), turn: turn))
    guard !line.words.isEmpty else { return nil }
    line.text = joinedText(line.words)
    line.confidence = meanConfidence(line.words).rounded(toPlaces: 3)
    return line
  }

  /// Returns the words of a text. With an unchanged number, they keep the boxes of the old words; otherwise, they divide the old words' area.
  private static func words(of text: String, in old: [Word], turn: Int) -> [Word] {
    let texts = text.split(whereSeparator: \.isWhitespace).map(String.init)
    let boxes = texts.count == old.count ? old.map(\.box) : union(old[...]).divided(for: texts, turn: turn)
    return zip(texts, boxes).map { Word(text: $0, confidence: 1, box: $1, isEdited: true) }
  }
}

extension Box {
  private var area: Double { width * height }

  fileprivate func commonArea(_ other: Box) -> Double {
    max(0, min(maxX, other.maxX) - max(x, other.x)) * max(0, min(maxY, other.maxY) - max(y, other.y))
  }

  /// Returns the area of the intersection as a fraction of the smaller box.
  fileprivate func commonShare(_ other: Box) -> Double {
    let smaller = min(area, other.area)
    return smaller > 0 ? commonArea(other) / smaller : 0
  }

  /// Returns the area of the intersection as a fraction of the union.
  fileprivate func sameShare(_ other: Box) -> Double {
    let common = commonArea(other)
    let all = area + other.area - common
    return all > 0 ? common / all : 0
  }

  /// Divides the box among words in reading order, in proportion to their lengths. `turn` is the counterclockwise rotation of the text, in degrees.
  fileprivate func divided(for texts: [String], turn: Int) -> [Box] {
    // A space is about as wide as a letter.
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
