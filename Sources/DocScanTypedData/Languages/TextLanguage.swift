// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import Glibc

/// The language that a text is in, told by its script, its small words, its letters and their sequences.
///
/// In Latin letters three witnesses vote: small words, each of which counts one where one language has it; letters with marks,
/// half a vote each, four at most; and CLD2, one vote. One witness alone is not enough: CLD2 takes an English word in a Spanish
/// sentence for English, small words are misread, and marks get lost. `Tests/Tools/measure/textlanguages.py` measures each of them.
package struct TextLanguage: Hashable {
  /// As BCP 47 names it; "und" where nothing tells.
  package var tag: String
  /// 0 to 1.
  package var confidence: Double

  /// Longer texts are judged by their beginning, in characters.
  private static let longest = 8000

  /// Tells the language of a text.
  package init(_ text: String) {
    let scalars = Array(text.unicodeScalars.prefix(Self.longest))
    let letters = LetterCounts(scalars)
    guard letters.all > 1 else {
      (tag, confidence) = ("und", 0)
      return
    }
    // A Han or Hangul character says as much as three Latin letters.
    if 3 * letters.eastAsian >= letters.latin, letters.eastAsian > letters.other {
      self = letters.eastAsianLanguage
    } else if letters.other > letters.latin {
      let found = LetterSequences(scalars)
      (tag, confidence) = (found.tag, found.tag == "und" ? 0 : min(0.99, found.share))
    } else {
      self = Self.latin(scalars, letters)
    }
  }

  package init(tag: String, confidence: Double) { (self.tag, self.confidence) = (tag, confidence) }

  private static func latin(_ scalars: [Unicode.Scalar], _ letters: LetterCounts) -> TextLanguage {
    let votes = SmallWords(scalars)
    let sequences = LetterSequences(scalars)
    var scores = votes.scores
    for (language, marks) in SmallWords.marks {
      let count = marks.reduce(0.0) { sum, mark in
        let sharers = SmallWords.marks.values.count { $0.contains(mark) }
        return sum + Double(letters.marked[mark] ?? 0) / Double(sharers)
      }
      scores[language, default: 0] += min(4, count) / 2
    }
    let isKnown = scores[sequences.tag] != nil
    if isKnown { scores[sequences.tag, default: 0] += sequences.share }
    let ranked = scores.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    guard let first = ranked.first, let second = ranked.dropFirst().first else {
      return TextLanguage(tag: "und", confidence: 0)
    }
    // Another language: CLD2 is sure of it, and the small words are not those of the ones that have some here.
    if !isKnown, sequences.isReliable, sequences.tag != "und", sequences.share > 0.8,
      first.value < 0.12 * Double(votes.words) || first.value < 1
    {
      return TextLanguage(tag: sequences.tag, confidence: min(0.95, sequences.share))
    }
    guard first.value > 0 else { return TextLanguage(tag: "und", confidence: 0) }
    // The more votes there are between the first and the second, the surer.
    let lead = first.value - second.value
    return TextLanguage(tag: first.key, confidence: (1 - 0.5 * exp(-0.9 * lead)).rounded(toPlaces: 3))
  }
}
