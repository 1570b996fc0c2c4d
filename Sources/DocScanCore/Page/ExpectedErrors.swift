// SPDX-License-Identifier: GPL-3.0-or-later

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
