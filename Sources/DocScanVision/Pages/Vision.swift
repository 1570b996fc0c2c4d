// SPDX-License-Identifier: GPL-3.0-or-later

package import CVision
package import DocScanCore

/// A Swift interface to the OpenCV shim's page geometry.
package enum Vision {
  package struct Estimate<Value: Sendable>: Sendable {
    package let value: Value
    /// The confidence, from 0 to 1.
    package let confidence: Double

    package init(value: Value, confidence: Double) {
      (self.value, self.confidence) = (value, confidence)
    }
  }

  package static var version: String { unsafe String(cString: vision_opencv_version()) }

  /// Compares the next resampled pictures with OpenCV's own.
  package static func checkResampling(pictures: Int) { vision_check_cubic(Int32(pictures)) }

  /// Whether a resampled picture differed from OpenCV's own, which is used in that case.
  package static var hasResamplingDiffered: Bool { vision_cubic_differs() != 0 }

  /// A sheet of paper in a photograph.
  package struct Sheet: Sendable {
    /// The corners in pixels, clockwise from the top left.
    package let corners: [Point]
    /// The confidences, from 0 to 1, that the sheet ends at its top, right, bottom, and left side.
    package let sides: [Double]
    /// Whether exact text lines, those that a network finds, can make another outline the likeliest one.
    package let isDisputed: Bool

    package init(corners: [Point], sides: [Double], isDisputed: Bool = false) {
      (self.corners, self.sides, self.isDisputed) = (corners, sides, isDisputed)
    }
  }

  /// Detects the main sheet of paper in a photograph, given the corners of its text lines. Only the directions of lines from a network are exact.
  package static func findPage(
    _ image: Raster, text: [[Point]], isExact: Bool = false
  ) throws(PageFailure) -> Estimate<Sheet> {
    var quad = VisionQuad()
    let lines = text.filter { $0.count == 4 }
    let places = lines.flatMap { $0.flatMap { [$0.x, $0.y] } }
    try unsafe look(at: image) { view, error in
      unsafe vision_find_page(view, places, Int32(lines.count), isExact ? 1 : 0, &quad, error)
    }
    return estimate(quad)
  }

  /// Detects slips of paper on a scanner's bed, from the top down, given the corners of text lines. The confidence is 1 for paper that is much
  /// lighter than the bed, or alone on it.
  package static func findSlips(
    _ image: Raster, text: [[Point]], atMost most: Int
  ) throws(PageFailure) -> [Estimate<[Point]>] {
    var quads = [VisionQuad](repeating: VisionQuad(), count: most)
    var count: Int32 = 0
    let lines = text.filter { $0.count == 4 }
    let places = lines.flatMap { $0.flatMap { [$0.x, $0.y] } }
    try unsafe look(at: image) { view, error in
      unsafe vision_find_slips(view, places, Int32(lines.count), &quads, Int32(most), &count, error)
    }
    return quads.prefix(Int(count)).map { Estimate(value: points($0.corners), confidence: $0.confidence) }
  }

  private static func estimate(_ quad: VisionQuad) -> Estimate<Sheet> {
    let sides = [quad.sides.0, quad.sides.1, quad.sides.2, quad.sides.3]
    let sheet = Sheet(corners: points(quad.corners), sides: sides, isDisputed: quad.is_disputed != 0)
    return Estimate(value: sheet, confidence: quad.confidence)
  }

  package static func findPaper(_ image: Raster) throws(PageFailure) -> Estimate<Box> {
    var box = VisionBox()
    try unsafe look(at: image) { view, error in unsafe vision_find_paper(view, &box, error) }
    return Estimate(
      value: Box(x: box.left, y: box.top, width: box.right - box.left, height: box.bottom - box.top),
      confidence: box.confidence)
  }

  /// Detects the gutter of a spread. The points are on the upper and the lower edge of the image.
  package static func findGutter(_ image: Raster) throws(PageFailure) -> Estimate<[Point]> {
    var gutter = VisionGutter()
    try unsafe look(at: image) { view, error in unsafe vision_find_gutter(view, &gutter, error) }
    return Estimate(
      value: [Point(x: gutter.topX, y: 0), Point(x: gutter.bottomX, y: Double(image.height))],
      confidence: gutter.confidence)
  }

  /// A color with components from 0 to 255.
  package typealias Colour = (red: UInt8, green: UInt8, blue: UInt8)

  package static func draw(
    _ points: [Point], closed: Bool, on image: Raster, colour: Colour, thickness: Int
  ) throws(PageFailure) {
    let places = points.flatMap { [$0.x, $0.y] }
    var tone = colour
    try unsafe call { error in
      unsafe image.withVisionImage { view in
        unsafe withUnsafeBytes(of: &tone) { bytes in
          unsafe vision_draw(
            view, places, Int32(points.count), closed ? 1 : 0,
            bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(thickness), error)
        }
      }
    }
  }

  /// Four corners as in the shims, x and y alternating.
  typealias Corners = (Double, Double, Double, Double, Double, Double, Double, Double)

  static func points(_ c: Corners) -> [Point] {
    [Point(x: c.0, y: c.1), Point(x: c.2, y: c.3), Point(x: c.4, y: c.5), Point(x: c.6, y: c.7)]
  }

  /// Analyzes an image with a function of the shim, and throws its error.
  static func look(
    at image: Raster, _ body: (VisionImage, UnsafeMutablePointer<VisionError>) -> Int32
  ) throws(PageFailure) {
    try unsafe call { error in unsafe image.withVisionImage { view in unsafe body(view, error) } }
  }

  package static func call(_ body: (UnsafeMutablePointer<VisionError>) -> Int32) throws(PageFailure) {
    var error = VisionError()
    let status = unsafe body(&error)
    guard status == 0 else {
      throw PageFailure(kind: .library, message: "OpenCV: \(text(of: error.message))")
    }
  }
}
