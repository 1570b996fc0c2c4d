// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// Puts what was read on a page into the order in which a person reads it, without noise.
///
/// It sees boxes and words only. Where nothing speaks against Tesseract's order, that stays.
package struct PageLayout {
  /// The blocks in reading order. Pictures are blocks without lines.
  package let blocks: [Block]
  /// The words that are noise, in the order of the blocks that they were read in.
  package let dropped: [DroppedText]

  /// On a page of level lines, the highest share of text that runs down the page.
  private static let mostDown = 0.1  // Chosen: 0.05 to 0.2 (read).

  /// Takes blocks as they were read; blocks of kind `picture` without lines are areas of the page without text.
  package init(_ read: [Block]) {
    let (texts, specks) = Self.levelled(read.filter { !$0.lines.isEmpty })
    let pictures = Self.pictures(in: read, among: texts.words)
    let filter = NoiseFilter(texts, pictures: pictures.map(\.box))
    let (kept, dropped) = filter.filtered(texts)
    self.dropped = specks + dropped
    let columns = ColumnSplit(kept.map(\.fitted)).blocks
    let rows = RowJoin(columns).blocks
    let seen = pictures.filter { picture in
      min(picture.box.width, picture.box.height) >= 3 * filter.letterHeight
        && !rows.contains { $0.lines.contains { $0.box.share(in: picture.box) > 0.5 } }
    }
    let (across, down) = Self.parted(rows)
    let ordered = RegionOrder(ReadingOrder(across).blocks).blocks
    blocks = Self.placed(seen, among: down.reduce(ordered) { $0.inserting($1) })
  }

  /// The blocks whose order the empty strips between them give, and those that run down the page among them.
  ///
  /// On a page of level lines, a label that stands upright, or a speck that was taken for one, says nothing of the others' order.
  private static func parted(_ blocks: [Block]) -> (across: [Block], down: [Block]) {
    let (across, down) = (blocks.filter(\.isHorizontal), blocks.filter { !$0.isHorizontal })
    func characters(_ blocks: [Block]) -> Double { Double(blocks.words.reduce(0) { $0 + $1.text.count }) }
    return characters(down) <= mostDown * characters(blocks) ? (across, down) : (blocks, [])
  }

  /// The highest number of words in a block of one line that may be a part of another line, such as a word at the edge of a paragraph.
  private static let fewWords = 2
  /// The least confidence of text that overlaps other words and isn't a speck.
  private static let doubtful = 0.6

  /// The blocks with each line's words in it: Tesseract takes a few of them for blocks of their own, or for text that runs down the
  /// page. What it makes of parts of words that are read already is dropped.
  private static func levelled(_ blocks: [Block]) -> (blocks: [Block], specks: [DroppedText]) {
    let down = Set(parted(blocks).down)
    let isLoose = blocks.map { block in
      down.contains(block) || block.isHorizontal && block.lines.count == 1 && block.lines[0].words.count <= fewWords
    }
    var lines = zip(blocks, isLoose).filter { !$1 }.map(\.0)
    guard !lines.isEmpty else { return (blocks, []) }
    var specks: [DroppedText] = []
    var rest: [Int: Block] = [:]
    for (index, block) in blocks.enumerated() where isLoose[index] {
      var left = block
      left.lines = block.lines.compactMap { line in
        line.made(
          of: line.words.filter { word in
            guard let others = lines.extendLine(at: word.box, with: [word]) else { return true }
            guard !others.isEmpty else { return false }
            guard !block.isHorizontal, word.confidence < doubtful else { return true }
            specks.append(DroppedText(text: word.text, confidence: word.confidence, box: word.box, reason: .speck))
            return false
          })
      }
      if !left.lines.isEmpty { rest[index] = left }
    }
    // The other blocks keep their places.
    var others = lines[...]
    return (blocks.indices.compactMap { isLoose[$0] ? rest[$0] : others.popFirst() }, specks)
  }

  /// The areas that show pictures: text on dark or stained paper is taken for one, too, but can be read.
  private static func pictures(in blocks: [Block], among words: [Word]) -> [Block] {
    let certain = words.filter { $0.confidence >= 0.8 && $0.text.count(where: \.isLetter) > 2 }
    return blocks.filter { block in
      block.kind == .picture && block.lines.isEmpty && !certain.contains { $0.box.share(in: block.box) > 0.5 }
    }
  }

  /// The blocks with pictures before the text below them, such as their captions.
  private static func placed(_ pictures: [Block], among texts: [Block]) -> [Block] {
    var result = texts
    for picture in pictures {
      let index = result.firstIndex {
        $0.box.y >= picture.box.y + 0.5 * picture.box.height && $0.box.sharedWidth(with: picture.box) > 0.5
      }
      result.insert(picture, at: index ?? result.count)
    }
    return result
  }
}
