// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanLayout

/// The text of a page for searching: its tokens in reading order, and alternative texts of doubtful tokens.
struct PageTokens: Hashable {
  /// A possible text of a token.
  struct Alternative: Hashable {
    var text: String
    var confidence: Double
  }

  /// The confidence below which a word may have been misread.
  static let doubt = 0.9
  /// A token between two blocks, so that no phrase matches across them.
  private static let gap = "\u{1}"

  private(set) var tokens: [String] = []
  /// The possible texts of each doubtful token by its index, beginning with the recognized text.
  private(set) var doubts: [Int: [Alternative]] = [:]
  /// The indices of each token's words among all words of the page. A hyphenated word has two.
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
          // The second half of a hyphenated word was added with the first one.
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
      // The tokens of two readings can only be matched if their counts are equal.
      guard others.count == parts.count else { continue }
      for (place, other) in zip(start..., others) where doubts[place]?.contains(where: { $0.text == other }) == false {
        doubts[place]?.append(Alternative(text: other, confidence: candidate.confidence))
      }
    }
  }
}

// MARK: Storage in the index

extension PageTokens {
  var text: String { tokens.joined(separator: " ") }

  /// The doubtful tokens as text, with one line per token: its index, and pairs of text and confidence in thousandths.
  var doubtText: String {
    doubts.sorted { $0.key < $1.key }.map { place, alternatives in
      (["\(place)"] + alternatives.flatMap { [$0.text, "\(Int(($0.confidence * 1000).rounded()))"] })
        .joined(separator: " ")
    }.joined(separator: "\n")
  }

  var doubtfulTexts: String {
    doubts.sorted { $0.key < $1.key }.flatMap { $0.value.map(\.text) }.joined(separator: " ")
  }

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
