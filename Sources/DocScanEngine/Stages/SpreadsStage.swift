// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanReading
internal import DocScanVision
internal import DocScanWire
internal import Glibc

/// Splits an open book into its two pages along the gutter.
package final class SpreadsStage: Stage {
  private enum Order: String, CaseIterable, SettingValue {
    case leftToRight = "left-to-right"
    case rightToLeft = "right-to-left"
  }

  private static let order = Setting(
    "order", default: Order.leftToRight,
    help: "Which of the two pages is read first, the left or the right one.")
  private static let minimumConfidence = Setting(
    "minimumConfidence", default: 0.5, in: 0...1, help: "With a lower confidence, the page is not split.")
  private static let gutter = Setting(
    "gutter", default: [Point]?.none,
    help: "The upper and the lower end of the gutter, in source pixels, if you know them.")

  package static let description = ComponentDescription(
    name: "spreads", abstract: "Splits an open book into two pages at the gutter.",
    settings: [order.erased, minimumConfidence.erased, gutter.erased],
    order: StageOrder(effects: [.movesPicture, .dividesPage]))

  private let order: Order
  private let minimumConfidence: Double
  private let gutter: [Point]?

  package init(settings: ResolvedSettings) throws(PipelineError) {
    order = settings[Self.order]
    minimumConfidence = settings[Self.minimumConfidence]
    gutter = settings[Self.gutter]
    if let gutter, gutter.count != 2 {
      throw .invalid(
        path: "\(Self.description.name).gutter", message: "expected its two ends, found \(gutter.count) points.")
    }
  }

  package func process(_ page: PageContext) throws(PageFailure) {
    let kind = Self.description.name
    let found = try line(on: page)
    let (width, height) = (Double(page.size.width), Double(page.size.height))
    guard found.confidence > 0, found.confidence >= minimumConfidence, found.value.count == 2,
      let line = Gutter(found.value, width: width, height: height)
    else { return page.noteUnchanged(kind, confidence: found.confidence, given: gutter != nil) }
    let ends = [line.upper, line.lower].map { page.map.source($0).rounded }
    let halves = line.halves.map { half in
      PageCheckpoint.Placed(
        correction: Correction(
          kind: kind, confidence: found.confidence.rounded(toPlaces: 3), gutter: ends, given: gutter != nil,
          matrix: half.matrix),
        size: RasterSize(width: half.width, height: half.height, dpi: page.size.dpi))
    }
    page.split(into: order == .leftToRight ? halves : halves.reversed())
  }

  private func line(on page: PageContext) throws(PageFailure) -> Vision.Estimate<[Point]> {
    if let gutter { return Vision.Estimate(value: gutter.map(page.map.image), confidence: 1) }
    let (view, scale) = try page.view()
    let found = try Vision.findGutter(view)
    return Vision.Estimate(
      value: found.value.map { Point(x: $0.x / scale, y: $0.y / scale) }, confidence: found.confidence)
  }
}

private struct Gutter {
  /// The minimum skew in degrees for which the halves are rotated. With less, they are cut at whole pixels, which stay unchanged.
  private static let leastLean = 0.05

  let upper: Point
  let lower: Point
  private let width: Double
  private let height: Double

  /// Extends the line between two points, the upper one first. Returns `nil` if the line doesn't connect the upper and lower edges of the page.
  init?(_ points: [Point], width: Double, height: Double) {
    guard points.count == 2, points[1].y - points[0].y > 1 else { return nil }
    let slope = (points[1].x - points[0].x) / (points[1].y - points[0].y)
    let (top, bottom) = (points[0].x - points[0].y * slope, points[0].x + (height - points[0].y) * slope)
    guard min(top, bottom) >= 1, max(top, bottom) <= width - 1 else { return nil }
    upper = Point(x: top, y: 0)
    lower = Point(x: bottom, y: height)
    (self.width, self.height) = (width, height)
  }

  var halves: [(matrix: Homography, width: Int, height: Int)] {
    let lean = atan2(lower.x - upper.x, height) * 180 / .pi
    guard abs(lean) >= Self.leastLean else {
      let middle = ((upper.x + lower.x) / 2).rounded()
      return [
        (.identity, Int(middle), Int(height)),
        (.translation(x: -middle, y: 0), Int(width - middle), Int(height)),
      ]
    }
    let turn = Homography.rotation(clockwiseDegrees: lean, about: Point(x: (upper.x + lower.x) / 2, y: height / 2))
    let left = [Point(x: 0, y: 0), upper, lower, Point(x: 0, y: height)].map(turn.callAsFunction)
    let right = [upper, Point(x: width, y: 0), Point(x: width, y: height), lower].map(turn.callAsFunction)
    return [left, right].map { corners in
      let box = Box(around: corners)
      return (turn.then(.translation(x: -box.x, y: -box.y)), Int(box.width.rounded(.up)), Int(box.height.rounded(.up)))
    }
  }
}
