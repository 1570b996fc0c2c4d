// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// A request to process one page. The worker sends a notice when each stage begins.
package struct PageRequest: JobRequest {
  package static let name = "page"

  /// The reply with the results of the page and the findings of each stage.
  package struct Reply: JobReply {
    /// The results, in reading order. There are several if the page was split.
    package var results: [PageResult]
    package var checkpoint: PageCheckpoint

    package init(results: [PageResult], checkpoint: PageCheckpoint) {
      (self.results, self.checkpoint) = (results, checkpoint)
    }
  }

  package enum Effort: String, Codable, Sendable {
    case full
    /// Only load the page, to get a picture after its stages failed.
    case pictureOnly
  }

  /// The conditions under which a picture is needed for the PDF.
  package enum PictureNeed: String, Codable, Sendable {
    case never
    case ifChanged
    case always
  }

  package var document: DocumentReference
  package var page: PageReference
  package var wantsPicture: PictureNeed
  /// Whether the picture must be suitable for PDF/A, that is, grayscale or RGB.
  package var wantsArchivalPicture: Bool
  package var pictureStyle: PictureStyle
  package var extras: Set<PictureRequest>
  package var effort: Effort
  /// The stages to run, or `nil` to run the configured ones.
  package var stages: [ResolvedComponent]?
  package var cached: CachedPage?
  package var edits: [Edit]
  /// The unique prefix for names of the page's files.
  package var fileStem: String

  package init(
    document: DocumentReference, page: PageReference, wantsPicture: PictureNeed,
    wantsArchivalPicture: Bool = false, pictureStyle: PictureStyle = .faithful, extras: Set<PictureRequest> = [],
    effort: Effort, stages: [ResolvedComponent]? = nil, cached: CachedPage? = nil, edits: [Edit] = [],
    fileStem: String
  ) {
    (self.fileStem, self.cached, self.extras, self.stages, self.edits) = (fileStem, cached, extras, stages, edits)
    (self.document, self.page, self.wantsPicture) = (document, page, wantsPicture)
    (self.wantsArchivalPicture, self.pictureStyle) = (wantsArchivalPicture, pictureStyle)
    self.effort = effort
  }

  package var fileNames: [String] { [page.source] }

  /// Returns the maximum size of a picture, which has at most four bytes per pixel or is a copy of the file.
  package func largestFile(bytes: Int, limits: LimitSettings) -> Int {
    max(bytes, Int(limits.megapixelsPerPage * 4e6)) + 1 << 20
  }
}

/// A request to apply edits to a page of an earlier run. Stages that depend on the text run again.
package struct ReviseRequest: JobRequest {
  package static let name = "revise"

  package struct Reply: JobReply {
    package var page: RecognizedPage

    package init(page: RecognizedPage) { self.page = page }
  }

  package var page: RecognizedPage
  package var edits: [Edit]

  package init(page: RecognizedPage, edits: [Edit]) { (self.page, self.edits) = (page, edits) }
}
