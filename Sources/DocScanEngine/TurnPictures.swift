// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanNative
internal import Glibc

/// What the network for orientation makes of a page's quarter turn: its answers for several pictures of the page.
///
/// Each picture is shown to it all four ways up, so that it has no leaning towards one turn. The network is PaddlePaddle's
/// PP-LCNet for the orientation of documents.
struct TurnPictures {
  /// The network takes squares of so many pixels.
  private static let side = 224
  /// The mean and the deviation of red, green and blue among the pictures that it was made with.
  private static let tones: [(mean: Float, deviation: Float)] = [(0.485, 0.229), (0.456, 0.224), (0.406, 0.225)]
  /// A picture's answer counts as no surer than this.
  private static let leastProbability = 0.001
  /// The side of a picture of text, in letter heights.
  private static let lettersAcross = 22.0
  private static let mostLines = 4
  /// Fewer lines may have any direction by chance.
  private static let fewestLines = 2

  /// A square part of the page, in pixels of its view.
  private struct Square {
    var center: Point
    var side: Double
  }

  let network: NeuralNetwork

  /// The mean logarithm of the network's probabilities for each turn, clockwise, that would make the page upright.
  func scores(of page: PageInHand) throws(PageFailure) -> [Int: Double] {
    let (view, text) = (try page.view().image, try page.text())
    let level = try Self.levelling(text)
    let groups = try Self.squares(of: view, text)
    var scores = [0: 0.0, 90: 0, 180: 0, 270: 0]
    for squares in groups {
      for square in squares {
        let answers = try answers(for: square, of: view, turnedBy: level)
        for (turn, score) in answers { scores[turn, default: 0] += score / Double(squares.count * groups.count) }
      }
    }
    return scores
  }

  /// The turn that levels the lines, in degrees; 0 for few lines.
  ///
  /// It is the same whether they run across or down, which is hard to tell far askew.
  private static func levelling(_ text: Vision.Text) throws(PageFailure) -> Double {
    let lines = try text.lines(atMost: fewestLines)
    guard lines.count == fewestLines, let line = lines.first else { return 0 }
    let degrees = atan2(line[1].y - line[0].y, line[1].x - line[0].x) * 180 / .pi
    return -(degrees - 90 * (degrees / 90).rounded())
  }

  /// The middle of the page; all of it; parts of it; text. What each kind says weighs the same.
  private static func squares(of view: Raster, _ text: Vision.Text) throws(PageFailure) -> [[Square]] {
    let (width, height) = (Double(view.width), Double(view.height))
    let (shorter, longer) = (min(width, height), max(width, height))
    let middle = Point(x: width / 2, y: height / 2)
    let part = 0.4 * shorter
    let (right, down) = ((width - part) / 4, (height - part) / 4)
    let parts = [(-1.0, -1.0), (1, -1), (-1, 1), (1, 1)].map { (x: Double, y: Double) in
      Square(center: Point(x: middle.x + x * right, y: middle.y + y * down), side: part)
    }
    let groups = [
      [Square(center: middle, side: shorter * 7 / 8)], [Square(center: middle, side: longer)], parts,
      try lines(of: text),
    ]
    return groups.filter { !$0.isEmpty }
  }

  /// Around lines of text that lie far apart.
  private static func lines(of text: Vision.Text) throws(PageFailure) -> [Square] {
    let lines = try text.lines(atMost: 60)
    let middle = try text.letterHeight()
    let centers = lines.map { Box(around: $0).center }
    guard var next = centers.first else { return [] }
    // An outline has room above and below its letters: 0.65 of their height each.
    let letter = middle > 0 ? middle : max(1, distance(lines[0][0], lines[0][3]) / 2.3)
    var squares: [Square] = []
    while squares.count < mostLines {
      squares.append(Square(center: next, side: lettersAcross * letter))
      let gaps = centers.map { center in squares.map { distance($0.center, center) }.min() ?? 0 }
      guard let widest = gaps.indices.max(by: { gaps[$0] < gaps[$1] }), gaps[widest] >= 2 * letter else { break }
      next = centers[widest]
    }
    return squares
  }

  /// What the network says of one picture, shown all four ways up.
  private func answers(
    for square: Square, of view: Raster, turnedBy degrees: Double
  ) throws(PageFailure) -> [(turn: Int, score: Double)] {
    let side = Self.side
    let scale = Double(side) / max(square.side, 1)
    let map = Homography.translation(x: -square.center.x, y: -square.center.y)
      .then(.rotation(clockwiseDegrees: degrees, about: Point(x: 0, y: 0))).then(.scale(x: scale, y: scale))
      .then(.translation(x: Double(side) / 2, y: Double(side) / 2))
    let picture = try view.warped(by: PageMap(map), width: side, height: side, surround: .edge)
    let answer = try network.run(Self.fourWays(of: picture))
    guard answer.values.count == 16 else {
      throw PageFailure(kind: .library, message: "The network for orientation does not give four answers.")
    }
    return (0..<4).map { turn in
      let sum = (0..<4).reduce(0.0) { sum, way in
        // Its answers are by how far a picture is turned clockwise: so far that this turn and the one it was given meet.
        let probability = answer.values[4 * way + (way - turn + 4) % 4]
        return sum + Double(log(min(max(probability, Float(Self.leastProbability)), 1)))
      }
      return (90 * turn, sum / 4)
    }
  }

  /// The grey picture as it is, and turned clockwise by one, two and three quarters, as the network takes them.
  private static func fourWays(of picture: Raster) -> Tensor {
    let last = side - 1
    // Where a turned picture's first pixel is, and how far it is from there to the next one across and down.
    let ways = [(0, 1, side), (last * side, -side, 1), (last * side + last, -1, -side), (last, side, -1)]
    var values: [Float] = []
    values.reserveCapacity(4 * tones.count * side * side)
    unsafe picture.withUnsafePixels { pixels in
      for (first, across, down) in ways {
        for tone in tones {
          let levels = (0..<256).map { (Float($0) / 255 - tone.mean) / tone.deviation }
          for y in 0..<side {
            for x in 0..<side { values.append(levels[Int(unsafe pixels[first + x * across + y * down])]) }
          }
        }
      }
    }
    return Tensor(values: values, shape: [4, tones.count, side, side])
  }
}

private func distance(_ a: Point, _ b: Point) -> Double { hypot(a.x - b.x, a.y - b.y) }
