// SPDX-License-Identifier: GPL-3.0-or-later

/// One or more words that indicate a row's topic, recognized even if letters are misread.
package struct Keyword: Sendable {
  private let letters: [LetterConfusion.Letter]
  private let set: LetterSet
  private let isIdeographic: Bool
  /// Whether the keyword is too short for approximate search: only letters misread as digits match.
  private let isShort: Bool

  private static let least = 0.78
  private static let rounding = 1e-9

  package init(_ text: String) {
    letters = FoldedText(text).letters
    set = letters.reduce(LetterSet()) { $0.union(LetterSet($1)) }
    isIdeographic = letters.contains(where: \.isIdeographic)
    isShort = letters.count <= 3 && !isIdeographic
  }

  /// Returns the similarity of the best match in a text, up to 1, or `nil` if there is none. The similarity is 1 minus the edit distance per letter,
  /// with lower costs for letters that look alike. Matches begin and end at word boundaries, except in Han, kana, and Hangul. Spaces are ignored.
  package func similarity(in text: FoldedText) -> Double? { similarity(in: text, above: 0, upTo: 1) }

  /// Returns whether the keyword occurs in a text with more than a similarity.
  package func occurs(in text: FoldedText, above least: Double) -> Bool {
    similarity(in: text, above: least, upTo: least) != nil
  }

  // Returns the similarity of the best match above `least`, or of the first one above `enough` or equal to 1.
  fileprivate func similarity(in text: FoldedText, above least: Double, upTo enough: Double) -> Double? {
    guard let first = letters.first, isShort || canOccur(among: text.set, limit(of: least)) else { return nil }
    var best: Double?
    var costs: [Double] = []
    for start in isIdeographic ? Array(text.letters.indices) : text.starts {
      guard letters.count > 5 || LetterConfusion.costs.cost(first, text.letters[start]) < LetterConfusion.other else {
        continue
      }
      if let found = match(in: text, from: start, best ?? least, &costs)?.similarity, found > best ?? least {
        best = found
        if found > enough || found == 1 { break }
      }
    }
    return best
  }

  /// Returns the letters of all matches with at least a similarity.
  package func places(in text: FoldedText, from least: Double = 0) -> [(letters: Range<Int>, similarity: Double)] {
    guard let first = letters.first, isShort || canOccur(among: text.set, limit(of: least)) else { return [] }
    var costs: [Double] = []
    return text.starts.compactMap { start in
      guard LetterConfusion.costs.cost(first, text.letters[start]) < LetterConfusion.other,
        let found = match(in: text, from: start, least, &costs), found.similarity >= least
      else { return nil }
      return (start..<found.end, found.similarity)
    }
  }

  package var count: Int { letters.count }

  // Returns the highest cost of a match with at least a similarity.
  private func limit(of similarity: Double) -> Double {
    // In a word of four letters, one may be misread. With two, it is another word.
    let own = letters.count <= 4 && !isIdeographic ? LetterConfusion.alike : (1 - Self.least) * Double(letters.count)
    return min(own, (1 - similarity) * Double(letters.count) + Self.rounding)
  }

  private func canOccur(among letters: LetterSet, _ limit: Double) -> Bool {
    set.leastCost(in: letters) <= limit + Self.rounding
  }

  // Computes the edit distances between the beginnings of the keyword and of the text at `start`. A match that can't reach
  // `leastSimilarity` ends early. `costs` is reused.
  private func match(
    in text: FoldedText, from start: Int, _ leastSimilarity: Double, _ costs: inout [Double]
  ) -> (similarity: Double, end: Int)? {
    guard !isShort else { return shortSimilarity(in: text, from: start).map { ($0, start + letters.count) } }
    let limit = limit(of: leastSimilarity)
    let length = min(letters.count + 2, text.count - start)
    guard length >= letters.count - 2, length > 0,
      canOccur(among: text.letters(in: start..<start + length), limit)
    else { return nil }
    let table = LetterConfusion.costs
    // More letters can't be lost or added within the limit.
    let most = Int(limit / LetterConfusion.thinLost)
    if costs.isEmpty { costs = [Double](repeating: 0, count: letters.count + 3) }
    // costs[j]: the cost of the letters so far against j letters of the text.
    costs[0] = 0
    for j in 0..<length { costs[j + 1] = j < most ? costs[j] + text.letters[start + j].lost : .infinity }
    for (index, letter) in letters.enumerated() {
      let lost = letter.lost
      let first = max(0, index - most)
      var diagonal = costs[first]
      costs[first] = first == 0 ? diagonal + lost : .infinity
      var least = costs[first]
      for j in first..<max(first, min(length, index + most + 1)) {
        let read = text.letters[start + j]
        let cost = min(
          diagonal + table.cost(letter, read), costs[j + 1] + lost, costs[j] + read.lost)
        diagonal = costs[j + 1]
        costs[j + 1] = cost
        least = min(least, cost)
      }
      if least > limit { return nil }
    }
    let ends = (1...length).filter { isIdeographic || text.endsWord(before: start + $0) }
    guard let end = ends.min(by: { costs[$0] < costs[$1] }), costs[end] <= limit else { return nil }
    return (1 - costs[end] / Double(letters.count), start + end)
  }

  private func shortSimilarity(in text: FoldedText, from start: Int) -> Double? {
    let end = start + letters.count
    guard end <= text.count, text.endsWord(before: end) else { return nil }
    var cost = 0.0
    for (letter, read) in zip(letters, text.letters[start..<end]) where letter.scalar != read.scalar {
      guard read.isDigit, LetterConfusion.costs.cost(letter, read) < LetterConfusion.other, cost == 0 else {
        return nil
      }
      cost = LetterConfusion.alike
    }
    return 1 - cost / Double(letters.count)
  }
}

extension [Keyword] {
  /// Returns the similarity of the best match of all keywords in a text, or `nil` if there is none.
  package func similarity(in text: FoldedText) -> Double? {
    var best: Double?
    for keyword in self { best = keyword.similarity(in: text, above: best ?? 0, upTo: 1) ?? best }
    return best
  }

  /// Returns whether one of the keywords occurs in a text with more than a similarity.
  package func occur(in text: FoldedText, above least: Double) -> Bool {
    contains { $0.occurs(in: text, above: least) }
  }

  /// Returns whether one of the keywords has as many letters as a text, and occurs in it with more than a similarity.
  package func equal(_ text: FoldedText, above least: Double) -> Bool {
    contains { $0.count == text.count && $0.occurs(in: text, above: least) }
  }
}
