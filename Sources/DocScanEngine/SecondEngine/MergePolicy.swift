// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanNative

/// How two readings of the same words become one: which of them is taken, and how far it is believed.
enum MergePolicy {
  /// Tesseract has read differently prepared pictures of the page: it makes different mistakes, and the surer word is right more often.
  case twoPictures
  /// The confidences of both are probabilities, which decide word by word.
  case probabilities
  /// The confidences of the first are those of another program, which mean little: it has the word unless it doubts it.
  case otherProgram

  /// How much of the doubt is left when two readings agree: their mistakes are not independent. And what a word loses by how sure the
  /// other reading is of another one: calibration makes probabilities of what comes of it.
  private static let commonDoubt = 0.7  // Chosen: 0.5 to 0.9 (doubt).
  private static let cost = 0.5  // Chosen: 0.3 to 0.7 (doubt).
  /// How far the better of two different words of two pictures is believed.
  private static let whenTheyDiffer = 0.75
  /// Where another program doubts a word and Tesseract does not, Tesseract has it.
  private static let doubtful = 0.7
  private static let sureOfWord = 0.9
  /// And where it is that sure of a whole piece.
  private static let sureOfPiece = 0.95
  /// Where readings differ only in signs that look alike, such as O and 0 in a code, or in their case, the first must be so
  /// much surer to be right, in log odds: it sees the signs less sharply than Tesseract.
  private static let leadOfLookalike = 1.0  // Chosen: 0.5 to 2 (doubt).
  /// Where they differ only in a mark over a letter or in a point, which is hardly a pixel of what an engine sees.
  private static let leadOfMark = 3.5

  /// What only Tesseract saw stays if it is that sure of it: rules and pictures make words, too.
  var sureAlone: Double { self == .probabilities ? 0.5 : 0.85 }

  /// Whether Tesseract is right with all that it read in the place of a piece.
  func believesSecond(_ words: [Word]) -> Bool { self == .otherProgram && meanConfidence(words) > Self.sureOfPiece }

  /// Whether Tesseract is surer of what it read in the place of a piece, where that is of other words.
  func isSurer(_ words: [Word], than other: [Word]) -> Bool {
    self == .probabilities && meanConfidence(words) > meanConfidence(other)
  }

  /// How far a word is believed that two readings agree on; the confidences that each has in it.
  func agreed(_ first: Double, _ second: Double) -> Double {
    self == .otherProgram ? max(first, second) : 1 - (1 - first) * (1 - second) * Self.commonDoubt
  }

  /// Whether the first of two different readings of a word is the one to take.
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

  /// How far the one that is taken is believed, and the other one; with the confidences that the readings have in them.
  func differing(taken: Double, other: Double) -> (taken: Double, other: Double) {
    switch self {
    case .twoPictures: (taken * Self.whenTheyDiffer, other)
    case .otherProgram: (taken, other)
    case .probabilities: (taken * (1 - Self.cost * other), other * (1 - Self.cost * taken))
    }
  }

  /// Whether readings differ only in marks over letters, such as é and e, or the first makes a time of an amount, such as 5:95.
  private static func differOnlyInMarks(_ first: String, _ second: String) -> Bool {
    func base(_ character: Character) -> Unicode.Scalar? { String(character).decomposed.unicodeScalars.first }
    guard first != second, first.count == second.count else { return false }
    let isNoTime = first.split(separator: ":").dropFirst().contains { $0.prefix(2) > "59" }
    return zip(first, second).allSatisfy { own, other in
      own == other || base(own) == base(other) || isNoTime && own == ":" && (other == "." || other == ",")
    }
  }

  /// Whether the first reading differs only in case from small capitals, or only in signs that look alike from a code.
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
    // Small capitals, or a code: some of its digits are certain.
    let areCapitals = first.lowercased() == second.lowercased() && second == second.uppercased()
    return areCapitals || zip(first, second).contains { $0 == $1 && $0.isNumber }
  }
}
