// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// The findings of each stage on a page, without its text, so that a later run can reuse them up to the first changed stage.
package struct PageCheckpoint: Codable, Hashable, Sendable {
  /// The maximum number of pages that a page can be split into: 2 for a spread, more for receipts that were scanned together.
  package static let mostParts = 16

  /// A correction with the resulting page size.
  package struct Placed: Codable, Hashable, Sendable {
    package var correction: Correction
    package var size: RasterSize

    package init(correction: Correction, size: RasterSize) { (self.correction, self.size) = (correction, size) }
  }

  /// The cleaning steps for the picture.
  package struct Cleaning: Codable, Hashable, Sendable {
    /// The steps before recognition, as a bit mask.
    package let steps: UInt32
    /// The steps before display, as a bit mask. 0 if the results show the original pixels.
    package let shownSteps: UInt32

    package init(steps: UInt32, shownSteps: UInt32) { (self.steps, self.shownSteps) = (steps, shownSteps) }
  }

  /// The findings of one stage, and the state of the page after it.
  package struct Step: Codable, Hashable, Sendable {
    package var stage: ResolvedComponent
    package var corrections: [Placed]
    /// The corrections that lead to the pages of a split, in reading order. Empty if the page wasn't split.
    package var parts: [Placed]
    /// The cleaning that applies from this stage on, or `nil` for none.
    package var cleaning: Cleaning?
    package var isBlank: Bool
    /// The findings of the stage, with positions in source pixels.
    package var findings: PageFindings

    package init(
      stage: ResolvedComponent, corrections: [Placed] = [], parts: [Placed] = [], cleaning: Cleaning? = nil,
      isBlank: Bool = false, findings: PageFindings = PageFindings()
    ) {
      (self.stage, self.corrections, self.parts) = (stage, corrections, parts)
      (self.cleaning, self.isBlank, self.findings) = (cleaning, isBlank, findings)
    }
  }

  /// The steps, in order. If the page was split, the last step split it.
  package var steps: [Step]
  package var parts: [PageCheckpoint]

  package var pageCount: Int { parts.isEmpty ? 1 : parts.reduce(0) { $0 + $1.pageCount } }

  package init(steps: [Step] = [], parts: [PageCheckpoint] = []) { (self.steps, self.parts) = (steps, parts) }
}

/// The cached result of an earlier run for a page.
package struct CachedPage: Codable, Sendable {
  package var stages: [ResolvedComponent]
  package var pictureNeed: PageRequest.PictureNeed
  package var checkpoint: PageCheckpoint
  /// The results. The picture files no longer exist, but the results show whether a picture must be created again.
  package var results: [PageResult]

  package init(
    stages: [ResolvedComponent], pictureNeed: PageRequest.PictureNeed, checkpoint: PageCheckpoint, results: [PageResult]
  ) {
    (self.stages, self.pictureNeed, self.checkpoint) = (stages, pictureNeed, checkpoint)
    self.results = results
  }
}
