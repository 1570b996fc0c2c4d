// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanVision

/// The rules for choosing between two readings of the same words, and for the confidence of the result.
package enum MergePolicy {
  /// Tesseract read differently prepared pictures. The readings make different mistakes, and the more confident word is right more often.
  case twoPictures
  /// The confidences are probabilities, which decide word by word.
  case probabilities
  /// The first reading is another program's. As its confidences mean little, its words win unless it doubts them and Tesseract is sure.
  case otherProgram

  /// The shares for confidences in merged readings. If both readings agree, this share of the doubt remains, because their mistakes aren't
  /// independent. If they differ, the word loses a share of the other reading's confidence. Calibration converts the results to probabilities.
  private static let commonDoubt = 0.7  // Chosen: 0.5 to 0.9 (doubt).
  private static let cost = 0.5  // Chosen: 0.3 to 0.7 (doubt).
  private static let whenTheyDiffer = 0.75
  /// The confidence below which another program's word is replaced, and the confidence that Tesseract's word needs to replace it.
  private static let doubtful = 0.7
  private static let sureOfWord = 0.9
  private static let sureOfPiece = 0.95
  /// The first reading's required lead in log odds if only case or lookalikes (O, 0) differ. Its picture is less sharp than Tesseract's.
  private static let leadOfLookalike = 1.0  // Chosen: 0.5 to 2 (doubt).
  /// The lead that the first reading needs if only a mark or point differs, which covers hardly a pixel in the engine's picture.
  private static let leadOfMark = 3.5

  /// The minimum confidence of words that only Tesseract has: rules and pictures look like words, too.
  var sureAlone: Double { self == .probabilities ? 0.5 : 0.85 }

  func believesSecond(_ words: [Word]) -> Bool { self == .otherProgram && meanConfidence(words) > Self.sureOfPiece }

  func isSurer(_ words: [Word], than other: [Word]) -> Bool {
    self == .probabilities && meanConfidence(words) > meanConfidence(other)
  }

  func agreed(_ first: Double, _ second: Double) -> Double {
    self == .otherProgram ? max(first, second) : 1 - (1 - first) * (1 - second) * Self.commonDoubt
  }

  func takesFirst(_ first: Word.Candidate, over second: Word.Candidate) -> Bool {
    switch self {
    case .twoPictures: return first.confidence >= second.confidence
    case .otherProgram: return !(first.confidence < Self.doubtful && second.confidence > Self.sureOfWord)
    case .probabilities:
      let lead =
        Self.differOnlyInMarks(first.text, second.text)
        ? Self.leadOfMark : Self.areAlike(first.text, second.text) ? Self.leadOfLookalike : 0
      guard lead > 0 else { return first.confidence >= second.confidence }
      return logOdds(first.confidence, limit: 0.001) - logOdds(second.confidence, limit: 0.001) >= lead
    }
  }

  func differing(taken: Double, other: Double) -> (taken: Double, other: Double) {
    switch self {
    case .twoPictures: (taken * Self.whenTheyDiffer, other)
    case .otherProgram: (taken, other)
    case .probabilities: (taken * (1 - Self.cost * other), other * (1 - Self.cost * taken))
    }
  }

  /// Returns whether readings differ only in marks over letters, such as é and e, or in a colon instead of a decimal point, such as 5:95.
  private static func differOnlyInMarks(_ first: String, _ second: String) -> Bool {
    func base(_ character: Character) -> Unicode.Scalar? { String(character).decomposed.unicodeScalars.first }
    guard first != second, first.count == second.count else { return false }
    let isNoTime = first.split(separator: ":").dropFirst().contains { $0.prefix(2) > "59" }
    return zip(first, second).allSatisfy { own, other in
      own == other || base(own) == base(other) || isNoTime && own == ":" && (other == "." || other == ",")
    }
  }

  /// Returns whether two readings differ only in case or in look-alike characters, and the second one is all capitals or a code with digits.
  private static func areAlike(_ first: String, _ second: String) -> Bool {
    func shape(_ character: Character) -> String {
      switch character {
      case "O", "o", "Q", "D": "0"
      case "I", "l", "i", "|": "1"
      case "Z", "z": "2"
      case "S", "s": "5"
      case "B": "8"
      case _: character.lowercased()
      }
    }
    guard first != second, first.count == second.count, first.map(shape) == second.map(shape) else { return false }
    // A code has some digits that agree.
    let areCapitals = first.lowercased() == second.lowercased() && second == second.uppercased()
    return areCapitals || zip(first, second).contains { $0 == $1 && $0.isNumber }
  }
}
