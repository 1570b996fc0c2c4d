// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanTypedData

/// The cost of reading one letter as another, by visual similarity.
package enum LetterConfusion {
  /// The cost of reading a letter as one with another shape.
  static let other = 1.0
  static let alike = 0.35
  static let lost = 0.8
  static let thinLost = 0.5

  /// Letters that are often misread as each other.
  fileprivate static let groups = [
    "O0DQCU", "I1LTJ", "S58", "B83R", "Z27", "G6C", "EFC", "MNHW", "NHU", "A4", "PFR", "UVY", "CEO", "TIFY", "KX", "RK",
    "合台含会", "計言訂討汁什", "计汁针讨", "额领", "稅税说悦", "実美", "实买", "应庆", "釣钓約", "領頒", "找我戈", "现规", "金全",
    "합함항한", "계게개세", "총충종", "금급글긍", "액맥백", "부무", "가기", "세새", "받반", "결걸", "제재", "소조",
  ]

  fileprivate static let thin = Set("I1LJ".unicodeScalars)

  /// A letter with its number among the confusable letters, or 0 for all others.
  package struct Letter: Hashable, Sendable {
    package let scalar: Unicode.Scalar
    fileprivate let number: Int
    let lost: Double

    init(_ scalar: Unicode.Scalar) {
      self.scalar = scalar
      number = LetterConfusion.numbers[scalar] ?? 0
      lost = LetterConfusion.thin.contains(scalar) ? LetterConfusion.thinLost : LetterConfusion.lost
    }

    package var isDigit: Bool { scalar.isDigit }
    package var isIdeographic: Bool { scalar.isIdeographic }
  }

  private static let numbers: [Unicode.Scalar: Int] = groups.reduce(into: [:]) { numbers, group in
    for letter in group.unicodeScalars where numbers[letter] == nil { numbers[letter] = numbers.count + 1 }
  }

  /// The costs between all confusable letters, row by row.
  struct Costs: Sendable {
    private let count: Int
    private let costs: [Double]

    fileprivate init() {
      count = numbers.count + 1
      var costs = [Double](repeating: other, count: count * count)
      for group in groups {
        let members = group.unicodeScalars.compactMap { numbers[$0] }
        for one in members {
          for another in members { costs[one * count + another] = alike }
        }
      }
      self.costs = costs
    }

    @inline(__always)
    func cost(_ written: Letter, _ read: Letter) -> Double {
      written.scalar == read.scalar ? 0 : costs[written.number * count + read.number]
    }
  }

  static let costs = Costs()
}

// The letters in a text, and those that look like one of them, as sets of bits. Rare letters share bits.
struct LetterSet {
  private var own: UInt64 = 0
  private var alike: UInt64 = 0

  private static let thin = LetterConfusion.thin.reduce(0) { $0 | bit(of: $1) }
  private static let alike = LetterConfusion.groups.reduce(into: [Unicode.Scalar: UInt64]()) { alike, group in
    let bits = group.unicodeScalars.reduce(0) { $0 | bit(of: $1) }
    for letter in group.unicodeScalars { alike[letter, default: 0] |= bits }
  }

  private static func bit(of letter: Unicode.Scalar) -> UInt64 {
    switch letter {
    case "A"..."Z": 1 << (letter.value - 65)
    case "0"..."9": 1 << (letter.value - 48 + 26)
    case _: 1 << (letter.value % 28 + 36)
    }
  }

  init() {}

  init(_ letter: LetterConfusion.Letter) {
    own = Self.bit(of: letter.scalar)
    alike = letter.number == 0 ? own : own | Self.alike[letter.scalar, default: 0]
  }

  func union(_ other: LetterSet) -> LetterSet {
    var union = self
    union.own |= other.own
    union.alike |= other.alike
    return union
  }

  // The least cost of reading all of these letters in a text that has only others.
  func leastCost(in text: LetterSet) -> Double {
    let unlike = own & ~text.alike
    return LetterConfusion.alike * Double((own & ~text.own & text.alike).nonzeroBitCount)
      + LetterConfusion.lost * Double((unlike & ~Self.thin).nonzeroBitCount)
      + LetterConfusion.thinLost * Double((unlike & Self.thin).nonzeroBitCount)
  }
}
