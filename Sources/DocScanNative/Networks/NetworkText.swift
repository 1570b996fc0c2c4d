// SPDX-License-Identifier: GPL-3.0-or-later

internal import CVision

/// The words of a line, from the characters that a network read.
struct NetworkText {
  /// A word, with its places along the line.
  struct Word {
    var text = ""
    /// That of its least certain character, or of the space before or behind it, 0 to 1.
    var confidence = 1.0
    var places = 0..<0
  }

  /// Between digits, a point is often so faint that a space is likelier: so much less sure the point may be.
  private static let shareOfPoint: Float = 0.01
  private static let sureOfPoint: Float = 0.8

  private(set) var words: [Word] = []

  /// `texts` has the text of each class.
  init(_ characters: [VisionCharacter], texts: [String]) {
    var space = 1.0
    var isOpen = false
    for index in characters.indices {
      var character = characters[index]
      if texts[Int(character.number)].isSpace, let point = Self.point(at: index, in: characters, texts) {
        character = point
      }
      let text = texts[Int(character.number)]
      let confidence = Double(min(max(character.confidence, 0), 1))
      guard !text.isSpace else {
        if isOpen { words[words.count - 1].confidence = min(words[words.count - 1].confidence, confidence) }
        (space, isOpen) = (confidence, false)
        continue
      }
      if !isOpen {
        words.append(Word(confidence: space, places: Int(character.first)..<Int(character.first)))
        isOpen = true
      }
      words[words.count - 1].text += text
      words[words.count - 1].confidence = min(words[words.count - 1].confidence, confidence)
      words[words.count - 1].places = words[words.count - 1].places.lowerBound..<Int(character.last + 1)
    }
  }

  /// The point or colon that stands where a space was read, if both may be meant; nil where it is a space.
  private static func point(at index: Int, in characters: [VisionCharacter], _ texts: [String]) -> VisionCharacter? {
    var character = characters[index]
    guard characters.indices.contains(index - 1), characters.indices.contains(index + 1),
      texts[Int(characters[index - 1].number)].isDigit, texts[Int(characters[index + 1].number)].isDigit,
      [".", ",", ":"].contains(texts[Int(character.other)]),
      character.otherConfidence > shareOfPoint * character.confidence
    else { return nil }
    character.number = character.other
    // Two numbers that stand so close are rare.
    character.confidence = max(sureOfPoint, character.otherConfidence)
    return character
  }
}

extension String {
  fileprivate var isSpace: Bool { allSatisfy(\.isWhitespace) }
  fileprivate var isDigit: Bool { count == 1 && allSatisfy(\.isNumber) }
}
