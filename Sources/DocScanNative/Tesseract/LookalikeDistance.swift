// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// How far a text that was read is from a word that may stand there: an edit distance that knows which letters look alike.
enum LookalikeDistance {
  /// What it costs to take a letter for one that looks like it, or to lose a thin one; any other change costs 1.
  static let lookalike = 0.5

  /// The letters of a text, as they are and in lower case.
  struct Letters {
    let scalars: [UInt32]
    let lowercase: [UInt32]
    var count: Int { scalars.count }

    init(_ text: String) {
      scalars = text.unicodeScalars.map(\.value)
      let lower = text.lowercased().unicodeScalars.map(\.value)
      lowercase = lower.count == scalars.count ? lower : scalars
    }
  }

  /// One or two letters.
  private typealias Key = UInt64

  private struct Pair: Hashable {
    var read: Key
    var written: Key
  }

  /// Letters that are read for each other, and pairs that look like one letter.
  private static let groups = [
    "0 O o Q D C", "1 l I i | ! j t f ] [", "5 S s $", "8 B", "2 Z z", "6 G b", "9 g q", "7 T", "c e o a", "C G c",
    "u v n y", "n h r", "E F", "P F R", "V Y v y", "K k x", "M N H", "m rn nn in ni iu", "w vv W VV", "d cl", "h li b",
    "k lc", "u ii li", "ff f", "fi f", "ll l", "rr r",
  ]

  private static let pairs: Set<Pair> = {
    var pairs: Set<Pair> = []
    for group in groups {
      let keys = group.split(separator: " ").map { $0.unicodeScalars.map(\.value)[...].key }
      for read in keys {
        for written in keys { pairs.insert(Pair(read: read, written: written)) }
      }
    }
    return pairs
  }()

  private static let thin = Set("lIi.'".unicodeScalars.map(\.value))
  /// Only letters are taken for them, not other digits: every number would become one of those that are known.
  private static let digits = Set("0123456789".unicodeScalars.map(\.value))

  /// The least sum of changes that make the text from the word; nil when it is above the limit.
  static func distance(of read: Letters, from word: Letters, atMost limit: Double) -> Double? {
    // One or two letters may be read as others, and a letter as two.
    EditDistance(from: read.count, to: word.count, pairs: true, atMost: limit) { step in
      change(read, step.first, word, step.second)
    }?.distance
  }

  /// What it costs to lose a letter, or to make one up.
  private static func cost(ofExtra letter: UInt32) -> Double {
    thin.contains(letter) ? lookalike : digits.contains(letter) ? .infinity : 1
  }

  /// What it costs to read some letters where others stand.
  private static func change(_ read: Letters, _ taken: Range<Int>, _ word: Letters, _ given: Range<Int>) -> Double {
    switch (taken.count, given.count) {
    case (1, 1):
      let (found, written) = (read.scalars[taken.lowerBound], word.scalars[given.lowerBound])
      if found == written { return 0 }
      if read.lowercase[taken.lowerBound] == word.lowercase[given.lowerBound] { return lookalike }
      if pairs.contains(Pair(read: Key(found), written: Key(written))) { return lookalike }
      return digits.contains(found) || digits.contains(written) ? .infinity : 1
    case (0, 1): return cost(ofExtra: word.scalars[given.lowerBound])
    case (1, 0): return cost(ofExtra: read.scalars[taken.lowerBound])
    case (0, _), (_, 0): return .infinity
    case _:
      let pair = Pair(read: read.scalars[taken].key, written: word.scalars[given].key)
      return pairs.contains(pair) ? lookalike : .infinity
    }
  }
}

extension ArraySlice<UInt32> {
  /// One or two letters as one number: a scalar has 21 bits.
  fileprivate var key: UInt64 { reduce(0) { $0 << 21 | UInt64($1) } }
}
