// SPDX-License-Identifier: GPL-3.0-or-later

/// The quality of a page's photo or scan.
public struct PageQuality: Finding {
  /// The grades, each of which recommends an action.
  public enum Grade: String, Codable, CaseIterable, Sendable {
    /// No action is necessary.
    case good
    /// The user should check the text before relying on it.
    case fair
    /// The user should photograph or scan the page again.
    case poor
  }

  /// The defects of a photo or scan.
  public enum Defect: String, Codable, CaseIterable, Sendable {
    /// The edges of letters aren't sharp.
    case blur
    /// Light reflects from the paper.
    case glare
    /// Letters are cut off at the edge of the picture.
    case clipped
    /// Letters have too few pixels.
    case lowResolution
    /// Letters are hardly darker than the paper.
    case lowContrast
  }

  /// The overall grade.
  public var grade: Grade
  /// The defects, the worst first. Empty for a good page.
  public var defects: [Defect]
  /// The width of the letters' edges as a fraction of the letters' height. Lower values are sharper.
  public var blur: Double
  /// The difference in brightness between ink and paper, from 0 to 1.
  public var contrast: Double
  /// The fraction of the page that reflects light, from 0 to 1.
  public var glare: Double
  /// The fraction of the text lines that are cut off at the edge, from 0 to 1.
  public var clipped: Double
  /// The median height of the letters in source pixels, or 0 if there are none.
  public var letterHeight: Double

  /// The description of the quality in the page JSON.
  public static let description = FindingDescription(
    key: "quality",
    schema: JSONSchema.object(
      "The quality of the photo or scan. Absent without the quality stage.",
      [
        "grade": JSONSchema.oneOf(
          Grade.allCases.map(\.rawValue),
          "The overall grade. fair: check the text before you rely on it; poor: photograph or scan the page again."),
        "defects": JSONSchema.list(
          of: JSONSchema.oneOf(Defect.allCases.map(\.rawValue)), "The defects of the picture, the worst first.",
          atMost: Defect.allCases.count),
        "blur": JSONSchema.value(
          "number",
          "The width of the letters' edges as a fraction of the letters' height. Lower values are sharper."),
        "contrast": JSONSchema.confidence("The difference in brightness between ink and paper."),
        "glare": JSONSchema.confidence("The fraction of the page that reflects light."),
        "clipped": JSONSchema.confidence("The fraction of text lines that are cut off at the edge."),
        "letterHeight": JSONSchema.value(
          "number", "The median height of the letters in source pixels, or 0 if there are none."),
      ]))

  package init(
    grade: Grade, defects: [Defect], blur: Double, contrast: Double, glare: Double, clipped: Double,
    letterHeight: Double
  ) {
    (self.grade, self.defects, self.blur, self.contrast) = (grade, defects, blur, contrast)
    (self.glare, self.clipped, self.letterHeight) = (glare, clipped, letterHeight)
  }
}

extension RecognizedPage {
  /// The quality of the photo or scan, or `nil` if the `quality` stage didn't run.
  public var quality: PageQuality? { findings.get() }
}

/// A straight horizontal or vertical line on a page, such as one between the cells of a table.
package struct PageRule: ListedFinding {
  package static let mostOnPage = 2048

  /// The ends of the line, beginning with the left or upper one, in pixels of the corrected page.
  package var line: [Point]
  /// The thickness, in pixels of the corrected page.
  package var width: Double

  package static let description = FindingDescription(
    key: "rules",
    schema: JSONSchema.list(
      of: JSONSchema.object(
        "",
        [
          "line": JSONSchema.list(
            of: JSONSchema.reference("point"), "The ends of the line, beginning with the left or upper one.", count: 2),
          "width": JSONSchema.value("number", "The thickness, in pixels."),
        ]),
      "Horizontal and vertical lines on the page. Absent without the stages tables and form.", atMost: mostOnPage))

  package init(from start: Point, to end: Point, width: Double) { (line, self.width) = ([start, end], width) }

  /// The smallest box that contains the line, without its thickness.
  package var box: Box { Box(around: line) }

  package var isHorizontal: Bool { box.width >= box.height }
}

extension RecognizedPage {
  /// The straight lines on the page, or `nil` if no stage looked for them.
  package var rules: [PageRule]? { findings.get() }
}

/// The estimated error rate of a page's text, calculated without knowing the correct text.
public struct ExpectedErrors: Codable, Hashable, Sendable {
  /// The grades of reliability, which depend on the character error rate.
  public enum Grade: String, Codable, CaseIterable, Sendable {
    /// At most 2% of the characters are expected to be wrong.
    case a = "A"
    /// More than 2% and at most 5% of the characters are expected to be wrong.
    case b = "B"
    /// More than 5% and at most 10% of the characters are expected to be wrong.
    case c = "C"
    /// More than 10% and at most 25% of the characters are expected to be wrong.
    case d = "D"
    /// More than 25% of the characters are expected to be wrong, so the text is of little use.
    case f = "F"

    package func isAsBad(as other: Grade) -> Bool { limit >= other.limit }

    /// The highest character error rate of the grade.
    package var limit: Double {
      switch self {
      case .a: 0.02
      case .b: 0.05
      case .c: 0.1
      case .d: 0.25
      case .f: 1
      }
    }

    package init(characterErrorRate rate: Double) { self = Self.allCases.first { rate <= $0.limit } ?? .f }
  }

  /// The expected character error rate, from 0 to 1: wrong, missing, and extra characters as a fraction of the correct characters.
  public var characterErrorRate: Double
  /// The grade for ``characterErrorRate``.
  public var grade: Grade
  /// The fraction of words that are more likely wrong than right, from 0 to 1.
  public var doubtfulWords: Double
  /// The fraction of the text lines in the picture, by length, on which no word was recognized, from 0 to 1.
  public var unreadText: Double

  /// Creates an estimate from values between 0 and 1, and grades the error rate.
  package init(characterErrorRate: Double, doubtfulWords: Double, unreadText: Double) {
    self.characterErrorRate = characterErrorRate.rounded(toPlaces: 4)
    grade = Grade(characterErrorRate: self.characterErrorRate)
    self.doubtfulWords = doubtfulWords.rounded(toPlaces: 3)
    self.unreadText = unreadText.rounded(toPlaces: 3)
  }
}

/// The estimated error rate of a document's text.
public struct DocumentExpectedErrors: Codable, Hashable, Sendable {
  /// The mean error rate of the recognized pages, weighted by their characters, from 0 to 1.
  public var characterErrorRate: Double
  /// The grade for ``characterErrorRate``.
  public var grade: ExpectedErrors.Grade
  /// The number of the page with the highest error rate, counting from 1.
  public var worstPage: Int
  /// The error rate of the worst page, from 0 to 1.
  public var worstCharacterErrorRate: Double

  package init(characterErrorRate: Double, worstPage: Int, worstCharacterErrorRate: Double) {
    self.characterErrorRate = characterErrorRate.rounded(toPlaces: 4)
    grade = ExpectedErrors.Grade(characterErrorRate: self.characterErrorRate)
    (self.worstPage, self.worstCharacterErrorRate) = (worstPage, worstCharacterErrorRate)
  }
}
