// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// How two readings of the same line belong together, character by character: the cheapest way from one to the other.
struct TextAlignment {
  /// A character of each reading, by index; nil where the other reading has none for it.
  struct Pair {
    var first: Int?
    var second: Int?
  }

  /// Lines whose lengths multiply to more are not lines of text.
  private static let mostCells = 4_000_000

  let pairs: [Pair]
  /// Insertions, deletions and replacements, a replacement by the other case counting half.
  let distance: Double

  /// Aligns two readings; nil when they are too long.
  init?(_ first: [Character], _ second: [Character]) {
    guard (first.count + 1) * (second.count + 1) <= Self.mostCells else { return nil }
    let (lowerFirst, lowerSecond) = (first.map { $0.lowercased() }, second.map { $0.lowercased() })
    let way = EditDistance(from: first.count, to: second.count) { step in
      guard let i = step.first.first, let j = step.second.first else { return 1 }
      return first[i] == second[j] ? 0 : lowerFirst[i] == lowerSecond[j] ? 0.5 : 1
    }
    guard let way else { return nil }
    distance = way.distance
    pairs = way.steps.map { Pair(first: $0.first.first, second: $0.second.first) }
  }
}
