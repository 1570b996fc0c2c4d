// SPDX-License-Identifier: GPL-3.0-or-later

/// A PDF to make from an original and a PDF of layers, both open, with one page for each page of the original's selection.
package struct GraftRequest: JobRequest {
  package static let name = "graft"

  /// What came of it.
  package struct Reply: JobReply {
    /// Whether the original, byte for byte, is the result; if not, it is in the scratch folder as `outputName`.
    package var isIdentical: Bool
    /// What a person should know.
    package var notes: [String]

    /// What became of the original.
    package init(isIdentical: Bool, notes: [String]) { (self.isIdentical, self.notes) = (isIdentical, notes) }

    package var bounded: Self { Self(isIdentical: isIdentical, notes: boundedNotes(notes)) }
  }

  /// What a page of the result is made of.
  package enum Source: String, Codable, Sendable {
    /// The original page, untouched.
    case original
    /// The original page, with the layer page's content (invisible text) drawn over it.
    case overlay
    /// The layer page in the original's place.
    case replacement
  }

  /// A page of the result.
  ///
  /// Each number is there once; the second page of a split spread repeats the number of the first.
  package struct Page: Codable, Sendable {
    /// The original's page number, from 1.
    package var number: Int
    /// Where its contents come from.
    package var source: Source
    /// Whether invisible text of an earlier recognition is taken out of the original page.
    package var removesHiddenText: Bool
    /// Whether the text that an earlier graft laid over the page is taken out, and nothing else.
    package var removesOverlay = false
    /// Whether the layer has a translation that the page gets even where it stays as it is.
    package var addsTranslation = false
    /// From the displayed original to the layer that replaces it; both are unit squares, y grows downwards.
    package var placement: Homography

    /// A page, by its number in the file that it comes from, from 1.
    package init(number: Int, source: Source, removesHiddenText: Bool = false, placement: Homography = .identity) {
      (self.number, self.source, self.removesHiddenText) = (number, source, removesHiddenText)
      self.placement = placement
    }

    /// A page from what became of it: with a picture it takes the original's place; without one, recognized text lies
    /// over the original page.
    package init(_ result: PageResult) {
      let page = result.page
      let source: Source =
        switch page.status {
        case _ where result.picture != nil: .replacement
        case .recognized, .corrected: page.withoutCopiedText.words.isEmpty ? .original : .overlay
        case .copied, .blank, .failed: .original
        }
      self.init(
        number: page.page.sourcePage, source: source,
        removesHiddenText: result.replacesHiddenText && source != .replacement)
      guard let before = page.source, let after = page.image, after.width > 0, after.height > 0 else { return }
      placement = Homography.scale(x: Double(before.width), y: Double(before.height))
        .then(page.sourceToImage)
        .then(.scale(x: 1 / Double(after.width), y: 1 / Double(after.height)))
    }
  }

  /// What the result is called in the worker's scratch folder.
  package static let outputName = "graft.pdf"

  /// The pages of the result; the layers' pages are in the same order.
  package var pages: [Page]
  /// How far the result is to follow PDF/A.
  package var level: PDFALevel
  /// Whether the layers' title, author and so on take the place of the original's.
  package var replacesMetadata: Bool
  /// Whether the layers' structure takes the place of the original's: that was made for text which goes.
  package var replacesStructure: Bool

  /// Pages to put together, in their order.
  package init(
    pages: [Page], level: PDFALevel = .no, replacesMetadata: Bool = false, replacesStructure: Bool = false
  ) {
    (self.pages, self.level, self.replacesMetadata) = (pages, level, replacesMetadata)
    self.replacesStructure = replacesStructure
  }

  package var fileNames: [String] { ["the original", "the layers"] }

  package func seconds(perPage: Double) -> Double { perPage + Double(pages.count) }

  /// Lists of objects are written without compression.
  package func largestFile(bytes: Int, limits: LimitSettings) -> Int { 8 * bytes + 64 << 20 }

  /// Whether the result is the original, unless that has faults.
  package func changesNothing(pageCount: Int) -> Bool {
    let isUntouched = pages.allSatisfy { $0.source == .original && !$0.removesHiddenText && !$0.addsTranslation }
    return isUntouched && pages.map(\.number) == Array(1...max(1, pageCount)) && !replacesMetadata && !level.isDemanded
  }
}
