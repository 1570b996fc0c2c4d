// SPDX-License-Identifier: GPL-3.0-or-later

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

  public init(
    stages: [ResolvedComponent], pictureNeed: PageRequest.PictureNeed, checkpoint: PageCheckpoint, results: [PageResult]
  ) {
    (self.stages, self.pictureNeed, self.checkpoint) = (stages, pictureNeed, checkpoint)
    self.results = results
  }
}
