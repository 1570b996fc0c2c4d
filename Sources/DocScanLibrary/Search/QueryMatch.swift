// SPDX-License-Identifier: GPL-3.0-or-later

struct QueryMatch: Hashable {
  /// The matching tokens, as ranges of their indices on the page.
  var ranges: [Range<Int>]
  /// The probability that the page matches, from 0 to 1, which is 1 if no misreading is involved.
  var likelihood: Double
}

/// Matches the terms of a query with the tokens of a page.
struct QueryMatcher {
  let query: SearchQuery
  /// The possible misreadings, or `nil` to match only the recognized text.
  let misreadings: Misreadings?

  /// Returns the matches, or `nil` if the page lacks a term or contains an excluded one.
  func match(_ page: PageTokens) -> QueryMatch? {
    var match = QueryMatch(ranges: [], likelihood: 1)
    for choice in query.choices {
      let found = choice.flatMap { places(of: $0, page) }
      guard let best = found.map(\.likelihood).max() else { return nil }
      match.ranges += found.map(\.range)
      match.likelihood *= best
    }
    // Possible misreadings don't exclude a page.
    let exact = QueryMatcher(query: query, misreadings: nil)
    guard query.excluded.allSatisfy({ exact.places(of: $0, page).isEmpty }) else { return nil }
    match.ranges = Set(match.ranges).sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
    return match
  }

  private typealias Place = (range: Range<Int>, likelihood: Double)

  private func places(of term: SearchQuery.Term, _ page: PageTokens) -> [Place] {
    switch term {
    case .phrase(let pieces): return places(of: pieces, page)
    case .near(let phrases, let distance):
      let found = phrases.map { places(of: $0, page) }
      guard let first = found.first, found.allSatisfy({ !$0.isEmpty }) else { return [] }
      // Combine each place of the first phrase with the nearest ones of the others.
      return first.flatMap { place -> [Place] in
        var all = [place]
        for others in found.dropFirst() {
          guard let nearest = others.min(by: { gap($0.range, place.range) < gap($1.range, place.range) }),
            gap(nearest.range, place.range) <= distance
          else { return [] }
          all.append(nearest)
        }
        return all
      }
    }
  }

  private func gap(_ a: Range<Int>, _ b: Range<Int>) -> Int {
    max(a.lowerBound, b.lowerBound) - min(a.upperBound, b.upperBound)
  }

  private func places(of pieces: [SearchQuery.Piece], _ page: PageTokens) -> [Place] {
    let tokens = page.tokens
    guard !pieces.isEmpty, tokens.count >= pieces.count else { return [] }
    return tokens.indices.compactMap { start in
      var (place, likelihood) = (start, 1.0)
      for piece in pieces {
        guard let found = length(of: piece, at: place, page) else { return nil }
        place += found.tokens
        likelihood *= found.likelihood
      }
      return (start..<place, likelihood)
    }
  }

  /// Returns the number of tokens that match a piece at a position, and the likelihood of the match, or `nil` if the piece doesn't match.
  private func length(
    of piece: SearchQuery.Piece, at place: Int, _ page: PageTokens
  ) -> (tokens: Int, likelihood: Double)? {
    guard place < page.tokens.count else { return nil }
    let token = page.tokens[place]
    if piece.isPrefix ? token.hasPrefix(piece.text) : token == piece.text { return (1, 1) }
    guard let misreadings, !piece.isPrefix else { return nil }
    if let likelihood = misreadings.likelihood(of: piece.text, read: token, doubts: page.doubts[place]) {
      return (1, likelihood)
    }
    guard place + 1 < page.tokens.count, piece.text.hasPrefix(token) else { return nil }
    let isDoubtful = page.doubts[place] != nil || page.doubts[place + 1] != nil
    return misreadings.likelihood(
      of: piece.text, first: token, second: page.tokens[place + 1], isDoubtful: isDoubtful
    ).map { (2, $0) }
  }
}
