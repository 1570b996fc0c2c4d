// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanNative
internal import DocScanReading

/// Merges recognized text with the text that the PDF page already has.
struct EmbeddedTextMerge {
  /// The minimum share of a recognized word's box that one of the page's own words covers if the word is a duplicate.
  private static let sameShare = 0.5

  private let own: [Block]

  init(_ own: ExistingText, image: RasterSize, recognizedAs size: RasterSize) {
    let (x, y) = (Double(size.width) / Double(image.width), Double(size.height) / Double(image.height))
    self.own = own.blocks.map { block in
      Block(
        kind: block.kind, box: block.box.scaled(by: x, y), lines: block.lines.map { $0.scaled(by: x, y) }, copied: true)
    }
  }

  func blocks(_ recognized: [Block]) -> [Block] {
    let ownBoxes = own.flatMap { $0.lines.flatMap { $0.words.map(\.box) } }
    var rest: [Block] = []
    for var block in recognized {
      block.lines = block.lines.compactMap { line in
        let words = line.words.filter { word in !ownBoxes.contains { word.box.share(in: $0) >= Self.sameShare } }
        return words.count == line.words.count ? line : line.made(of: words)
      }
      let hasText = !block.lines.isEmpty
      if hasText || block.kind == .picture || block.kind == .rule { rest.append(block) }
    }
    var result: [Block] = []
    var later = rest[...]
    for block in own {
      while let first = later.first, first.box.y < block.box.y { result.append(later.removeFirst()) }
      result.append(block)
    }
    return result + later
  }
}
