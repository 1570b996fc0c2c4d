// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFiles
internal import Glibc

/// Estimates the probability that a word was misread as another text. Three factors determine the probability: the confidence of the reading, the
/// visual similarity of both texts, and the number of other pages that contain the recognized text, because a frequent text is a word by itself.
/// Confusions of similar shapes have a low cost; others cost as much as in Levenshtein's distance. `Tests/Tools/measure/search.py fuzzy` measures
/// recall and precision.
struct Misreadings {
  /// The minimum likelihood of a result.
  static let leastLikelihood = 0.1
  /// The minimum length of a word, because shorter words are similar to too many others.
  static let fewestLetters = 4
  /// The weight of the cost. The odds of a misreading are multiplied by `exp(-weight * cost)`.
  private static let weight = 2.0
  /// The cost of confusing similar shapes.
  private static let alike = 0.3
  /// The assumed confidence of readings that aren't doubtful.
  private static let sure = 0.97
  /// The likelihood of a word that was read in two parts, at least one of which isn't a word.
  private static let split = 0.8

  /// For each searched word, the similar texts with their costs.
  private var costs: [String: [String: Double]] = [:]
  private let pages: [String: Int]

  /// Prepares the search for words. `vocabulary` contains all texts in the library with the number of pages that contain them.
  init(of words: [String], vocabulary: [(text: String, pages: Int)]) {
    var known: [String: Int] = [:]
    for word in Set(words) {
      let similar = Self.texts(like: word, among: vocabulary)
      costs[word] = similar
      let halves = Self.halves(of: word).flatMap { [$0.0, $0.1] }
      for text in similar.keys + halves { known[text] = 0 }
    }
    for (text, count) in vocabulary where known[text] != nil { known[text] = count }
    pages = known
  }

  func texts(for word: String) -> [String] {
    (costs[word] ?? [:]).sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(\.key)
  }

  /// Returns the probability, from 0 to 1, that a word was misread as the text `read`, or `nil` if it is less than `leastLikelihood`. `doubts`
  /// contains the possible texts of a doubtful token, or `nil` for others.
  func likelihood(of word: String, read: String, doubts: [PageTokens.Alternative]?) -> Double? {
    let confidence = doubts?.first?.confidence ?? Self.sure
    var odds = 0.0
    if let cost = costs[word]?[read] { odds = (1 - confidence) / confidence * exp(-Self.weight * cost) }
    if let same = doubts?.first(where: { $0.text == word }) { odds = max(odds, same.confidence / confidence) }
    guard odds > 0 else { return nil }
    odds /= Double(max(1, pages[read] ?? 1))
    let likelihood = odds / (1 + odds)
    return likelihood >= Self.leastLikelihood ? likelihood : nil
  }

  /// Returns the probability that two adjacent texts are a word that was read in two parts, or `nil` if they aren't.
  func likelihood(of word: String, first: String, second: String, isDoubtful: Bool) -> Double? {
    guard first.utf8.count + second.utf8.count == word.utf8.count, first + second == word else { return nil }
    // If other pages contain both texts, these are two words, as in "tax invoice".
    let fewest = min(pages[first] ?? 0, pages[second] ?? 0)
    return fewest < (isDoubtful ? 3 : 2) ? Self.split : nil
  }

  static func halves(of word: String) -> [(String, String)] {
    guard word.unicodeScalars.count >= fewestLetters + 2 else { return [] }
    return word.indices.dropFirst().map { (String(word[..<$0]), String(word[$0...])) }
  }

  // MARK: Similar shapes

  /// Groups of texts that look similar, in lowercase and without diacritics. Each text of a line may be read as any other.
  private static let groups = """
    0 o q d
    o c e a
    1 l i t j
    i r
    5 s
    8 b 3
    6 b g
    9 g q
    2 z
    7 t
    4 a
    m rn nn in ni
    m n h
    d cl ol
    w vv
    u ii v n
    h li b n
    f t r
    n ri r
    k lc h
    y v
    x k
    """.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }

  private static let pairs: Set<String> = {
    var pairs: Set<String> = []
    for group in groups {
      for first in group {
        for second in group where first != second { pairs.insert("\(first) \(second)") }
      }
    }
    return pairs
  }()

  /// Returns the maximum cost for a word of this length: one confusion of similar shapes, and more for longer words.
  private static func limit(letters count: Int) -> Double { 0.3 + 0.14 * Double(count - fewestLetters) }

  /// Returns the cost of reading a word as another text, or `nil` if it exceeds the limit.
  static func cost(of word: String, as read: String) -> Double? {
    let (first, second) = (Array(word.unicodeScalars), Array(read.unicodeScalars))
    let limit = limit(letters: first.count) + 1e-9
    return EditDistance(from: first.count, to: second.count, pairs: true, atMost: limit) { step in
      let (a, b) = (first[step.first], second[step.second])
      switch (a.count, b.count) {
      case (1, 1) where a.first == b.first: return 0
      case (0, 1), (1, 0): return 1
      case (1, 1), (1, 2), (2, 1):
        let isAlike = pairs.contains(
          "\(String(String.UnicodeScalarView(a))) \(String(String.UnicodeScalarView(b)))")
        return isAlike ? alike : a.count == b.count ? 1 : .infinity
      case (_, _): return .infinity
      }
    }?.distance
  }

  private static func texts(like word: String, among vocabulary: [(text: String, pages: Int)]) -> [String: Double] {
    let count = word.utf8.count
    guard word.unicodeScalars.count >= fewestLetters else { return [:] }
    // The most steps are possible if all of them are confusions of similar shapes.
    let steps = Int(limit(letters: word.unicodeScalars.count) / alike) + 1
    let letters = letters(of: word)
    var found: [String: Double] = [:]
    for (text, _) in vocabulary where abs(text.utf8.count - count) <= steps {
      guard (Self.letters(of: text) ^ letters).nonzeroBitCount <= 3 * steps, text != word else { continue }
      if let cost = cost(of: word, as: text) { found[text] = cost }
    }
    return found
  }

  // Returns the most frequent of the texts that differ least from a misspelled word, or `nil` if none is close.
  static func spelling(of word: String, among vocabulary: [(text: String, pages: Int)]) -> String? {
    let letters = letters(of: word)
    let near = vocabulary.filter { text, _ in
      abs(text.utf8.count - word.utf8.count) <= 2 && (Self.letters(of: text) ^ letters).nonzeroBitCount <= 4
        && !text.contains(where: \.isNumber)
    }
    return nearestMatch(to: word, among: near.sorted { ($0.pages, $1.text) > ($1.pages, $0.text) }.map(\.text))
  }

  /// Returns the letters of a word as bits, to exclude words that differ in many letters.
  private static func letters(of word: String) -> UInt64 {
    word.utf8.reduce(0) { $0 | 1 << UInt64($1 & 63) }
  }
}
