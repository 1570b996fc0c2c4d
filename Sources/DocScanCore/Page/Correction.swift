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
  /// What was done because the correction would have cut text; nil where it would not.
  public var textOutside: TextOutside?
  /// True where the pipeline file gave the values, and nothing was looked for.
  public var given: Bool?
  /// The step's own map, from the image before it to the image after it; without the mesh, where there is one.
  public var matrix: Homography

  /// A correction; its matrix maps pixels of the page before it to pixels after it.
  package init(
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
