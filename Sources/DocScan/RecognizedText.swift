// SPDX-License-Identifier: GPL-3.0-or-later

/// A possible reading of a line of text.
public struct RecognizedText: Codable, Hashable, Sendable {
  /// The text of the line.
  public let string: String
  /// The mean confidence of the words, from 0 to 1. If confidences are calibrated, this is the probability that a word of the line is correct.
  public let confidence: Double
  /// The positions of the words in the string and on the page.
  let words: [Place]

  /// The position of a word. `start` and `count` are in UTF-16 code units.
  struct Place: Codable, Hashable, Sendable {
    var start: Int
    var count: Int
    var box: NormalizedRect
  }

  /// Returns the smallest rectangle around a part of the text.
  ///
  /// The recognizer reports boxes of words, not of letters. For a part of a word, this method takes a proportional share of the word's width.
  ///
  /// - Parameter range: A range of ``string``.
  /// - Returns: The rectangle as fractions of the region that was read, or `nil` if the range contains no letters.
  public func boundingBox(for range: Range<String.Index>) -> RectangleObservation? {
    let first = string.utf16.distance(from: string.startIndex, to: range.lowerBound)
    let end = string.utf16.distance(from: string.startIndex, to: range.upperBound)
    var (left, right, bottom, top) = (Double.infinity, -Double.infinity, Double.infinity, -Double.infinity)
    for word in words where word.start < end && word.start + word.count > first {
      let letter = word.box.width / Double(word.count)
      left = min(left, word.box.x + letter * Double(max(first - word.start, 0)))
      right = max(right, word.box.x + letter * Double(min(end - word.start, word.count)))
      bottom = min(bottom, word.box.y)
      top = max(top, word.box.y + word.box.height)
    }
    guard left < right else { return nil }
    let box = NormalizedRect(x: left, y: bottom, width: right - left, height: top - bottom)
    return RectangleObservation(box, confidence: confidence)
  }
}
