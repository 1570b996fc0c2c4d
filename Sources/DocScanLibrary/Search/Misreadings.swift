// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import Glibc

/// How likely it is that a word was read as something else.
///
/// Three things decide: how sure the reading was, how much alike the two texts look, and on how many other pages of the library the
/// text that was read stands, too: then it is a word of its own. What an engine confuses looks alike: such steps cost little, others as
/// much as in Levenshtein's distance. `Tests/Tools/measure/search.py fuzzy` measures what is found, and how much of it is right.
struct Misreadings {
  /// What is less likely is not shown.
  static let leastLikelihood = 0.1
  /// Shorter words are like too many others.
  static let fewestLetters = 4
  /// By how much a unit of the cost makes a misreading less likely: the exponent of e.
  private static let weight = 2.0
  /// What looks alike costs this much.
  private static let alike = 0.3
  /// How sure readings are that are not doubtful.
  private static let sure = 0.97
  /// The likelihood of a word that is read in two parts, one of which is no other word.
  private static let split = 0.8

  /// For each word that is looked for, the texts that look like it, with what reading it so costs.
  private var costs: [String: [String: Double]] = [:]
  /// How many pages have a text.
  private let pages: [String: Int]

  /// Prepares for some words, from how many pages of the library have each text that occurs.
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

  /// What may stand on pages for a word: texts that look like it.
  func texts(for word: String) -> [String] {
    (costs[word] ?? [:]).sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(\.key)
  }

  /// How likely a word stands where this was read, 0 to 1; nil if it is not likely.
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

  /// How likely two texts side by side are a word that was read in two parts; nil if they are not.
  func likelihood(of word: String, first: String, second: String, isDoubtful: Bool) -> Double? {
    guard first.utf8.count + second.utf8.count == word.utf8.count, first + second == word else { return nil }
    // Two words that other pages have, too, are two words, as in "tax invoice".
    let fewest = min(pages[first] ?? 0, pages[second] ?? 0)
    return fewest < (isDoubtful ? 3 : 2) ? Self.split : nil
  }

  /// The ways in which a word may fall into two parts.
  static func halves(of word: String) -> [(String, String)] {
    guard word.unicodeScalars.count >= fewestLetters + 2 else { return [] }
    return word.indices.dropFirst().map { (String(word[..<$0]), String(word[$0...])) }
  }

  // MARK: What looks alike

  /// Texts that look alike, in small letters without marks: each of a line may be read as any other.
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

  /// The most that reading a word of so many letters as another may cost: one step that looks alike, and more for longer words.
  private static func limit(letters count: Int) -> Double { 0.3 + 0.14 * Double(count - fewestLetters) }

  /// What reading a word as another costs; nil if it is more than what makes them alike.
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
    // The longest way is of steps that look alike.
    let steps = Int(limit(letters: word.unicodeScalars.count) / alike) + 1
    let letters = letters(of: word)
    var found: [String: Double] = [:]
    for (text, _) in vocabulary where abs(text.utf8.count - count) <= steps {
      guard (Self.letters(of: text) ^ letters).nonzeroBitCount <= 3 * steps, text != word else { continue }
      if let cost = cost(of: word, as: text) { found[text] = cost }
    }
    return found
  }

  /// Which letters a word has, as bits: words that differ in many are not compared.
  private static func letters(of word: String) -> UInt64 {
    word.utf8.reduce(0) { $0 | 1 << UInt64($1 & 63) }
  }
}
