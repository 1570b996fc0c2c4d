// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles

/// Determines the positions of matches on a page, and the text around them.
struct SnippetMaker {
  /// The number of words before and after the first match, and the maximum number in total.
  private static let (before, after, most) = (8, 16, 40)
  private static let mostMatches = 200

  private let words: [Word]
  private let lines: [Int]
  private let tokens: PageTokens

  init(page: RecognizedPage, tokens: PageTokens) {
    self.tokens = tokens
    var (words, lines, line) = ([Word](), [Int](), 0)
    for block in page.blocks {
      for one in block.lines {
        words += one.words
        lines += one.words.map { _ in line }
        line += 1
      }
    }
    (self.words, self.lines) = (words, lines)
  }

  func matches(_ ranges: [Range<Int>]) -> [SearchHit.Match] {
    ranges.prefix(Self.mostMatches).map { range in
      let numbers = Set(tokens.words[range].joined()).sorted()
      let byLine = Dictionary(grouping: numbers) { lines[$0] }.sorted { $0.key < $1.key }
      let boxes = byLine.compactMap { $0.value.map { words[$0].box }.reduce(nil, Self.union) }
      return SearchHit.Match(text: joinedText(numbers.map { words[$0] }), words: numbers, boxes: boxes)
    }
  }

  /// Returns the match whose snippet contains the most different texts, or the first of several.
  private func best(of matches: [SearchHit.Match]) -> SearchHit.Match? {
    let counts = matches.enumerated().map { number, match in
      let end = (match.words.first ?? 0) + Self.after
      return Set(matches[number...].prefix { ($0.words.first ?? 0) <= end }.map { $0.text.lowercased() }).count
    }
    return zip(matches, counts).max { ($0.1, -($0.0.words.first ?? 0)) < ($1.1, -($1.0.words.first ?? 0)) }?.0
  }

  private static func union(_ all: Box?, _ box: Box) -> Box? { all.map { $0.union(box) } ?? box }

  /// Returns the separator before a word, which is empty between Han or kana and after a hyphen at the end of a line.
  private func space(before number: Int) -> String {
    let (before, after) = (visibleText(words[number - 1].text), visibleText(words[number].text))
    guard lines[number] == lines[number - 1] || !before.hasSuffix("-") || before.count < 2 else { return "" }
    return separator(before, after)
  }

  /// Returns the text around the match with the most other matches nearby, or the beginning of the page if there are none.
  func snippet(_ matches: [SearchHit.Match]) -> SearchHit.Snippet {
    let best = best(of: matches)
    let (first, last) = (best?.words.first ?? 0, best?.words.last ?? 0)
    let start = max(0, first - Self.before)
    let end = min(words.count, max(start, min(last + 1 + Self.after, start + Self.most)))
    let marked = Set(matches.flatMap(\.words))
    var (text, marks) = ("", [[Int]]())
    var length = 0
    var wasMarked = false
    for (number, word) in zip(start..., words[start..<end]) {
      let shown = visibleText(word.text)
      let gap = number > start ? space(before: number) : ""
      text += gap
      length += gap.unicodeScalars.count
      let count = shown.unicodeScalars.count
      if marked.contains(number) {
        // Adjacent words share a mark.
        if wasMarked, let mark = marks.popLast() {
          marks.append([mark[0], length + count - mark[0]])
        } else {
          marks.append([length, count])
        }
      }
      wasMarked = marked.contains(number)
      text += shown
      length += count
    }
    if start > 0 {
      text = "… " + text
      marks = marks.map { [$0[0] + 2, $0[1]] }
    }
    return SearchHit.Snippet(text: end < words.count ? text + " …" : text, marks: marks)
  }
}
