// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore
public import DocScanVision

/// A sheet that a hand holds up in a room, as a phone's camera sees it, with the exact position of its corners.
///
/// Thumbs cover the sheet's edges, the sheet bends slightly, light may come from behind or be scarce, and the camera may
/// move.
public struct HeldPhoto {
  /// The photograph, in color.
  public let image: Raster
  /// The sheet's corners in the photograph, clockwise from its top-left.
  public let quad: [Point]

  /// Makes a random photograph.
  public init(of page: Raster, _ random: inout SeededGenerator) throws {
    let (width, height) = Int.random(in: 0..<4, using: &random) > 0 ? (1500, 2000) : (2000, 1500)
    quad = DeskPhoto.handheldQuad(
      of: page, width: Double(width), height: Double(height), usualTurns: [18, 14, 9], fill: 0.45...0.88, &random)
    let scene = try HeldScene(page: page, quad: quad, width: width, height: height, &random)
    var picture = try scene.shot().blurred()
    if Int.random(in: 0..<3, using: &random) == 0 {
      picture = try picture.moved(
        by: Double.random(in: 3...9, using: &random), degrees: Double.random(in: 0..<180, using: &random))
    }
    image = try picture.withNoise(deviation: scene.isDim ? 9 : 2.5, seed: random.next())
  }
}
