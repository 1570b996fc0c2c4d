// SPDX-License-Identifier: GPL-3.0-or-later

/// Replaces misread words with the user's custom words, such as names and product codes.
struct CustomWords {
  private let words: [(text: String, letters: LookalikeDistance.Letters)]
  private let known: Set<String>
  /// The punctuation that Tesseract confuses with thin letters.
  private static let letterlike: Set<Character> = ["[", "]", "!"]

  /// Accepts words as written and in capitals. Returns `nil` if there are none.
  init?(_ words: [String]) {
    let written = words.filter { !$0.isEmpty }
    guard !written.isEmpty else { return nil }
    known = Set(written + written.map { $0.uppercased() })
    self.words = known.sorted().map { ($0, LookalikeDistance.Letters($0)) }
  }

  /// Returns the custom word misread as a text, or `nil` if none or several match. Dictionary words are replaced only at low confidence.
  func correction(of text: String, confidence: Double, isKnown: Bool) -> String? {
    let isDoubtful = confidence < 0.6
    guard !known.contains(text), !isKnown || isDoubtful else { return nil }
    // Commas and quotation marks around a word aren't part of it.
    let letters = text.trimmed { $0.isPunctuation }
    guard !known.contains(String(letters)) else { return nil }
    // Some punctuation may be misread letters.
    let more = text.trimmed { $0.isPunctuation && !Self.letterlike.contains($0) }
    let (fewer, wider) = (nearest(to: letters, isDoubtful: isDoubtful), nearest(to: more, isDoubtful: isDoubtful))
    if let wider, wider.distance <= fewer?.distance ?? .infinity { return text.replacing(more, with: wider.word) }
    return fewer.map { text.replacing(letters, with: $0.word) }
  }

  private func nearest(to text: Substring, isDoubtful: Bool) -> (word: String, distance: Double)? {
    let read = LookalikeDistance.Letters(String(text))
    guard read.count >= 3 else { return nil }
    var best: (word: String, distance: Double)?
    var isAmbiguous = false
    for word in words where abs(word.letters.count - read.count) <= 2 {
      let limit = min(best?.distance ?? .infinity, Self.limit(word.letters.count, isDoubtful: isDoubtful))
      guard let distance = LookalikeDistance.distance(of: read, from: word.letters, atMost: limit) else { continue }
      isAmbiguous = distance == best?.distance
      best = (word.text, distance)
    }
    return isAmbiguous ? nil : best
  }

  /// Returns the maximum distance at which a text counts as a word with this many letters.
  private static func limit(_ count: Int, isDoubtful: Bool) -> Double {
    switch count {
    case ...3: LookalikeDistance.lookalike
    case 4...7: isDoubtful ? 1.5 : 1
    case _: isDoubtful ? 2.5 : 1.5
    }
  }
}

extension String {
  fileprivate func trimmed(_ isEnd: (Character) -> Bool) -> Substring {
    let rest = drop(while: isEnd)
    guard let last = rest.lastIndex(where: { !isEnd($0) }) else { return rest }
    return rest[...last]
  }

  fileprivate func replacing(_ part: Substring, with other: String) -> String {
    self[..<part.startIndex] + other + self[part.endIndex...]
  }
}
