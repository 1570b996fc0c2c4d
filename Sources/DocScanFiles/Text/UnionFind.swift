// SPDX-License-Identifier: GPL-3.0-or-later

/// Disjoint sets of numbers (Tarjan, "Efficiency of a good but not linear set union algorithm", 1975).
package struct UnionFind {
  private var parents: [Int]

  package init(count: Int) { parents = Array(0..<count) }

  package mutating func root(of number: Int) -> Int {
    var number = number
    while parents[number] != number {
      parents[number] = parents[parents[number]]
      number = parents[number]
    }
    return number
  }

  /// Merges the sets of two numbers. The smaller representative remains.
  package mutating func join(_ a: Int, _ b: Int) {
    let (a, b) = (root(of: a), root(of: b))
    parents[max(a, b)] = min(a, b)
  }
}

extension RandomAccessCollection {
  /// Returns the index of the first element that satisfies the predicate, or `endIndex`. Elements that don't must come first.
  package func partitioningIndex(where predicate: (Element) -> Bool) -> Index {
    var (low, count) = (startIndex, self.count)
    while count > 0 {
      let half = count / 2
      let middle = index(low, offsetBy: half)
      if predicate(self[middle]) {
        count = half
      } else {
        low = index(after: middle)
        count -= half + 1
      }
    }
    return low
  }
}
