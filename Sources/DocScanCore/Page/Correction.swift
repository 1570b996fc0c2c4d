// SPDX-License-Identifier: GPL-3.0-or-later

/// One step that moved the page's pixels, or looked and found nothing to do (an identity matrix without a mesh).
public struct Correction: Codable, Hashable, Sendable {
  /// The stage: `perspective`, `orientation`, `deskew` …
  public var kind: String
  /// 0 to 1: how sure the stage was of what it found.
  public var confidence: Double
  /// The corners of the sheet, or of the part of the page that was kept, in source pixels, clockwise from its top-left.
  public var quad: [Point]?
  /// The clockwise turn that was applied.
  public var degrees: Double?
  /// The line between the two pages of a spread in source pixels, from its upper to its lower end.
  public var gutter: [Point]?
  /// What made a bent page flat.
  public var mesh: Mesh?
  /// What the clean stage did to the picture that is read.
  public var steps: [String]?
  /// What was done because the correction would have cut text; nil if it would not.
  public var textOutside: TextOutside?
  /// True where the pipeline file gave the values, and nothing was looked for.
  public var given: Bool?
  /// The step's own map, from the image before it to the image after it; without the mesh, where there is one.
  public var matrix: Homography

  /// A correction; its matrix maps pixels of the page before it to pixels after it.
  public init(
    kind: String, confidence: Double, quad: [Point]? = nil, degrees: Double? = nil, gutter: [Point]? = nil,
    mesh: Mesh? = nil, steps: [String]? = nil, textOutside: TextOutside? = nil, given: Bool = false, matrix: Homography
  ) {
    (self.kind, self.confidence, self.quad, self.degrees) = (kind, confidence, quad, degrees)
    (self.gutter, self.mesh, self.steps) = (gutter, mesh, steps)
    self.textOutside = textOutside
    self.given = given ? true : nil
    self.matrix = matrix
  }

  /// Whether the step moved anything.
  package var movesPixels: Bool { mesh != nil || !matrix.isIdentity }
}

/// What was done because text lay outside of what a correction would have kept.
public enum TextOutside: String, Codable, Hashable, Sendable, CaseIterable {
  /// More was kept than the stage had found.
  case widened
  /// The page stayed as it was.
  case dropped
  /// The correction was made, text of the source had no place in its result or could no longer be read there, and it was undone.
  case undone
}

/// The way from the page as loaded to the corrected page and back: homographies, and the mesh of a bent page between them.
///
/// All corrections of a page compose into one such map, so its pixels are resampled once.
public struct PageMap: Hashable, Sendable {
  /// From source pixels to the page before the mesh; to the corrected page where there is no mesh.
  public private(set) var sourceToPage = Homography.identity
  /// What made a bent page flat; nil for most pages.
  public private(set) var mesh: Mesh?
  /// From the flat page to the corrected page; the identity where there is no mesh.
  public private(set) var pageToImage = Homography.identity

  /// The map that moves nothing.
  package init() {}

  /// The map of one homography.
  package init(_ homography: Homography) { sourceToPage = homography }

  /// The map of a page's corrections, in the order in which they were applied.
  package init(_ corrections: [Correction]) {
    for correction in corrections { append(correction) }
  }

  /// Adds a step. A page has one mesh at most; another is left out.
  package mutating func append(_ correction: Correction) {
    if let mesh = correction.mesh, self.mesh == nil {
      self.mesh = mesh
    } else {
      append(correction.matrix)
    }
  }

  /// Adds a homography.
  package mutating func append(_ step: Homography) {
    if mesh == nil {
      sourceToPage = sourceToPage.then(step)
    } else {
      pageToImage = pageToImage.then(step)
    }
  }

  /// This map and then a homography.
  package func then(_ step: Homography) -> PageMap {
    var map = self
    map.append(step)
    return map
  }

  /// This map and then another; only one of them may have a mesh.
  package func then(_ next: PageMap) -> PageMap {
    var map = then(next.sourceToPage)
    if let mesh = next.mesh, map.mesh == nil { map.mesh = mesh }
    map.append(next.pageToImage)
    return map
  }

  /// Whether the map moves nothing.
  package var isIdentity: Bool { mesh == nil && sourceToPage.isIdentity }

  /// Where a pixel of the source is on the corrected page.
  public func image(_ source: Point) -> Point {
    let point = sourceToPage(source)
    return pageToImage(mesh?.after(point) ?? point)
  }

  /// Where a pixel of the corrected page came from.
  public func source(_ image: Point) -> Point {
    let point = pageToImage.inverse(image)
    return sourceToPage.inverse(mesh?.before(point) ?? point)
  }
}
