// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanReading
internal import DocScanVision

/// Crops a scanner's black borders and shadow edges, but never a part of the page.
package final class CropStage: Stage {
  private static let minimumConfidence = Setting(
    "minimumConfidence", default: 0.5, in: 0...1, help: "With a lower confidence, the whole page is kept.")
  private static let quad = Setting(
    "quad", default: [Point]?.none,
    help: "The corners of the part to keep, in source pixels, clockwise from its top-left, if you know them.")

  package static let description = ComponentDescription(
    name: "crop", abstract: "Removes a scanner's black borders and shadows, but never a part of the page.",
    settings: [minimumConfidence.erased, quad.erased], order: StageOrder(effects: [.movesPicture]))

  private let minimumConfidence: Double
  private let quad: [Point]?

  package init(settings: ResolvedSettings) throws(PipelineError) {
    minimumConfidence = settings[Self.minimumConfidence]
    quad = try settings.corners(Self.quad, stage: Self.description.name)
  }

  package func process(_ page: PageContext) throws(PageFailure) {
    let kind = Self.description.name
    let (kept, textOutside) = try paper(on: page)
    // Whole pixels keep a page that isn't rotated exactly as it is.
    let box = Box(
      corners: (kept.value.x.rounded(), kept.value.y.rounded()), (kept.value.maxX.rounded(), kept.value.maxY.rounded())
    ).clamped(to: page.size)
    guard kept.confidence > 0, kept.confidence >= minimumConfidence, box != page.size.bounds, box.width >= 1,
      box.height >= 1
    else {
      return page.noteUnchanged(
        kind, confidence: kept.confidence, textOutside: textOutside.map { _ in .dropped }, given: quad != nil)
    }
    page.apply(
      Correction(
        kind: kind, confidence: kept.confidence.rounded(toPlaces: 3),
        quad: box.corners.map { page.map.source($0).rounded }, textOutside: textOutside, given: quad != nil,
        matrix: .translation(x: -box.x, y: -box.y)),
      newSize: RasterSize(width: Int(box.width), height: Int(box.height), dpi: page.size.dpi))
  }

  private func paper(on page: PageContext) throws(PageFailure) -> (Vision.Estimate<Box>, TextOutside?) {
    if let quad { return (Vision.Estimate(value: Box(around: quad.map(page.map.image)), confidence: 1), nil) }
    let (view, scale) = try page.view()
    let paper = try Vision.findPaper(view)
    // Rounding outward never crops a part of the page.
    let left = (paper.value.x / scale).rounded(.down)
    let top = (paper.value.y / scale).rounded(.down)
    let right = (paper.value.maxX / scale).rounded(.up)
    let bottom = (paper.value.maxY / scale).rounded(.up)
    let found = Box(corners: (left, top), (right, bottom))
    guard paper.confidence > 0, paper.confidence >= minimumConfidence,
      let room = try page.roomForText(
        in: (found.width, found.height), after: .translation(x: -found.x, y: -found.y)), room.isWidened
    else { return (Vision.Estimate(value: found, confidence: paper.confidence), nil) }
    let wider = Box(
      x: found.x + room.box.x, y: found.y + room.box.y, width: room.box.width, height: room.box.height)
    return (Vision.Estimate(value: wider, confidence: paper.confidence), .widened)
  }
}

extension Box {
  init(corners first: (x: Double, y: Double), _ last: (x: Double, y: Double)) {
    self.init(x: first.x, y: first.y, width: last.x - first.x, height: last.y - first.y)
  }

  var center: Point { Point(x: x + width / 2, y: y + height / 2) }

  func contains(_ point: Point) -> Bool { point.x >= x && point.x <= maxX && point.y >= y && point.y <= maxY }

  var corners: [Point] { [Point(x: x, y: y), Point(x: maxX, y: y), Point(x: maxX, y: maxY), Point(x: x, y: maxY)] }
}

extension RasterSize {
  var bounds: Box { Box(x: 0, y: 0, width: Double(width), height: Double(height)) }
}
