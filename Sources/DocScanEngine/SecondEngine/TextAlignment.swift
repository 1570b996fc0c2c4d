// SPDX-License-Identifier: GPL-3.0-or-later

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
    let (rows, columns) = (first.count + 1, second.count + 1)
    guard rows * columns <= Self.mostCells else { return nil }
    let (lowerFirst, lowerSecond) = (first.map { $0.lowercased() }, second.map { $0.lowercased() })
    func replacement(_ i: Int, _ j: Int) -> Double {
      first[i] == second[j] ? 0 : lowerFirst[i] == lowerSecond[j] ? 0.5 : 1
    }
    var costs = [Double](repeating: 0, count: rows * columns)
    for i in 1..<max(rows, 1) { costs[i * columns] = Double(i) }
    for j in 1..<max(columns, 1) { costs[j] = Double(j) }
    for i in 0..<first.count {
      for j in 0..<second.count {
        let replaced = costs[i * columns + j] + replacement(i, j)
        let skipped = min(costs[i * columns + j + 1], costs[(i + 1) * columns + j]) + 1
        costs[(i + 1) * columns + j + 1] = min(replaced, skipped)
      }
    }
    distance = costs[rows * columns - 1]
    var (i, j) = (first.count, second.count)
    var found: [Pair] = []
    while i > 0 || j > 0 {
      let cost = costs[i * columns + j]
      if i > 0, j > 0, cost == costs[(i - 1) * columns + j - 1] + replacement(i - 1, j - 1) {
        (i, j) = (i - 1, j - 1)
        found.append(Pair(first: i, second: j))
      } else if i > 0, cost == costs[(i - 1) * columns + j] + 1 {
        i -= 1
        found.append(Pair(first: i, second: nil))
      } else {
        j -= 1
        found.append(Pair(first: nil, second: j))
      }
    }
    pairs = found.reversed()
  }
}
