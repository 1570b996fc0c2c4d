// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanWords

// Lowercase words that a text is searched for, by their first characters.
package struct SearchWords: Sendable {
  private let words: [Unicode.Scalar: [[Unicode.Scalar]]]

  package init(_ words: some Sequence<String>) {
    self.words = Dictionary(grouping: words.map { Array($0.unicodeScalars) }.filter { !$0.isEmpty }) { $0[0] }
  }

  // Takes the words of a topic of the word lists.
  package init(_ topic: String) { self.init(WordLists.words(topic)) }

  fileprivate subscript(_ first: Unicode.Scalar) -> [[Unicode.Scalar]]? { words[first] }
}

extension SearchText {
  // Returns whether one of the words is within `reach` characters before a place, in the same block.
  package func has(_ words: SearchWords, before place: Int, within reach: Int, areWhole: Bool = false) -> Bool {
    var start = max(0, place - reach)
    // Two line feeds end a block.
    if var at = Optional(place - 1), at > start {
      while at > start, !(self[at] == "\n" && self[at - 1] == "\n") { at -= 1 }
      start = at
    }
    return has(words, in: start..<place, areWhole: areWhole)
  }

  // Returns whether the range contains one of the words. With `areWhole`, the beginning of a longer Latin word doesn't count.
  package func has(_ words: SearchWords, in range: Range<Int>, areWhole: Bool = false) -> Bool {
    let range = range.clamped(to: 0..<count)
    return range.contains { end(of: words, at: $0, before: range.upperBound, areWhole: areWhole) != nil }
  }

  // Returns the index after the first of the words that begins at a place and ends before another one, or `nil` if there is none. A word inside a
  // longer word of the same script doesn't count.
  func end(of words: SearchWords, at place: Int, before limit: Int, areWhole: Bool) -> Int? {
    let first = self[place].small
    guard let candidates = words[first], !(first.isInWord && self[place - 1].isInWord) else { return nil }
    for word in candidates where word.count <= limit - place && reads(word, place) {
      let end = place + word.count
      if !areWhole || !first.isInWord || !self[end].isInWord { return end }
    }
    return nil
  }
}
