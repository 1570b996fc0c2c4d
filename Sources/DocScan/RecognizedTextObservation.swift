// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// A line of text on a page.
public struct RecognizedTextObservation: Codable, Hashable, Sendable {
  /// The rectangle around the line, as fractions of the region that was read, with the origin at the region's lower left.
  public let boundingBox: NormalizedRect
  /// The mean confidence of the words, weighted by their length, from 0 to 1. Confidences are calibrated: of words with a confidence of 0.9, 9 in 10
  /// are correct.
  public let confidence: Double
  /// The possible readings of the line, the most likely first.
  private let candidates: [RecognizedText]

  /// The maximum number of candidates per line.
  static let mostCandidates = 10

  /// Returns the possible readings of the line, the most likely first.
  ///
  /// Each candidate after the first differs in one word, because Tesseract reports alternatives for words, not for lines. If no word has
  /// alternatives, there is only one candidate.
  ///
  /// - Parameter maxCandidateCount: The maximum number of candidates. As in Vision, the upper limit is 10.
  /// - Returns: The candidates, which are never empty if the count is at least 1.
  public func topCandidates(_ maxCandidateCount: Int) -> [RecognizedText] {
    Array(candidates.prefix(min(max(0, maxCandidateCount), Self.mostCandidates)))
  }

  /// The text of the first candidate.
  public var transcript: String { candidates.first?.string ?? "" }

  /// Creates an observation from a line of a page of this size, relative to the region that was read.
  init(_ line: Line, in size: RasterSize, region: NormalizedRect) {
    boundingBox = NormalizedRect(line.box, in: size, region: region)
    confidence = line.confidence
    let boxes = line.words.map { NormalizedRect($0.box, in: size, region: region) }
    let own = line.words.map(\.text)
    let separators = Self.separators(in: line)
    func text(_ words: [String], _ confidence: Double) -> RecognizedText {
      var string = ""
      var places: [RecognizedText.Place] = []
      for (index, word) in words.enumerated() {
        string += separators[index]
        places.append(.init(start: string.utf16.count, count: max(1, word.utf16.count), box: boxes[index]))
        string += word
      }
      return RecognizedText(string: string, confidence: confidence, words: places)
    }
    let length = max(1, own.reduce(0) { $0 + $1.count })
    var others: [RecognizedText] = []
    for (index, word) in line.words.enumerated() {
      for candidate in (word.candidates ?? []).dropFirst() {
        var words = own
        words[index] = candidate.text
        let less = (word.confidence - candidate.confidence) * Double(word.text.count) / Double(length)
        others.append(text(words, min(max(line.confidence - less, 0), line.confidence)))
      }
    }
    others.sort { ($0.confidence, $1.string) > ($1.confidence, $0.string) }
    candidates = [text(own, line.confidence)] + others.prefix(Self.mostCandidates - 1)
  }

  /// Returns the separator before each word in the line's text: a space or an empty string.
  private static func separators(in line: Line) -> [String] {
    var rest = line.text[...]
    return line.words.enumerated().map { index, word in
      guard let range = rest.firstRange(of: word.text) else { return index == 0 ? "" : " " }
      let before = rest[..<range.lowerBound]
      rest = rest[range.upperBound...]
      return index > 0 && !before.isEmpty ? " " : ""
    }
  }
}
