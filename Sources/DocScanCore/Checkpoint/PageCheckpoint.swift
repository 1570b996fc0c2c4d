// SPDX-License-Identifier: GPL-3.0-or-later

/// What the stages found on a page, step by step, so that a later run takes it over as far as its stages are the same.
///
/// It holds everything but the text: that is in the page's results.
public struct PageCheckpoint: Codable, Hashable, Sendable {
  /// So many pages at most are made of one: two of a spread, more of slips that were scanned together.
  public static let mostParts = 16

  /// A correction, and the page's size after it.
  public struct Placed: Codable, Hashable, Sendable {
    /// What moved the picture, or looked.
    public var correction: Correction
    /// The size of the page after it.
    public var size: RasterSize

    /// A correction, and the size of the page after it.
    public init(correction: Correction, size: RasterSize) { (self.correction, self.size) = (correction, size) }
  }

  /// How a picture is cleaned.
  public struct Cleaning: Codable, Hashable, Sendable {
    /// A bit for each step that the page is read after.
    public let steps: UInt32
    /// A bit for each step that the page is shown after; 0 where the results show its own pixels.
    public let shownSteps: UInt32

    /// Steps as bits: for what reads the page, and for what shows it.
    public init(steps: UInt32, shownSteps: UInt32) { (self.steps, self.shownSteps) = (steps, shownSteps) }
  }

  /// What one stage found, and what is known of the page after it.
  public struct Step: Codable, Hashable, Sendable {
    /// The stage, with its settings.
    public var stage: ResolvedComponent
    /// The corrections that it made, in their order.
    public var corrections: [Placed]
    /// The corrections that lead to the pages it was split into, in reading order; empty for a single page.
    public var parts: [Placed]
    /// How the picture is cleaned from here on; nil where it is not.
    public var cleaning: Cleaning?
    /// Whether the page counts as blank from here on.
    public var isBlank: Bool
    /// What this stage found; places are in pixels of the source.
    public var findings: PageFindings

    /// What a stage found.
    public init(
      stage: ResolvedComponent, corrections: [Placed] = [], parts: [Placed] = [], cleaning: Cleaning? = nil,
      isBlank: Bool = false, findings: PageFindings = PageFindings()
    ) {
      (self.stage, self.corrections, self.parts) = (stage, corrections, parts)
      (self.cleaning, self.isBlank, self.findings) = (cleaning, isBlank, findings)
    }
  }

  /// The steps, in order; where the page was split, the last of these did it.
  public var steps: [Step]
  /// What followed on each of the pages that this one was split into.
  public var parts: [PageCheckpoint]

  /// How many pages the page was split into in the end; 1 for a single page.
  public var pageCount: Int { parts.isEmpty ? 1 : parts.reduce(0) { $0 + $1.pageCount } }

  /// The steps of a page, and the pages that it was split into.
  public init(steps: [Step] = [], parts: [PageCheckpoint] = []) { (self.steps, self.parts) = (steps, parts) }
}

/// What an earlier run made of a page.
public struct CachedPage: Codable, Sendable {
  /// The stages that it had to run on the page.
  public var stages: [ResolvedComponent]
  /// When a picture was wanted.
  public var pictureNeed: PageRequest.PictureNeed
  /// What the stages found that ran.
  public var checkpoint: PageCheckpoint
  /// The results. Their pictures are gone; whether there was one tells if one has to be made again.
  public var results: [PageResult]

  /// What an earlier run left of a page.
  public init(
    stages: [ResolvedComponent], pictureNeed: PageRequest.PictureNeed, checkpoint: PageCheckpoint, results: [PageResult]
  ) {
    (self.stages, self.pictureNeed, self.checkpoint) = (stages, pictureNeed, checkpoint)
    self.results = results
  }
}
