// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanVision
internal import Glibc

/// Evaluates a page's turn with the orientation network (PaddlePaddle's PP-LCNet). Pictures are also shown upside down to cancel the network's bias.
package struct TurnPictures {
  /// A kind of picture. The answers for pictures of one kind are averaged.
  private enum Kind: CaseIterable {
    case middle
    case whole
    case parts
    /// Parts of the page around lines that are far apart.
    case text
  }

  /// A square part of the page, in pixels of its view.
  private struct Square {
    var center: Point
    var side: Double
  }

  private static let side = 224
  /// The mean and the standard deviation of red, green, and blue in the network's training data.
  private static let tones: [(mean: Float, deviation: Float)] = [(0.485, 0.229), (0.456, 0.224), (0.406, 0.225)]
  private static let leastProbability = 0.001  // Chosen: 0.0001 to 0.01 (turned).
  private static let lettersAcross = 22.0  // Chosen: 15 to 30 (turned).
  private static let mostLines = 4  // Chosen: 2 to 6 (turned).
  /// The number of lines needed for a reliable direction. A single line may have its direction by coincidence.
  private static let fewestLines = 2  // Chosen: 1 to 4 (turned).
  private static let steps: [(kind: Kind, ways: [Int])] = [0, 1].flatMap { round in
    Kind.allCases.enumerated().map { ($1, ($0 + round).isMultiple(of: 2) ? [0, 2] : [1, 3]) }
  }

  private let network: NeuralNetwork
  private let view: Raster
  private let text: Vision.Text
  private let level: Double
  private var made: [Kind: [Raster]] = [:]
  /// For each kind, the summed log probabilities of each correcting turn, and the number of pictures shown.
  private var answers: [Kind: (sums: [Double], count: Int)] = [:]
  private var step = 0
  package private(set) var shown = 0

  package init(of page: PageContext, network: NeuralNetwork) throws(PageFailure) {
    self.network = network
    (view, text) = (try page.view().image, try page.text())
    level = try Self.levelling(text)
  }

  package mutating func next() throws(PageFailure) -> [Int: Double]? {
    while step < Self.steps.count {
      let (kind, ways) = Self.steps[step]
      step += 1
      let pictures = try pictures(of: kind)
      guard !pictures.isEmpty else { continue }
      for picture in pictures {
        let answer = try answer(for: picture, turnedBy: ways)
        let sofar = answers[kind] ?? ([0, 0, 0, 0], 0)
        answers[kind] = (zip(sofar.sums, answer).map { $0 + $1 }, sofar.count + ways.count)
      }
      shown += pictures.count * ways.count
      return Dictionary(
        uniqueKeysWithValues: (0..<4).map { turn in
          (90 * turn, Kind.allCases.compactMap { answers[$0] }.reduce(0) { $0 + $1.sums[turn] / Double($1.count) })
        })
    }
    return nil
  }

  /// Returns the rotation that levels horizontal or vertical lines, in degrees, or 0 if there are too few lines.
  private static func levelling(_ text: Vision.Text) throws(PageFailure) -> Double {
    let lines = try text.lines(atMost: fewestLines)
    guard lines.count == fewestLines, let line = lines.first else { return 0 }
    let degrees = atan2(line[1].y - line[0].y, line[1].x - line[0].x) * 180 / .pi
    return -(degrees - 90 * (degrees / 90).rounded())
  }

  private mutating func pictures(of kind: Kind) throws(PageFailure) -> [Raster] {
    if let pictures = made[kind] { return pictures }
    var pictures: [Raster] = []
    for square in try squares(of: kind) {
      let scale = Double(Self.side) / max(square.side, 1)
      let map = Homography.translation(x: -square.center.x, y: -square.center.y)
        .then(.rotation(clockwiseDegrees: level, about: Point(x: 0, y: 0))).then(.scale(x: scale, y: scale))
        .then(.translation(x: Double(Self.side) / 2, y: Double(Self.side) / 2))
      pictures.append(try view.warped(by: PageMap(map), width: Self.side, height: Self.side, surround: .edge))
    }
    made[kind] = pictures
    return pictures
  }

  private func squares(of kind: Kind) throws(PageFailure) -> [Square] {
    let (width, height) = (Double(view.width), Double(view.height))
    let shorter = min(width, height)
    let middle = Point(x: width / 2, y: height / 2)
    switch kind {
    case .middle: return [Square(center: middle, side: shorter * 7 / 8)]
    case .whole: return [Square(center: middle, side: max(width, height))]
    case .parts:
      let part = 0.4 * shorter
      let (right, down) = ((width - part) / 4, (height - part) / 4)
      return [(-1.0, -1.0), (1, -1), (-1, 1), (1, 1)].map { (x: Double, y: Double) in
        Square(center: Point(x: middle.x + x * right, y: middle.y + y * down), side: part)
      }
    case .text: return try squaresOfText()
    }
  }

  private func squaresOfText() throws(PageFailure) -> [Square] {
    let lines = try text.lines(atMost: 60)
    let middle = try text.letterHeight()
    let centers = lines.map { Box(around: $0).center }
    guard var next = centers.first else { return [] }
    // An outline extends above and below its letters by 0.65 of their height each.
    let letter = middle > 0 ? middle : max(1, distance(lines[0][0], lines[0][3]) / 2.3)
    var squares: [Square] = []
    while squares.count < Self.mostLines {
      squares.append(Square(center: next, side: Self.lettersAcross * letter))
      let gaps = centers.map { center in squares.map { distance($0.center, center) }.min() ?? 0 }
      guard let widest = gaps.indices.max(by: { gaps[$0] < gaps[$1] }), gaps[widest] >= 2 * letter else { break }
      next = centers[widest]
    }
    return squares
  }

  /// Returns the summed log probabilities that 0, 1, 2, and 3 clockwise quarter turns make the page upright, for a picture shown at `ways`.
  private func answer(for picture: Raster, turnedBy ways: [Int]) throws(PageFailure) -> [Double] {
    let answer = try network.run(Self.tensor(of: picture, turnedBy: ways))
    guard answer.values.count == 4 * ways.count else {
      throw PageFailure(kind: .library, message: "The orientation model does not have four outputs.")
    }
    return (0..<4).map { turn in
      ways.enumerated().reduce(0.0) { sum, way in
        // Answers are indexed by the picture's clockwise turn: the turn that it was given minus the correcting one.
        let probability = answer.values[4 * way.offset + (way.element - turn + 4) % 4]
        return sum + Double(log(min(max(probability, Float(Self.leastProbability)), 1)))
      }
    }
  }

  private static func tensor(of picture: Raster, turnedBy ways: [Int]) -> Tensor {
    let last = side - 1
    // For each turn, the first pixel, and the steps to the next pixel across and down.
    let places = [(0, 1, side), (last * side, -side, 1), (last * side + last, -1, -side), (last, side, -1)]
    let levels = tones.map { tone in (0..<256).map { (Float($0) / 255 - tone.mean) / tone.deviation } }
    var values: [Float] = []
    values.reserveCapacity(ways.count * tones.count * side * side)
    unsafe picture.withUnsafePixels { pixels in
      for way in ways {
        let (first, across, down) = places[way]
        for tone in levels {
          for y in 0..<side {
            for x in 0..<side { values.append(tone[Int(unsafe pixels[first + x * across + y * down])]) }
          }
        }
      }
    }
    return Tensor(values: values, shape: [ways.count, tones.count, side, side])
  }
}

private func distance(_ a: Point, _ b: Point) -> Double { hypot(a.x - b.x, a.y - b.y) }
