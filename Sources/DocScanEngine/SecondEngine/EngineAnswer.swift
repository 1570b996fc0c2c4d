// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanVision
internal import FoundationEssentials

/// The validated answer of an engine, whose numbers and texts are as untrusted as the document.
struct EngineAnswer {
  private static let mostLines = 20_000
  private static let mostWords = 200_000
  private static let longestText = 10_000
  private static let longestError = 1000

  enum Outcome {
    /// The page's lines in the engine's order, in pixels of the picture.
    case lines([Line])
    case failed(String)
  }

  let outcome: Outcome

  init(_ line: Data, to id: Int, size: RasterSize) throws(InvalidInput) {
    let members = try EngineMessage.members(line)
    guard members["id"] == .number(Double(id)) else {
      throw InvalidInput("the answer is for another request, not for \(id)")
    }
    switch members["error"] {
    case nil, .null: break
    case .string(let text):
      let message = String(printable(text).composed.prefix(Self.longestError))
      outcome = .failed(message.isEmpty ? "it gives no reason" : message)
      return
    case _: throw InvalidInput("\"error\" is not a string")
    }
    guard case .array(let values) = members["lines"] else { throw InvalidInput("the answer has no \"lines\"") }
    guard values.count <= Self.mostLines else {
      throw InvalidInput("it found more than \(Self.mostLines) lines")
    }
    var lines: [Line] = []
    var words = 0
    for (index, value) in zip(1..., values) {
      do throws(InvalidInput) {
        guard let line = try Self.line(value, size) else { continue }
        words += line.words.count
        lines.append(line)
      } catch {
        throw InvalidInput("line \(index): \(error)")
      }
    }
    guard words <= Self.mostWords else { throw InvalidInput("it found more than \(Self.mostWords) words") }
    outcome = .lines(lines)
  }

  private static func line(_ value: JSONValue, _ size: RasterSize) throws(InvalidInput) -> Line? {
    guard case .object(let members) = value else { throw InvalidInput("it is not an object") }
    let text = try text(members)
    let confidence = try confidence(members)
    let corners = try corners(members)
    var words: [Word] = []
    if case .array(let values) = members["words"] {
      for value in values {
        guard case .object(let members) = value else { throw InvalidInput("a word is not an object") }
        let place = Box(around: try Self.corners(members))
        words += split(try Self.text(members), try Self.confidence(members), place)
      }
    }
    let box = Box(around: corners)
    if words.isEmpty { words = split(text, confidence, box) }
    words = words.map { Word(text: $0.text, confidence: $0.confidence, box: $0.box.clamped(to: size)) }
    guard !words.isEmpty else { return nil }
    return Line(
      text: joinedText(words), confidence: confidence.rounded(toPlaces: 3), box: box.clamped(to: size),
      baseline: [corners[3], corners[2]], words: words)
  }

  private static func split(_ text: String, _ confidence: Double, _ box: Box) -> [Word] {
    let count = Double(max(1, text.count))
    var words: [Word] = []
    var start = 0
    for part in text.split(omittingEmptySubsequences: false, whereSeparator: \.isWhitespace) {
      defer { start += part.count + 1 }
      guard !part.isEmpty else { continue }
      let place = Box(
        x: box.x + box.width * Double(start) / count, y: box.y, width: box.width * Double(part.count) / count,
        height: box.height)
      words.append(Word(text: String(part), confidence: confidence.rounded(toPlaces: 3), box: place))
    }
    return words
  }

  private static func text(_ members: [String: JSONValue]) throws(InvalidInput) -> String {
    guard let value = members["text"], let text = String(json: value) else {
      throw InvalidInput("it has no \"text\"")
    }
    guard text.utf8.count <= longestText else {
      throw InvalidInput("its text is longer than \(longestText) bytes")
    }
    return printable(text.composed)
  }

  private static func confidence(_ members: [String: JSONValue]) throws(InvalidInput) -> Double {
    guard case .number(let value) = members["confidence"] else { throw InvalidInput("it has no \"confidence\"") }
    guard (0...1).contains(value) else { throw InvalidInput("a confidence is \(value), not from 0 to 1") }
    return value
  }

  private static func corners(_ members: [String: JSONValue]) throws(InvalidInput) -> [Point] {
    if case .array(let values) = members["quad"] {
      let points = values.compactMap { Point(json: $0) }
      guard values.count == 4, points.count == 4 else { throw InvalidInput("a \"quad\" is not four points") }
      guard points.allSatisfy({ isNear($0.x) && isNear($0.y) }) else { throw tooFar }
      return points
    }
    guard case .array(let values) = members["box"] else {
      throw InvalidInput("it has no \"box\" and no \"quad\"")
    }
    let numbers = values.compactMap { Double(json: $0) }
    guard values.count == 4, numbers.count == 4, numbers[2] >= 0, numbers[3] >= 0 else {
      throw InvalidInput("a \"box\" is not [x, y, width, height]")
    }
    guard numbers.allSatisfy(isNear) else { throw tooFar }
    return Box(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]).corners
  }

  private static var tooFar: InvalidInput { InvalidInput("a position is far outside the picture") }

  private static func isNear(_ value: Double) -> Bool { value.isFinite && abs(value) <= 1e6 }
}
