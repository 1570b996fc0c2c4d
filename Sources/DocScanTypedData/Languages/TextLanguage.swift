// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import Glibc

/// The language of a text, detected by script, function words, letters, and letter sequences. For Latin script, three sources vote: each function
/// word that belongs to a single language has one vote, each accented letter has half a vote up to two in total, and CLD2 has one vote. Each source
/// has weaknesses: CLD2 misjudges foreign words, function words get misread, and accents get lost. `Tests/Tools/measure/textlanguages.py` measures
/// each source.
package struct TextLanguage: Hashable {
  package var tag: String
  package var confidence: Double

  private static let longest = 8000

  package init(_ text: String) {
    let scalars = Array(text.unicodeScalars.prefix(Self.longest))
    let letters = LetterCounts(scalars)
    guard letters.all > 1 else {
      (tag, confidence) = ("und", 0)
      return
    }
    // A Han or Hangul character counts as three Latin letters.
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

  // Returns the largest share of function words of another language in a text that CLD2 assigns to a language without a word list.
  private static func mostFunctionWords(beside share: Double) -> Double {
    share > 0.95 ? 0.2 : share > 0.8 ? 0.12 : share > 0.6 ? 0.06 : 0
  }

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
    // A language without a word list: CLD2 is certain, and there are few function words of the listed languages. Many languages have ä and ö.
    let count = votes.scores[first.key] ?? 0
    if !isKnown, sequences.isReliable, sequences.tag != "und",
      count < Self.mostFunctionWords(beside: sequences.share) * Double(votes.words)
        || count < 1 && sequences.share > 0.8
    {
      return TextLanguage(tag: sequences.tag, confidence: min(0.95, sequences.share))
    }
    guard first.value > 0 else { return TextLanguage(tag: "und", confidence: 0) }
    // The confidence increases with the lead over the second language.
    let lead = first.value - second.value
    return TextLanguage(tag: first.key, confidence: (1 - 0.5 * exp(-0.9 * lead)).rounded(toPlaces: 3))
  }
}
