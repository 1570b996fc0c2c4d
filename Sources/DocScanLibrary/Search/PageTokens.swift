// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanWriters

/// The text of a page as it is looked up: its tokens in reading order, and what the doubtful ones may be as well.
struct PageTokens: Hashable {
  /// Another text that a token may have.
  struct Alternative: Hashable {
    var text: String
    /// 0 to 1.
    var confidence: Double
  }

  /// Words that are surer are not taken for misread ones.
  static let doubt = 0.9
  /// Between the tokens of two blocks, so that no phrase goes from one into the other.
  private static let gap = "\u{1}"

  private(set) var tokens: [String] = []
  /// For each doubtful token, by its place, the text that was read first.
  private(set) var doubts: [Int: [Alternative]] = [:]
  /// For each token the numbers of its words among all words of the page: two where one is broken at the end of a line.
  private(set) var words: [[Int]] = []

  init(_ page: RecognizedPage) {
    var first = 0
    for block in page.blocks {
      if !tokens.isEmpty { append(Self.gap, words: []) }
      let lines = block.lines
      var isContinued = false
      for (number, line) in lines.enumerated() {
        let next = number + 1 < lines.count ? lines[number + 1].words.first : nil
        for (place, word) in line.words.enumerated() {
          // The second half of a word was taken with the first one.
          if place == 0, isContinued {
            isContinued = false
            continue
          }
          let index = first + place
          let isLast = place == line.words.count - 1
          if isLast, let joined = Hyphenation(word, next) {
            isContinued = true
            let confidence = min(word.confidence, next?.confidence ?? 1)
            append(Word(text: joined.word, confidence: confidence, box: word.box), words: [index, index + 1])
          } else {
            append(word, words: [index])
          }
        }
        first += line.words.count
      }
    }
  }

  private mutating func append(_ token: String, words: [Int]) {
    tokens.append(token)
    self.words.append(words)
  }

  private mutating func append(_ word: Word, words: [Int]) {
    let parts = SearchTokens.tokens(of: word.text)
    let start = tokens.count
    for part in parts { append(part, words: words) }
    guard word.confidence < Self.doubt else { return }
    for (place, part) in zip(start..., parts) { doubts[place] = [Alternative(text: part, confidence: word.confidence)] }
    for candidate in word.candidates?.dropFirst() ?? [] {
      let others = SearchTokens.tokens(of: candidate.text)
      // Which piece is which is only plain where there are as many.
      guard others.count == parts.count else { continue }
      for (place, other) in zip(start..., others) where doubts[place]?.contains(where: { $0.text == other }) == false {
        doubts[place]?.append(Alternative(text: other, confidence: candidate.confidence))
      }
    }
  }
}

// MARK: As the index keeps them

extension PageTokens {
  /// The tokens as a text; pieces are divided by spaces.
  var text: String { tokens.joined(separator: " ") }

  /// The doubtful tokens as a text: a line for each, with its place, and pairs of a text and its confidence in thousandths.
  var doubtText: String {
    doubts.sorted { $0.key < $1.key }.map { place, alternatives in
      (["\(place)"] + alternatives.flatMap { [$0.text, "\(Int(($0.confidence * 1000).rounded()))"] })
        .joined(separator: " ")
    }.joined(separator: "\n")
  }

  /// All texts that doubtful tokens may have.
  var doubtfulTexts: String {
    doubts.sorted { $0.key < $1.key }.flatMap { $0.value.map(\.text) }.joined(separator: " ")
  }

  /// Reads what an index keeps; there are no words then.
  init(text: String, doubtText: String) {
    tokens = text.split(separator: " ").map(String.init)
    for line in doubtText.split(separator: "\n") {
      let parts = line.split(separator: " ")
      guard let place = parts.first.flatMap({ Int($0) }) else { continue }
      doubts[place] = stride(from: 1, to: parts.count - 1, by: 2).map {
        Alternative(text: String(parts[$0]), confidence: Double(parts[$0 + 1]).map { $0 / 1000 } ?? 0)
      }
    }
  }
}
