// SPDX-License-Identifier: GPL-3.0-or-later

/// How well a page was photographed or scanned.
public struct PageQuality: Finding {
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

  /// All of it in one word.
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

  public static let description = FindingDescription(
    key: "quality",
    schema: JSONSchema.object(
      "How well the page was photographed or scanned; absent without the quality stage.",
      [
        "grade": JSONSchema.oneOf(
          Grade.allCases.map(\.rawValue),
          "good; fair: check the text before you rely on it; poor: photograph or scan the page again."),
        "defects": JSONSchema.list(
          of: JSONSchema.oneOf(Defect.allCases.map(\.rawValue)), "What is wrong, the worst first.",
          atMost: Defect.allCases.count),
        "blur": JSONSchema.value("number", "The width of the letters' edges as a fraction of the letters' height."),
        "contrast": JSONSchema.confidence("The difference between ink and paper."),
        "glare": JSONSchema.confidence("The fraction of the page that reflects light."),
        "clipped": JSONSchema.confidence("The fraction of text lines that are cut off at the edge."),
        "letterHeight": JSONSchema.value(
          "number", "The median height of the letters in source pixels; 0 if there are none."),
      ]))

  /// What was measured on a page.
  package init(
    grade: Grade, defects: [Defect], blur: Double, contrast: Double, glare: Double, clipped: Double,
    letterHeight: Double
  ) {
    (self.grade, self.defects, self.blur, self.contrast) = (grade, defects, blur, contrast)
    (self.glare, self.clipped, self.letterHeight) = (glare, clipped, letterHeight)
  }
}

extension RecognizedPage {
  /// How well the page was photographed or scanned; nil when the pipeline did not look.
  public var quality: PageQuality? { findings.get() }
}
