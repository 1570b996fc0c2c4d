// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanNative

/// Puts what was recognized on a page together with the text that the page shows by itself.
struct OwnTextMerge {
  /// A recognized word is the page's own when so much of its box is covered by the page's words.
  private static let sameShare = 0.5

  private let own: [Block]

  /// Takes the page's own text, in pixels of an image that shows the same as the recognized one.
  init(_ own: ExistingText, image: RasterSize, recognizedAs size: RasterSize) {
    let (x, y) = (Double(size.width) / Double(image.width), Double(size.height) / Double(image.height))
    self.own = own.blocks.map { block in
      Block(
        kind: block.kind, box: block.box.scaled(by: x, y), lines: block.lines.map { $0.scaled(by: x, y) }, copied: true)
    }
  }

  /// The page's own blocks and what else was recognized, from top to bottom where they meet.
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
