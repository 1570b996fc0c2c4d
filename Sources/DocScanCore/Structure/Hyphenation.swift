// SPDX-License-Identifier: GPL-3.0-or-later

/// A word that is broken at the end of a line and goes on at the start of the next.
package struct Hyphenation {
  /// The part before the hyphen.
  package let start: String
  /// The hyphen itself.
  package let hyphen: String
  /// The whole word.
  package let word: String

  private static let hyphens: Set<Character> = ["-", "\u{AD}", "\u{2010}"]
  /// After one of these the hyphen stands for a part that follows later: "pre- and postwar", "Vor- und Nachmittag".
  private static let conjunctions: Set<String> = [
    "and", "or", "to", "und", "oder", "bis", "bzw.", "sowie", "et", "ou", "e", "y", "o", "en", "of",
  ]

  /// Nil unless the last word of a line goes on in the first word of the next.
  package init?(_ last: Word?, _ next: Word?) {
    guard let last = last?.text, let next = next?.text, let hyphen = last.last, Self.hyphens.contains(hyphen) else {
      return nil
    }
    let start = last.dropLast()
    guard start.last?.isLetter == true, next.first?.isLetter == true, !Self.conjunctions.contains(next) else {
      return nil
    }
    // A hyphen inside ("state-of-the-") or a capital after it ("Jean-Paul") says that it belongs to the word.
    let isKept = start.contains { Self.hyphens.contains($0) } || next.first?.isUppercase == true
    self.start = String(start)
    self.hyphen = String(hyphen)
    word = start + (isKept ? String(hyphen) : "") + next
  }
}
