// SPDX-License-Identifier: GPL-3.0-or-later

/// The cheapest sequence of steps that turns one sequence into another.
package struct EditDistance {
  /// The ranges of elements that a step replaces, one of which can be empty.
  package typealias Step = (first: Range<Int>, second: Range<Int>)

  /// The sizes of steps that replace, remove, or insert one element. For steps of equal cost, the first one wins.
  @usableFromInline static let single: [(first: Int, second: Int)] = [(1, 1), (1, 0), (0, 1)]
  /// The sizes of `single`, plus those of steps that involve pairs of elements.
  @usableFromInline static let double = single + [(2, 2), (1, 2), (2, 1)]

  package let distance: Double
  package let steps: [Step]

  /// Computes the steps between sequences of these lengths, or `nil` if they cost more than the limit. `cost` is infinite for forbidden steps. With
  /// `pairs`, steps can involve two elements. Time and memory are proportional to the product of the lengths.
  @inlinable
  package init?(
    from first: Int, to second: Int, pairs: Bool = false, atMost limit: Double = .infinity,
    cost: (Step) -> Double
  ) {
    let sizes = pairs ? Self.double : Self.single
    let columns = second + 1
    var costs = [Double](repeating: .infinity, count: (first + 1) * columns)
    /// The index of the step size that led to each position.
    var last = [UInt8](repeating: 0, count: costs.count)
    costs[0] = 0
    // The lowest cost in the previous row.
    var before = 0.0
    for i in 0...first {
      var cheapest = Double.infinity
      for j in 0...second {
        var best = costs[i * columns + j]
        for (number, size) in sizes.enumerated() where size.first <= i && size.second <= j {
          let start = costs[(i - size.first) * columns + j - size.second]
          guard start < best, start <= limit else { continue }
          let sum = start + cost((i - size.first..<i, j - size.second..<j))
          if sum < best {
            best = sum
            last[i * columns + j] = UInt8(number)
          }
        }
        costs[i * columns + j] = best
        cheapest = min(cheapest, best)
      }
      // Steps span at most two rows, so both rows must exceed the limit.
      if min(before, cheapest) > limit { return nil }
      before = cheapest
    }
    guard costs[costs.count - 1] <= limit, costs[costs.count - 1] < .infinity else { return nil }
    distance = costs[costs.count - 1]
    var way: [Step] = []
    var (i, j) = (first, second)
    while i > 0 || j > 0 {
      let size = sizes[Int(last[i * columns + j])]
      way.append((i - size.first..<i, j - size.second..<j))
      (i, j) = (i - size.first, j - size.second)
    }
    steps = way.reversed()
  }
}

extension String {
  /// Returns whether the texts differ only by a few misread characters: at most a fifth of the first 1,000.
  package func isNearly(_ other: String) -> Bool {
    if self == other { return true }
    let (first, second) = (Array(prefix(1000)), Array(other.prefix(1000)))
    let most = 0.2 * Double(max(first.count, second.count))
    return EditDistance(from: first.count, to: second.count, atMost: most) { step in
      guard let one = step.first.first, let two = step.second.first else { return 1 }
      return first[one] == second[two] ? 0 : 1
    } != nil
  }
}

/// Returns the candidate most similar to a misspelled word, or `nil` if none is close. Distance: optimal string alignment (each edit costs 1).
package func nearestMatch(to word: String, among candidates: [String]) -> String? {
  let scored = candidates.map { (candidate: $0, distance: alignmentDistance(word.lowercased(), $0.lowercased())) }
  guard let best = scored.min(by: { $0.distance < $1.distance }) else { return nil }
  let length = max(word.count, best.candidate.count)
  // If half of a short word differs, it is a different word.
  return best.distance <= Double(max(1, length / 3)) && 2 * best.distance < Double(length) ? best.candidate : nil
}

private func alignmentDistance(_ first: String, _ second: String) -> Double {
  let (a, b) = (Array(first.prefix(64)), Array(second.prefix(64)))
  let found = EditDistance(from: a.count, to: b.count, pairs: true) { step in
    switch (step.first.count, step.second.count) {
    case (1, 1): a[step.first.lowerBound] == b[step.second.lowerBound] ? 0 : 1
    case (2, 2): a[step.first].elementsEqual(b[step.second].reversed()) ? 1 : .infinity
    case (1, 0), (0, 1): 1
    case _: .infinity
    }
  }
  return found?.distance ?? .infinity
}

extension [String: String] {
  /// Parses a table that is written as alternating keys and values. Underscores represent spaces within a word.
  package init(pairs text: String) {
    let words = text.split(separator: " ").map { word in String(word.map { $0 == "_" ? " " : $0 }) }
    self.init(stride(from: 0, to: words.count - 1, by: 2).map { (words[$0], words[$0 + 1]) }, uniquingKeysWith: { $1 })
  }
}
