// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// A line of text on a page.
public struct RecognizedTextObservation: Hashable, Sendable {
  /// Around the line: 0 to 1 of the region that was read, with the origin at its lower left.
  public let boundingBox: NormalizedRect
  /// 0 to 1: the mean of its words, weighted by their length. Confidences are calibrated: of words with 0.9, nine in ten are right.
  public let confidence: Double
  /// All that it may be, the most likely first.
  private let candidates: [RecognizedText]

  /// The most candidates that a line has.
  static let mostCandidates = 10

  /// The texts that the line may have, the most likely first; the first is always there.
  ///
  /// Vision allows up to ten, and so does this. A candidate differs from the first in one word: Tesseract has candidates for
  /// words, not for lines. Where it had only one reading of each word, there is one candidate.
  public func topCandidates(_ maxCandidateCount: Int) -> [RecognizedText] {
    Array(candidates.prefix(min(max(0, maxCandidateCount), Self.mostCandidates)))
  }

  /// The text of the first candidate.
  public var transcript: String { candidates.first?.string ?? "" }

  /// A line of a page of this size, of which a region was read.
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

  /// What stands before each word in the text of the line: a space, or nothing.
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
