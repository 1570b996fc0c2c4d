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
  /// The middle height of the letters in source pixels; 0 if there are none.
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

/// A straight line that was drawn or printed on a page, such as one between the cells of a table.
package struct PageRule: ListedFinding {
  /// A page with more is not believed.
  package static let mostOnPage = 2048

  /// From its left or upper end to the other one, in pixels of the corrected page.
  package var line: [Point]
  /// How thick it is, in pixels of the corrected page.
  package var width: Double

  package static let description = FindingDescription(
    key: "rules",
    schema: JSONSchema.list(
      of: JSONSchema.object(
        "",
        [
          "line": JSONSchema.list(
            of: JSONSchema.reference("point"), "Its left or upper end, and the other one.", count: 2),
          "width": JSONSchema.value("number", "How thick it is, in pixels."),
        ]),
      "Straight lines across or down the page; absent without the stages tables and form.", atMost: mostOnPage))

  /// A line between two places, in pixels of the corrected page.
  package init(from start: Point, to end: Point, width: Double) { (line, self.width) = ([start, end], width) }

  /// The smallest box around it, without its width.
  package var box: Box { Box(around: line) }

  /// Whether it runs across the page, not down.
  package var isHorizontal: Bool { box.width >= box.height }
}

extension RecognizedPage {
  /// The straight lines on the page; nil when nobody looked.
  package var rules: [PageRule]? { findings.get() }
}

/// How wrong the text of a page is likely to be, as told without knowing the true text.
public struct ExpectedErrors: Codable, Hashable, Sendable {
  /// How far the text can be relied on.
  public enum Grade: String, Codable, CaseIterable, Sendable {
    /// At most 2% of the characters are expected to be wrong.
    case a = "A"
    /// At most 5 %.
    case b = "B"
    /// At most 10 %.
    case c = "C"
    /// At most 25 %.
    case d = "D"
    /// More: the text is of little use.
    case f = "F"

    /// Whether text of this grade is as bad as that of another, or worse.
    package func isAsBad(as other: Grade) -> Bool { limit >= other.limit }

    /// The largest character error rate that still gets the grade.
    package var limit: Double {
      switch self {
      case .a: 0.02
      case .b: 0.05
      case .c: 0.1
      case .d: 0.25
      case .f: 1
      }
    }

    /// The grade of a character error rate.
    package init(characterErrorRate rate: Double) { self = Self.allCases.first { rate <= $0.limit } ?? .f }
  }

  /// The character error rate to expect, 0 to 1: wrong, missing and added characters as a share of the true ones.
  public var characterErrorRate: Double
  /// The same in one word.
  public var grade: Grade
  /// The share of the words that are more likely wrong than right, 0 to 1.
  public var doubtfulWords: Double
  /// The share of the text lines in the picture, by their length, on which no word was read, 0 to 1.
  public var unreadText: Double

  /// Grades an error rate; all values are from 0 to 1.
  package init(characterErrorRate: Double, doubtfulWords: Double, unreadText: Double) {
    self.characterErrorRate = characterErrorRate.rounded(toPlaces: 4)
    grade = Grade(characterErrorRate: self.characterErrorRate)
    self.doubtfulWords = doubtfulWords.rounded(toPlaces: 3)
    self.unreadText = unreadText.rounded(toPlaces: 3)
  }
}

/// How wrong the text of a document is likely to be.
public struct DocumentExpectedErrors: Codable, Hashable, Sendable {
  /// The mean over its recognized pages, weighted by their characters.
  public var characterErrorRate: Double
  /// The same in one word.
  public var grade: ExpectedErrors.Grade
  /// The number of the page with the highest error rate, in the document.
  public var worstPage: Int
  /// The error rate of that page.
  public var worstCharacterErrorRate: Double

  /// Grades a mean error rate, and keeps the worst page.
  package init(characterErrorRate: Double, worstPage: Int, worstCharacterErrorRate: Double) {
    self.characterErrorRate = characterErrorRate.rounded(toPlaces: 4)
    grade = ExpectedErrors.Grade(characterErrorRate: self.characterErrorRate)
    (self.worstPage, self.worstCharacterErrorRate) = (worstPage, worstCharacterErrorRate)
  }
}
