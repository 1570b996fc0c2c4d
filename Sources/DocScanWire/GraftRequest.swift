// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// A request to combine the pages of an original PDF with those of a PDF of layers, both of which are open.
package struct GraftRequest: JobRequest {
  package static let name = "graft"

  /// The reply after the result was saved in the scratch folder.
  package struct Reply: JobReply {
    /// Whether the result is identical to the original. Otherwise, it is in the scratch folder as `outputName`.
    package var isIdentical: Bool
    package var notes: [String]

    package init(isIdentical: Bool, notes: [String]) { (self.isIdentical, self.notes) = (isIdentical, notes) }

    package var bounded: Self { Self(isIdentical: isIdentical, notes: boundedNotes(notes)) }
  }

  /// The sources of a page's content.
  package enum Source: String, Codable, Sendable {
    case original
    /// The original page with the layer page's invisible text drawn over it.
    case overlay
    /// The layer page instead of the original page.
    case replacement
  }

  /// A page of the result. Page numbers are unique, except that both pages of a split spread have the same number.
  package struct Page: Codable, Sendable {
    package var number: Int
    package var source: Source
    /// Whether to remove invisible text of an earlier recognition from the original page.
    package var removesHiddenText: Bool
    /// `true` if the visible text of the original page is wrong and must be made unreadable for programs; otherwise `nil`.
    package var silencesText: Bool?
    /// Whether to remove the text layer of an earlier graft from the page, and nothing else.
    package var removesOverlay = false
    /// Whether the layer contains a translation, which is added even to an unchanged page.
    package var addsTranslation = false
    /// The map from the displayed original to the layer that replaces it. Each is a unit square with y increasing downwards.
    package var placement: Homography

    package init(number: Int, source: Source, removesHiddenText: Bool = false, placement: Homography = .identity) {
      (self.number, self.source, self.removesHiddenText) = (number, source, removesHiddenText)
      self.placement = placement
    }

    /// Creates a page from its result. A page with a picture replaces the original. Without a picture, recognized text is added to the original page.
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
      silencesText = source == .replacement ? nil : result.silencesText
      guard let before = page.source, let after = page.image, after.width > 0, after.height > 0 else { return }
      placement = Homography.scale(x: Double(before.width), y: Double(before.height))
        .then(page.sourceToImage)
        .then(.scale(x: 1 / Double(after.width), y: 1 / Double(after.height)))
    }
  }

  package static let outputName = "graft.pdf"

  package var pages: [Page]
  package var level: PDFALevel
  /// Whether the layers' metadata, such as title and author, replaces that of the original.
  package var replacesMetadata: Bool
  /// Whether the layers' structure replaces that of the original, which describes text that will be removed.
  package var replacesStructure: Bool

  package init(
    pages: [Page], level: PDFALevel = .no, replacesMetadata: Bool = false, replacesStructure: Bool = false
  ) {
    (self.pages, self.level, self.replacesMetadata) = (pages, level, replacesMetadata)
    self.replacesStructure = replacesStructure
  }

  package var fileNames: [String] { ["the original", "the layers"] }

  package func seconds(perPage: Double) -> Double { perPage + Double(pages.count) }

  /// Returns a limit well above the size of the attached files, because lists of objects are written without compression.
  package func largestFile(bytes: Int, limits: LimitSettings) -> Int { 8 * bytes + 64 << 20 }

  /// Returns whether the result will be identical to the original, unless the original is damaged.
  package func changesNothing(pageCount: Int) -> Bool {
    let isUntouched = pages.allSatisfy {
      $0.source == .original && !$0.removesHiddenText && $0.silencesText != true && !$0.addsTranslation
    }
    return isUntouched && pages.map(\.number) == Array(1...max(1, pageCount)) && !replacesMetadata && !level.isDemanded
  }
}
