// SPDX-License-Identifier: GPL-3.0-or-later

internal import CVision
package import DocScanCore

/// Finds lines of text in a picture, with a network.
package final class LineFinder {
  /// The longer side of what the network sees: its time and memory go with the area.
  private static let longestSide = 960.0
  /// The network takes whole multiples of that.
  private static let unit = 32.0
  /// The same where only the places of lines count that nobody has read: a third of the time.
  private static let smallSide = 640.0  // Chosen: 480 to 960 (doubt).
  /// Smaller pictures are not enlarged more than this.
  private static let mostEnlarged = 2.0
  /// Letters that would be lower than that in pixels have the page looked at in bands.
  private static let lowestLetters = 7.0
  private static let mostBands = 3
  /// What bands share, in heights of letters, so that each line is whole in one of them.
  private static let overlap = 6.0
  /// More lines than a newspaper's page has are not looked at.
  private static let mostLines = 2000

  private let network: NeuralNetwork

  /// A finder that uses a network for text detection.
  package init(_ network: NeuralNetwork) { self.network = network }

  /// The outlines of lines, each clockwise from its upper left, in pixels of the picture, from the top down.
  ///
  /// `letterHeight` is the middle height of letters in pixels, 0 if it is not known.
  package func lines(of image: Raster, letterHeight: Double) throws(PageFailure) -> [[Point]] {
    var found: [[Point]] = []
    for band in bands(of: image, letterHeight) {
      let part = try band.area.height < Double(image.height) ? image.cropped(to: band.area) : image
      found += try lines(of: part).map { corners in corners.map { Point(x: $0.x, y: $0.y + band.area.y) } }.filter {
        let middle = Self.middle($0)
        return middle >= band.from && middle < band.to
      }
    }
    return found.sorted { Self.middle($0) < Self.middle($1) }
  }

  /// The same in a small picture, which shows whether there is text and not exactly where.
  package func lines(ofSmall image: Raster) throws(PageFailure) -> [[Point]] {
    try lines(of: image, longestSide: Self.smallSide).sorted { Self.middle($0) < Self.middle($1) }
  }

  /// How far down the middle of a line is.
  private static func middle(_ corners: [Point]) -> Double {
    let box = Box(around: corners)
    return box.y + box.height / 2
  }

  /// Areas as wide as the picture, and which lines are theirs, by the height of their middle.
  private func bands(of image: Raster, _ letterHeight: Double) -> [(area: Box, from: Double, to: Double)] {
    let (width, height) = (Double(image.width), Double(image.height))
    let scale = Self.longestSide / max(width, height)
    let wanted = letterHeight > 0 ? (Self.lowestLetters / (letterHeight * scale)).rounded(.up) : 1
    let count = height > width ? min(max(1, wanted), Double(Self.mostBands)) : 1
    return (0..<Int(count)).map { index in
      let (from, to) = (height * Double(index) / count, height * Double(index + 1) / count)
      let (top, bottom) = (
        max(0, (from - Self.overlap * letterHeight).rounded()),
        min(height, (to + Self.overlap * letterHeight).rounded())
      )
      return (
        Box(x: 0, y: top, width: width, height: bottom - top), index == 0 ? -.infinity : from,
        index == Int(count) - 1 ? .infinity : to
      )
    }
  }

  private func lines(
    of image: Raster, longestSide: Double = longestSide
  ) throws(PageFailure) -> [[Point]] {
    let scale = min(longestSide / Double(max(image.width, image.height)), Self.mostEnlarged)
    func side(_ pixels: Int) -> Int {
      Int(max(1, (Double(pixels) * scale / Self.unit).rounded()) * Self.unit)
    }
    let (width, height) = (side(image.width), side(image.height))
    let map = try network.run(Tensor(image, width: width, height: height, scaling: .photographs))
    guard map.shape == [1, 1, height, width] else {
      throw PageFailure(kind: .library, message: "The model for lines gave \(map.shape).")
    }
    var lines = [VisionFoundLine](repeating: VisionFoundLine(), count: Self.mostLines)
    var count: Int32 = 0
    try unsafe Vision.call { error in
      unsafe vision_found_lines(
        map.values, Int32(width), Int32(height), &lines, Int32(lines.count), &count, error)
    }
    let (across, down) = (Double(image.width) / Double(width), Double(image.height) / Double(height))
    return lines.prefix(Int(count)).map { line in
      Vision.points(line.corners).map { Point(x: $0.x * across, y: $0.y * down) }
    }
  }
}
