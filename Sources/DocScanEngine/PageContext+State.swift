// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanVision
internal import DocScanWire

extension PageContext {
  /// The text of a page.
  package struct Recognition {
    /// The blocks of text, in pixels of the corrected page.
    package var blocks: [Block]
    package var languages: [String]
    /// The estimated error rate of the text, or `nil` if the page seems to have no text.
    package var expected: ExpectedErrors?
    package var dropped: [DroppedText]
    /// The probability that the languages are correct, or `nil` if they were configured.
    package var languageConfidence: Double?
    // Whether the text is the page's own.
    package var isCopied = false

    package init(blocks: [Block], languages: [String], languageConfidence: Double? = nil, dropped: [DroppedText] = []) {
      (self.blocks, self.languages) = (blocks, languages)
      (self.languageConfidence, self.dropped) = (languageConfidence, dropped)
    }
  }

  /// The state of a page that corrections change.
  struct State {
    let size: RasterSize
    let map: PageMap
    let isBlank: Bool
    let cleaning: PageCheckpoint.Cleaning?
    /// The text lines found in the view, or `nil` before the search.
    let text: Vision.Text?
    let view: (image: Raster, scale: Double)?
    let sourceToImage: Homography
    let corrections: [Correction]
    let stepCorrections: [PageCheckpoint.Placed]

    /// Returns whether the page has changed. Analysis alone isn't a change.
    func differs(from other: State) -> Bool {
      map != other.map || size != other.size || isBlank != other.isBlank || cleaning != other.cleaning
    }
  }
}
