// SPDX-License-Identifier: GPL-3.0-or-later

/// Whether there is anything on a page.
public struct BlankEvidence: Codable, Hashable, Sendable {
  /// 0 to 1: how sure it is that the page is blank.
  public var confidence: Double
  /// The share of the page that is inked, 0 to 1.
  public var ink: Double

  public init(confidence: Double, ink: Double) {
    self.confidence = confidence
    self.ink = ink
  }
}

/// How well a page was photographed or scanned.
public struct PageQuality: Codable, Hashable, Sendable {
  /// What a person should do about a page.
  public enum Grade: String, Codable, CaseIterable, Sendable {
    /// Nothing.
    case good
    /// Look at the text before relying on it.
    case fair
    /// Photograph or scan the page again.
    case poor
  }

  /// What is wrong with a page.
  public enum Defect: String, Codable, CaseIterable, Sendable {
    /// Letters have no sharp edges.
    case blur
    /// Light reflects from the paper.
    case glare
    /// Letters are cut off at the edge.
    case clipped
    /// Letters have too few pixels.
    case lowResolution
    /// Letters are hardly darker than the paper.
    case lowContrast
  }

  public var grade: Grade
  /// What is wrong, the worst first; empty for a good page.
  public var defects: [Defect]
  /// The width of the letters' edges as a share of the letters' height: the smaller the sharper.
  public var blur: Double
  /// The difference of ink and paper, 0 to 1.
  public var contrast: Double
  /// The share of the page that reflects light, 0 to 1.
  public var glare: Double
  /// The share of the text lines that are cut off at the edge, 0 to 1.
  public var clipped: Double
  /// The middle height of the letters in source pixels; 0 where there are none.
  public var letterHeight: Double

  public init(
    grade: Grade, defects: [Defect], blur: Double, contrast: Double, glare: Double, clipped: Double,
    letterHeight: Double
  ) {
    self.grade = grade
    self.defects = defects
    self.blur = blur
    self.contrast = contrast
    self.glare = glare
    self.clipped = clipped
    self.letterHeight = letterHeight
  }
}
