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

  /// Takes blocks as they were read; blocks of kind `picture` without lines are areas of the page without text.
  package init(_ read: [Block]) {
    let texts = read.filter { !$0.lines.isEmpty }
    let pictures = Self.pictures(in: read, among: texts.words)
    let filter = NoiseFilter(texts, pictures: pictures.map(\.box))
    let (kept, dropped) = filter.filtered(texts)
    self.dropped = dropped
    let columns = ColumnSplit(kept.map(\.fitted)).blocks
    let rows = RowJoin(columns).blocks
    let seen = pictures.filter { picture in
      min(picture.box.width, picture.box.height) >= 3 * filter.letterHeight
        && !rows.contains { $0.lines.contains { $0.box.share(in: picture.box) > 0.5 } }
    }
    blocks = Self.placed(seen, among: RegionOrder(ReadingOrder(rows).blocks).blocks)
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
