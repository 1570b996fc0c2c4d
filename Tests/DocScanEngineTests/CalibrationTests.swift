// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: confidence is a calibrated probability, and expected errors follow from it.

import DocScanCore
import Testing

@testable import DocScanReading

@Suite("Calibrated confidence")
struct CalibrationTests {
  private let calibration = Calibration.of(engine: "tesseract")

  /// Returns a block with a line of these words, each with an engine's confidence.
  private func block(_ words: [(text: String, confidence: Double)], height: Double = 20) -> Block {
    let boxes = words.indices.map { Box(x: 100 * Double($0), y: 10, width: 90, height: height) }
    let box = Box(x: 0, y: 10, width: 100 * Double(words.count), height: height)
    return Block(
      kind: .text, box: box,
      lines: [
        Line(
          text: "", confidence: 0, box: box, baseline: [],
          words: zip(words, boxes).map { Word(text: $0.text, confidence: $0.confidence, box: $1) })
      ])
  }

  private func probabilities(_ block: Block) -> [Double] {
    calibration.probabilities([block]).flatMap { $0.lines.flatMap(\.words) }.map(\.confidence)
  }

  @Test(
    "Increases the probability with the engine's confidence for any word, line, and page",
    arguments: ["quay", "I", "12,50", "—", "日本", "non-refundable*"], [0.0, 0.5, 0.97])
  func rises(text: String, others: Double) {
    let curve = (0...100).map { percent in
      probabilities(block([(text, Double(percent) / 100), ("other", others), ("words", others)]))[0]
    }
    #expect(zip(curve, curve.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(curve.allSatisfy { (0...1).contains($0) })
    #expect(curve[0] < 0.5 && curve[100] - curve[0] > 0.3)
  }

  @Test("Stays a probability for any height and any confidence", arguments: [0.0, 1, 20, 5000])
  func bounds(height: Double) {
    for confidence in [-1.0, 0, 1, 2] {
      #expect(
        probabilities(block([("", confidence), ("word", confidence)], height: height)).allSatisfy {
          (0...1).contains($0)
        })
    }
  }

  @Test("Gives a line its words' mean, and leaves copied text and other engines unchanged")
  func lines() {
    var copied = block([("own", 1)])
    copied.copied = true
    let read = block([("read", 0.9), ("text", 0.4)])
    let result = calibration.probabilities([copied, read])
    #expect(result[0] == copied)
    #expect(abs(result[1].lines[0].confidence - meanConfidence(result[1].lines[0].words)) < 0.001)
    #expect(Calibration.of(engine: "another").probabilities([read]) == [read])
  }

  @Test("Expects more errors from doubtful words and from unread text")
  func errors() throws {
    func rate(_ confidence: Double, unread: Double?) throws -> Double {
      let words = block([("several", confidence), ("words", confidence)])
      return try #require(calibration.expectedErrors([words], unread: unread)).characterErrorRate
    }
    #expect(try rate(0.99, unread: 0) < rate(0.9, unread: 0))
    #expect(try rate(0.9, unread: 0) < rate(0.3, unread: 0))
    #expect(try rate(0.99, unread: 0) < rate(0.99, unread: 0.5))
    #expect(try (0...1).contains(rate(0, unread: 1)))
  }

  @Test("Gives the worst grade to text lines without words, and none without either")
  func nothingRead() {
    #expect(calibration.expectedErrors([], unread: 1)?.grade == .f)
    #expect(calibration.expectedErrors([], unread: nil) == nil)
  }

  @Test("Measures the share of lines without words")
  func unread() {
    let size = RasterSize(width: 1000, height: 1000, dpi: 100)
    func line(_ y: Double, from left: Double, to right: Double) -> [Point] {
      [(left, y), (right, y), (right, y + 20), (left, y + 20)].map { Point(x: $0.0, y: $0.1) }
    }
    let text = UnreadText([block([("one", 1), ("two", 1), ("three", 1)])], on: size)
    #expect(text.share(of: [line(10, from: 0, to: 300)]) == 0)
    #expect(text.share(of: [line(10, from: 0, to: 300), line(500, from: 0, to: 300)]) == 0.5)
    #expect((text.share(of: [line(10, from: 0, to: 600)]) ?? 0) > 0.4)
    #expect(text.share(of: []) == nil)
  }
}
