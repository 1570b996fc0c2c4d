// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// Sorts a page's blocks into reading order by boxes and words, and removes noise. Tesseract's order is kept unless evidence contradicts it.
package struct PageLayout {
  package let blocks: [Block]
  package let dropped: [DroppedText]

  private static let mostDown = 0.1  // Chosen: 0.05 to 0.2 (read).

  package init(_ read: [Block]) {
    let (texts, specks) = Self.levelled(read.filter { !$0.lines.isEmpty })
    let pictures = Self.pictures(in: read, among: texts.words)
    let filter = NoiseFilter(texts, pictures: pictures.map(\.box))
    let (kept, dropped) = filter.filtered(texts)
    self.dropped = specks + dropped
    let columns = ColumnSplit(kept.map(\.fitted)).blocks
    let rows = LabelColumn(RowJoin(columns).blocks).blocks
    let seen = pictures.filter { picture in
      min(picture.box.width, picture.box.height) >= 3 * filter.letterHeight
        && !rows.contains { $0.lines.contains { $0.box.share(in: picture.box) > 0.5 } }
    }
    let (across, down) = Self.parted(rows)
    let ordered = RegionOrder(ReadingOrder(across).blocks).blocks
    blocks = Self.placed(seen, among: down.reduce(ordered) { $0.inserting($1) })
  }

  /// Separates horizontal and vertical blocks. If nearly all text is horizontal, vertical labels and specks must not affect the order.
  private static func parted(_ blocks: [Block]) -> (across: [Block], down: [Block]) {
    let (across, down) = (blocks.filter(\.isHorizontal), blocks.filter { !$0.isHorizontal })
    func characters(_ blocks: [Block]) -> Double { Double(blocks.words.reduce(0) { $0 + $1.text.count }) }
    return characters(down) <= mostDown * characters(blocks) ? (across, down) : (blocks, [])
  }

  private static let fewWords = 2
  /// The confidence below which a vertical word that overlaps other words is a speck.
  private static let doubtful = 0.6

  /// Moves words to their lines if Tesseract read them as separate blocks or vertical text, and drops duplicate parts of words.
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

  /// Returns the blocks with pictures. Blocks with readable words are excluded, because Tesseract also reports dark or stained paper as pictures.
  private static func pictures(in blocks: [Block], among words: [Word]) -> [Block] {
    let certain = words.filter { $0.confidence >= 0.8 && $0.text.count(where: \.isLetter) > 2 }
    return blocks.filter { block in
      block.kind == .picture && block.lines.isEmpty && !certain.contains { $0.box.share(in: block.box) > 0.5 }
    }
  }

  /// Inserts pictures before the text below them, such as their captions.
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
