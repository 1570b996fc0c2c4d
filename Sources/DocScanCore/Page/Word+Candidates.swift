// SPDX-License-Identifier: GPL-3.0-or-later

extension Word {
  /// The most candidates a word can have.
  package static let mostCandidates = 10

  /// One of the texts that a word may have.
  public struct Candidate: Codable, Hashable, Sendable {
    /// What the word may be.
    public var text: String
    /// 0 to 1.
    public var confidence: Double

    /// A reading of a word.
    package init(text: String, confidence: Double) { (self.text, self.confidence) = (text, confidence) }
  }

  /// The word with one more candidate: in its place by confidence, behind the word itself.
  public func adding(_ candidate: Candidate) -> Word {
    let own = candidates ?? [Candidate(text: text, confidence: confidence)]
    guard !own.contains(where: { $0.text == candidate.text }) else { return self }
    var word = self
    let others = (own.dropFirst() + [candidate]).sorted { $0.confidence > $1.confidence }
    word.candidates = own.prefix(1) + others
    return word
  }

  /// The word with at most `count` candidates, if it has any.
  package func limited(toCandidates count: Int) -> Word {
    var word = self
    word.candidates = candidates.map { Array($0.prefix(count)) }
    return word
  }

  /// Lets the first candidate be the word itself; the others keep their share of its confidence.
  mutating func updateCandidates(confidenceBefore: Double) {
    guard let own = candidates, !own.isEmpty else { return }
    let factor = confidenceBefore > 0 ? confidence / confidenceBefore : 1
    candidates = own.map {
      Candidate(text: $0.text, confidence: min($0.confidence * factor, 1).rounded(toPlaces: 3))
    }
    candidates?[0] = Candidate(text: text, confidence: confidence)
  }
}
