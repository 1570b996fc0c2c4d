// SPDX-License-Identifier: GPL-3.0-or-later

internal import CVision
package import DocScanCore
internal import Glibc

/// Reads lines of text, with a network for Latin letters, Han and kana, or with one that the user has added.
package final class LineReader {
  /// The dimensions of the network's input: the height of lines, and the range and step of widths, in pixels.
  private static let height = 48
  private static let widths = 96...3200
  private static let step = 8
  private static let vertical = 1.5
  private static let mostCharacters = 1000

  private let network: NeuralNetwork
  private let texts: [String]
  /// Whether each class is used if all languages have Latin letters: all classes of added networks.
  private let latin: [UInt8]
  private let certainty: Double

  /// Creates a reader. Throws an error if the network's metadata doesn't define its classes.
  package convenience init(_ network: NeuralNetwork) throws(PageFailure) {
    self.init(network, texts: [""] + (try Self.characters(network.metadata("character"), of: network)) + [" "])
  }

  private init(_ network: NeuralNetwork, texts: [String], of recognizer: AddedRecognizer? = nil) {
    (self.network, self.texts, certainty) = (network, texts, recognizer?.certainty ?? 0)
    latin = texts.map { recognizer != nil || $0.unicodeScalars.allSatisfy(Self.isUsedWithLatin) ? 1 : 0 }
  }

  /// Creates a reader with an added network, which reads an empty line first. Throws an error if its classes and its characters don't match, or if
  /// its output isn't probabilities.
  package convenience init(_ network: NeuralNetwork, of recognizer: AddedRecognizer) throws(PipelineError) {
    let table = try recognizer.bytes(of: .characters).map { String(decoding: $0, as: UTF8.self) }
    let characters: [String]
    let output: Tensor
    do throws(PageFailure) {
      let own = try network.metadata("character")
      characters = try Self.characters(table ?? own, of: network)
    } catch {
      throw .missingPart(message: error.message)
    }
    do throws(PageFailure) {
      output = try network.run(Tensor(values: Array(repeating: 0, count: 3 * 48 * 320), shape: [1, 3, 48, 320]))
    } catch {
      throw .missingPart(message: "\(error.message). docscan needs a PP-OCR recognizer of lines 48 pixels high.")
    }
    let classes = output.shape.last ?? 0
    // The class after the characters is a space, which not every network has.
    guard output.shape.count == 3, [1, 2].contains(classes - characters.count) else {
      throw .missingPart(
        message: "The model \(network.name) returns the shape \(output.shape), but its table has \(characters.count) "
          + "characters. A PP-OCR recognizer has one class more, or two.")
    }
    guard output.values.allSatisfy({ $0 >= 0 && $0 <= 1.001 }),
      abs(output.values.prefix(classes).reduce(0, +) - 1) < 0.01
    else { throw .missingPart(message: "The model \(network.name) doesn't return probabilities.") }
    let texts = [""] + characters + [" "]
    self.init(network, texts: Array(texts.prefix(classes)), of: recognizer)
  }

  private static func characters(_ table: String?, of network: NeuralNetwork) throws(PageFailure) -> [String] {
    guard let table else {
      throw PageFailure(kind: .library, message: "The model \(network.name) has no character table.")
    }
    // A line break of Windows is a single character.
    var lines = table.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  /// Whether the network knows the basic Latin letters.
  package var hasLatin: Bool { Set(texts).isSuperset(of: ["A", "Z", "a", "z"]) }

  /// Returns whether a character occurs in text with Latin letters. The network may not choose others, which may look like letters or digits.
  private static func isUsedWithLatin(_ scalar: Unicode.Scalar) -> Bool {
    isLatin(scalar) || scalar.value < 0x300 || (0x2010...0x22FF).contains(scalar.value)
  }

  package func line(_ corners: [Point], of image: Raster, onlyLatin: Bool) throws(PageFailure) -> Line? {
    guard corners.count == 4 else { return nil }
    let upright = Self.upright(corners)
    let across = max(Self.distance(upright[0], upright[1]), Self.distance(upright[3], upright[2]))
    let down = max(Self.distance(upright[0], upright[3]), Self.distance(upright[1], upright[2]))
    let wanted = (Double(Self.height) * across / max(down, 1)).rounded(.up)
    let width = Int(min(max(wanted, 16), Double(Self.widths.upperBound)))
    let padded = max(Self.widths.lowerBound, (width + Self.step - 1) / Self.step * Self.step)
    let picture = try Tensor(
      image, corners: upright, width: width, height: Self.height, paddedWidth: padded, scaling: .lines)
    let output = try network.run(picture)
    guard output.shape.count == 3, output.shape[0] == 1, output.shape[2] == texts.count, output.shape[1] > 0 else {
      throw PageFailure(kind: .library, message: "The model \(network.name) returned the shape \(output.shape).")
    }
    let text = NetworkText(try characters(output, onlyLatin), texts: texts)
    // The network's steps divide the padded width evenly.
    let share = Double(padded) / Double(width) / Double(output.shape[1])
    let ink = WordInk(picture, width: width)
    let words = text.words.map { word in
      let (across, down) = ink.bounds(
        from: min(Double(word.places.lowerBound) * share, 1), to: min(Double(word.places.upperBound) * share, 1))
      return Word(
        text: word.text.composed, confidence: confidence(word.confidence).rounded(toPlaces: 4),
        box: Self.box(across, down, of: upright))
    }
    guard !words.isEmpty else { return nil }
    return Line(
      text: joinedText(words), confidence: meanConfidence(words).rounded(toPlaces: 3), box: Box(around: upright),
      baseline: [upright[3], upright[2]], words: words)
  }

  private func confidence(_ own: Double) -> Double {
    guard certainty != 0 else { return own }
    let odds = own / max(1 - own, 0.0001) * exp(certainty)
    return odds / (1 + odds)
  }

  private func characters(_ output: Tensor, _ onlyLatin: Bool) throws(PageFailure) -> [VisionCharacter] {
    var characters = [VisionCharacter](repeating: VisionCharacter(), count: Self.mostCharacters)
    var count: Int32 = 0
    let (steps, classes) = (Int32(output.shape[1]), Int32(output.shape[2]))
    let allowed = onlyLatin ? latin : Array(repeating: 1, count: texts.count)
    try unsafe Vision.call { error in
      unsafe vision_characters(
        output.values, steps, classes, allowed, &characters, Int32(characters.count), &count, error)
    }
    return Array(characters.prefix(Int(count)))
  }

  private static func upright(_ corners: [Point]) -> [Point] {
    let across = max(distance(corners[0], corners[1]), distance(corners[3], corners[2]))
    let down = max(distance(corners[0], corners[3]), distance(corners[1], corners[2]))
    return down >= vertical * across ? [corners[1], corners[2], corners[3], corners[0]] : corners
  }

  private static func box(_ across: ClosedRange<Double>, _ down: ClosedRange<Double>, of corners: [Point]) -> Box {
    func point(_ a: Point, _ b: Point, _ share: Double) -> Point {
      Point(x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y))
    }
    return Box(
      around: [across.lowerBound, across.upperBound].flatMap { share in
        let (top, bottom) = (point(corners[0], corners[1], share), point(corners[3], corners[2], share))
        return [point(top, bottom, down.lowerBound), point(top, bottom, down.upperBound)]
      })
  }

  private static func distance(_ a: Point, _ b: Point) -> Double { hypot(a.x - b.x, a.y - b.y) }
}
