// SPDX-License-Identifier: GPL-3.0-or-later

/// What the stages found on a page, step by step, so that a later run takes it over as far as its stages are the same.
///
/// It holds everything but the text: that is in the page's results.
package struct PageCheckpoint: Codable, Hashable, Sendable {
  /// So many pages at most are made of one: two of a spread, more of slips that were scanned together.
  package static let mostParts = 16

  /// A correction, and the page's size after it.
  package struct Placed: Codable, Hashable, Sendable {
    /// What moved the picture, or looked.
    package var correction: Correction
    /// The size of the page after it.
    package var size: RasterSize

    /// A correction, and the size of the page after it.
    package init(correction: Correction, size: RasterSize) { (self.correction, self.size) = (correction, size) }
  }

  /// How a picture is cleaned.
  package struct Cleaning: Codable, Hashable, Sendable {
    /// A bit for each step that the page is read after.
    package let steps: UInt32
    /// A bit for each step that the page is shown after; 0 if the results show its own pixels.
    package let shownSteps: UInt32

    /// Steps as bits: for what reads the page, and for what shows it.
    package init(steps: UInt32, shownSteps: UInt32) { (self.steps, self.shownSteps) = (steps, shownSteps) }
  }

  /// What one stage found, and what is known of the page after it.
  package struct Step: Codable, Hashable, Sendable {
    /// The stage, with its settings.
    package var stage: ResolvedComponent
    /// The corrections that it made, in their order.
    package var corrections: [Placed]
    /// The corrections that lead to the pages it was split into, in reading order; empty for a single page.
    package var parts: [Placed]
    /// How the picture is cleaned from here on; nil if it is not.
    package var cleaning: Cleaning?
    /// Whether the page counts as blank from here on.
    package var isBlank: Bool
    /// What this stage found; places are in pixels of the source.
    package var findings: PageFindings

    /// What a stage found.
    package init(
      stage: ResolvedComponent, corrections: [Placed] = [], parts: [Placed] = [], cleaning: Cleaning? = nil,
      isBlank: Bool = false, findings: PageFindings = PageFindings()
    ) {
      (self.stage, self.corrections, self.parts) = (stage, corrections, parts)
      (self.cleaning, self.isBlank, self.findings) = (cleaning, isBlank, findings)
    }
  }

  /// The steps, in order; where the page was split, the last of these did it.
  package var steps: [Step]
  /// What followed on each of the pages that this one was split into.
  package var parts: [PageCheckpoint]

  /// How many pages the page was split into in the end; 1 for a single page.
  package var pageCount: Int { parts.isEmpty ? 1 : parts.reduce(0) { $0 + $1.pageCount } }

  /// The steps of a page, and the pages that it was split into.
  package init(steps: [Step] = [], parts: [PageCheckpoint] = []) { (self.steps, self.parts) = (steps, parts) }
}

/// What an earlier run made of a page.
package struct CachedPage: Codable, Sendable {
  /// The stages that it had to run on the page.
  package var stages: [ResolvedComponent]
  /// When a picture was wanted.
  package var pictureNeed: PageRequest.PictureNeed
  /// What the stages found that ran.
  package var checkpoint: PageCheckpoint
  /// The results. Their pictures are gone; whether there was one tells if one has to be made again.
  package var results: [PageResult]

  /// What an earlier run left of a page.
  package init(
    stages: [ResolvedComponent], pictureNeed: PageRequest.PictureNeed, checkpoint: PageCheckpoint, results: [PageResult]
  ) {
    (self.stages, self.pictureNeed, self.checkpoint) = (stages, pictureNeed, checkpoint)
    self.results = results
  }
}
