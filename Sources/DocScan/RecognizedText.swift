// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// One of the texts that a line may have.
public struct RecognizedText: Hashable, Sendable {
  /// The text.
  public let string: String
  /// 0 to 1: the probability that a word of it is right, where confidences are calibrated.
  public let confidence: Double
  /// Where its words are in the string, in UTF-16 code units from its start, and on the page.
  let words: [Place]

  /// A word's place.
  struct Place: Hashable, Sendable {
    var start: Int
    var count: Int
    var box: NormalizedRect
  }

  /// The smallest box around a part of the text; nil for one without letters.
  ///
  /// Tesseract says where words are, not where each letter is: a part of a word gets its share of the word's width.
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
