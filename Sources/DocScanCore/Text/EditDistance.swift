// SPDX-License-Identifier: GPL-3.0-or-later

/// The cheapest way from one sequence to another, in steps that each take some elements of both.
package struct EditDistance {
  /// Elements of each sequence that belong together, by index; none on one side where the other sequence has more.
  package typealias Step = (first: Range<Int>, second: Range<Int>)

  /// How many elements a step may take of each sequence; of equally cheap steps the first one counts.
  @usableFromInline static let single: [(first: Int, second: Int)] = [(1, 1), (1, 0), (0, 1)]
  /// The same with steps that take a pair.
  @usableFromInline static let double = single + [(2, 2), (1, 2), (2, 1)]

  /// What all steps cost together.
  package let distance: Double
  /// The way, from the start to the end.
  package let steps: [Step]

  /// Finds the way between sequences with so many elements; nil if it costs more than the limit.
  ///
  /// `cost` says what a step costs, which is infinite where it is not allowed; with `pairs` it is asked about two elements, too.
  /// Time and memory grow with the product of the lengths.
  @inlinable
  package init?(
    from first: Int, to second: Int, pairs: Bool = false, atMost limit: Double = .infinity,
    cost: (Step) -> Double
  ) {
    let sizes = pairs ? Self.double : Self.single
    let columns = second + 1
    var costs = [Double](repeating: .infinity, count: (first + 1) * columns)
    /// Which step led there.
    var last = [UInt8](repeating: 0, count: costs.count)
    costs[0] = 0
    // The cheapest of the row before.
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
      // No way leads on: steps span two rows at most.
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
  /// Whether it is the same text but for a few misread characters: a fifth at most, of at most a thousand.
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

/// The candidate that a person most likely meant by a misspelt word; nil when none is close.
///
/// Distance: optimal string alignment (insertions, deletions, substitutions and swaps of neighbours cost one each).
package func nearestMatch(to word: String, among candidates: [String]) -> String? {
  let scored = candidates.map { (candidate: $0, distance: alignmentDistance(word.lowercased(), $0.lowercased())) }
  guard let best = scored.min(by: { $0.distance < $1.distance }) else { return nil }
  let length = max(word.count, best.candidate.count)
  // With half of a short word changed, it is another one.
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
  /// A table written as words in turns: a key, its value, the next key. An underscore stands for a space in a word.
  package init(pairs text: String) {
    let words = text.split(separator: " ").map { word in String(word.map { $0 == "_" ? " " : $0 }) }
    self.init(stride(from: 0, to: words.count - 1, by: 2).map { (words[$0], words[$0 + 1]) }, uniquingKeysWith: { $1 })
  }
}
