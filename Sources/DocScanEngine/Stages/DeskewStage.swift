// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanVision

/// Rotates the page by a small angle so that its text lines are level.
package final class DeskewStage: Stage {
  private static let maximumAngle = Setting(
    "maximumAngle", default: 45.0, in: 0...45,
    help: "The largest skew to correct, in degrees; above 15 only if nothing else on the page is level.")
  private static let minimumAngle = Setting(
    "minimumAngle", default: 0.05, in: 0...45, help: "A smaller skew is not corrected, so the page keeps its pixels.")
  private static let minimumConfidence = Setting(
    "minimumConfidence", default: 0.5, in: 0...1, help: "With a lower confidence, the page is not changed.")
  private static let degrees = Setting(
    "degrees", default: Double?.none, in: -45...45, help: "The clockwise rotation to apply, if you know it.")

  package static let description = ComponentDescription(
    name: "deskew", abstract: "Rotates the page by a small angle so that its text lines are level.",
    settings: [maximumAngle.erased, minimumAngle.erased, minimumConfidence.erased, degrees.erased],
    order: StageOrder(effects: [.movesPicture]))

  private let settings: ResolvedSettings

  package init(settings: ResolvedSettings) throws(PipelineError) { self.settings = settings }

  package func process(_ page: PageContext) throws(PageFailure) {
    let kind = Self.description.name
    let turn = try turn(of: page)
    let isGiven = settings[Self.degrees] != nil
    guard turn.value != 0 else {
      return page.noteUnchanged(kind, confidence: turn.confidence, degrees: 0, given: isGiven)
    }
    let canvas = try Self.canvas(of: page, turnedBy: turn.value)
    page.apply(
      Correction(
        kind: kind, confidence: turn.confidence.rounded(toPlaces: 3), degrees: turn.value, given: isGiven,
        matrix: canvas.matrix),
      newSize: canvas.size)
  }

  private func turn(of page: PageContext) throws(PageFailure) -> Vision.Estimate<Double> {
    if let degrees = settings[Self.degrees] { return Vision.Estimate(value: degrees, confidence: 1) }
    let (smallest, largest) = (settings[Self.minimumAngle], settings[Self.maximumAngle])
    let skew = try page.text().skew(maximumAngle: largest)
    let degrees = -skew.value.rounded(toPlaces: 3)
    let isWanted =
      skew.confidence >= settings[Self.minimumConfidence] && abs(degrees) >= smallest && abs(degrees) <= largest
    return Vision.Estimate(value: isWanted ? degrees : 0, confidence: skew.confidence)
  }

  /// Returns the rotation's matrix and the rotated page's size, which grows to contain all of the page only if content would be cut off.
  private static func canvas(
    of page: PageContext, turnedBy degrees: Double
  ) throws(PageFailure) -> (matrix: Homography, size: RasterSize) {
    let whole = page.size.bounds
    let turn = Homography.rotation(clockwiseDegrees: degrees, about: whole.center)
    if try !cutsContent(of: page, turn) { return (turn, page.size) }
    let turned = Box(around: whole.corners.map(turn.callAsFunction))
    let size = RasterSize(
      width: Int(turned.width.rounded(.up)), height: Int(turned.height.rounded(.up)), dpi: page.size.dpi)
    return (turn.then(.translation(x: -turned.x, y: -turned.y)), size)
  }

  /// Returns whether the rotation moves marks off the page: more than 2 of 10,000 pixels in a small image.
  private static func cutsContent(of page: PageContext, _ turn: Homography) throws(PageFailure) -> Bool {
    let (image, scale) = try page.view()
    let whole = page.size.bounds
    let step = max(1, max(image.width, image.height) / 500)
    return unsafe image.withUnsafePixels { pixels in
      var histogram = [Int](repeating: 0, count: 256)
      for index in stride(from: 0, to: pixels.count, by: step) { histogram[Int(unsafe pixels[index])] += 1 }
      // The paper is the most frequent light value, and a mark is clearly darker.
      let paper = (128..<256).max { histogram[$0] < histogram[$1] } ?? 255
      var (lost, seen) = (0, 0)
      for y in stride(from: 0, to: image.height, by: step) {
        for x in stride(from: 0, to: image.width, by: step) {
          seen += 1
          guard Int(unsafe pixels[y * image.width + x]) < paper - 64 else { continue }
          let moved = turn(Point(x: (Double(x) + 0.5) / scale, y: (Double(y) + 0.5) / scale))
          if !whole.contains(moved) { lost += 1 }
        }
      }
      return lost * 10_000 > 2 * seen
    }
  }
}
