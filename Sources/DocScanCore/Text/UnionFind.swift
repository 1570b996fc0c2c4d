// SPDX-License-Identifier: GPL-3.0-or-later

/// Sets of numbers that are joined one by one (Tarjan, "Efficiency of a good but not linear set union algorithm", 1975).
package struct UnionFind {
  private var parents: [Int]

  /// Each number from 0 is a set by itself.
  package init(count: Int) { parents = Array(0..<count) }

  /// The number that stands for the set of a number.
  package mutating func root(of number: Int) -> Int {
    var number = number
    while parents[number] != number {
      parents[number] = parents[parents[number]]
      number = parents[number]
    }
    return number
  }

  /// Makes one set of the sets of two numbers; the smaller root stands for it.
  package mutating func join(_ a: Int, _ b: Int) {
    let (a, b) = (root(of: a), root(of: b))
    parents[max(a, b)] = min(a, b)
  }
}

extension RandomAccessCollection {
  /// Where the elements begin for which the predicate is true; it must be false before and true from there on.
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
