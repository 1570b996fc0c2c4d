// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import Glibc

/// The likeliest texts of a word, from what each of its symbols may be.
struct WordCandidates {
  /// What a symbol may be.
  struct Choice {
    var text: String
    /// The negative logarithm of its likelihood over the stretch of the line that the symbol covers.
    var cost: Double
  }

  /// A symbol as it was read, and what else it may be.
  struct Symbol {
    var text: String
    var choices: [Choice]

    /// What it may be, by how much more each choice costs than what was read.
    fileprivate var alternatives: [Choice] {
      let own = Choice(text: text, cost: 0)
      guard let read = choices.first(where: { $0.text == text }) else { return [own] }
      let others = choices.filter { $0.text != text && !$0.text.allSatisfy(\.isWhitespace) }
      // Where a dictionary decided against the network, what the network likes better costs nothing.
      return [own] + others.map { Choice(text: $0.text, cost: max($0.cost - read.cost, 0)) }
    }
  }

  /// A candidate is believed e times less for each such difference in cost: the steps of the network that make up a
  /// symbol are not independent of each other, and their likelihoods count its certainty several times.
  private static let costPerE = 4.0
  /// Candidates that are believed less are none.
  private static let leastConfidence = 0.005

  let symbols: [Symbol]

  /// Up to this many texts, the word itself first.
  func best(_ count: Int, for word: Word) -> [Word.Candidate] {
    let own = Word.Candidate(text: word.text, confidence: word.confidence)
    // Costs add up, so the best beginnings hold the best texts.
    var texts = [Choice(text: "", cost: 0)]
    for symbol in symbols {
      let alternatives = symbol.alternatives
      let longer = texts.flatMap { begun in
        alternatives.map { Choice(text: begun.text + $0.text, cost: begun.cost + $0.cost) }
      }
      // Sorting is not stable: ties go by the text, so that results are the same in every run.
      texts = Array(longer.sorted { ($0.cost, $0.text) < ($1.cost, $1.text) }.prefix(count + 1))
    }
    // Symbols that do not make up the word, as in scripts from right to left, say nothing about it.
    guard symbols.map(\.text).joined() == word.text else { return [own] }
    let others = texts.filter { $0.text != word.text }.map {
      Word.Candidate(
        text: $0.text, confidence: (word.confidence * exp(-$0.cost / Self.costPerE)).rounded(toPlaces: 3))
    }
    return Array(([own] + others.filter { $0.confidence >= Self.leastConfidence }).prefix(count))
  }
}
