// SPDX-License-Identifier: GPL-3.0-or-later

internal import CVision
package import DocScanCore

/// Detects lines of text in a picture with a network.
package final class LineFinder {
  /// The longer side of the network's input, in pixels. Time and memory are proportional to the input's area.
  private static let longestSide = 960.0
  private static let unit = 32.0
  /// The longer side, in pixels, of the input for finding out whether there is unread text, which takes a third of the time.
  private static let smallSide = 640.0  // Chosen: 480 to 960 (doubt).
  private static let mostEnlarged = 2.0
  /// The letter height, in pixels of the input, below which the page is divided into bands.
  private static let lowestLetters = 7.0
  private static let mostBands = 3
  /// The overlap of bands, in letter heights, so that each line is complete in one of them.
  private static let overlap = 6.0
  private static let mostLines = 2000

  private let network: NeuralNetwork

  package init(_ network: NeuralNetwork) { self.network = network }

  /// Returns the lines' outlines from the top down, clockwise from their top left, in pixels. `letterHeight` is the median in pixels, or 0.
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

  /// Returns whether the picture is divided, so that its lines depend on the height of letters.
  package func dividesIntoBands(_ image: Raster, letterHeight: Double) -> Bool {
    bands(of: image, letterHeight).count > 1
  }

  package func lines(ofSmall image: Raster) throws(PageFailure) -> [[Point]] {
    try lines(of: image, longestSide: Self.smallSide).sorted { Self.middle($0) < Self.middle($1) }
  }

  private static func middle(_ corners: [Point]) -> Double {
    let box = Box(around: corners)
    return box.y + box.height / 2
  }

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
      throw PageFailure(kind: .library, message: "The model text-detection returned the shape \(map.shape).")
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
