// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// The text that a PDF page shows by itself; boxes are in pixels of an image of the displayed page.
package struct ExistingText: Hashable, Sendable {
  /// The text, in pixels of the page as it is loaded.
  package let blocks: [Block]

  /// The page's text: lines end with a line feed, blocks are separated by an empty line.
  package var text: String { pageText(blocks) }

  /// The number of words.
  package var wordCount: Int { blocks.reduce(0) { $0 + $1.lines.reduce(0) { $0 + $1.words.count } } }

  /// Puts characters together; nil when they make no sense, or no word.
  init?(_ characters: [PDFTextLayout.Character], scale: Double, image: RasterSize) {
    guard PDFTextLayout.isUsable(characters) else { return nil }
    blocks = PDFTextLayout.blocks(of: PDFTextLayout.lines(of: characters, scale: scale, image: image))
    guard wordCount > 0 else { return nil }
  }
}

/// A PDF page's own text, and what is to be done with the page because of it.
package struct OwnText: Sendable {
  /// What is to be done with the page.
  package enum Treatment: Sendable {
    /// The page stays as it is, and its text is copied.
    case keep
    /// The page is recognized, except for the text that is seen.
    case recognize
    /// The page becomes a picture, which is recognized.
    case rasterize
  }

  /// The text that is seen, or with `keep` in mode `skip`, all text; nil when there is none.
  package let text: ExistingText?
  /// What becomes of it.
  package var treatment: Treatment
  /// The displayed page at the pipeline's resolution: boxes of `text` lie in it.
  package let image: RasterSize
  /// In PDF points.
  package let pageSize: PageSize
  /// Whether the page has invisible text that has to be removed.
  package var hasHiddenText = false

  init(_ text: ExistingText?, _ treatment: Treatment, image: RasterSize, pageSize: PageSize) {
    (self.text, self.treatment, self.image, self.pageSize) = (text, treatment, image, pageSize)
  }
}
