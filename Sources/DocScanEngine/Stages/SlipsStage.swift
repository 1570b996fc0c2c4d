// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanReading
package import DocScanVision
internal import DocScanWire
internal import Glibc

/// Splits a scan of several slips of paper on a scanner's bed into a page for each.
package final class SlipsStage: Stage {
  package static let description = ComponentDescription(
    name: "slips", abstract: "Divides a scan of several slips of paper into one page for each slip.",
    settings: [], order: StageOrder(effects: [.movesPicture, .dividesPage]))

  package init(settings: ResolvedSettings) throws(PipelineError) {}

  /// Returns the text detection network, which checks that each line is on a slip.
  package static func networks(for settings: ResolvedSettings) -> [NeuralModel] { [.textDetection] }

  package func process(_ page: PageContext) throws(PageFailure) {
    let kind = Self.description.name
    let network = try page.foundLines()
    let lines = if let network { network } else { try page.sourceLines() }
    let found = try Self.slips(on: page, lines)
    guard found.count > 1 else { return page.noteUnchanged(kind, confidence: 1) }
    let slips = found.compactMap { Self.placed($0.value, kind, on: page) }
    guard slips.count == found.count else { return page.noteUnchanged(kind, confidence: 0) }
    page.split(into: slips)
  }

  private static func slips(
    on page: PageContext, _ lines: [SourceLine]
  ) throws(PageFailure) -> [Vision.Estimate<[Point]>] {
    let (view, scale) = try page.view()
    let found = try Vision.findSlips(
      view, text: lines.map { $0.corners.map { page.map.image($0).scaled(by: scale) } },
      atMost: PageCheckpoint.mostParts)
    return found.map { slip in
      Vision.Estimate(value: slip.value.map { $0.scaled(by: 1 / scale) }, confidence: slip.confidence)
    }
  }

  // A slip that fills the scan needs no crop.
  private static let (fewestLines, shares) = (3, 0.03...0.8)

  /// Returns the only slip on a bed, or `nil`. The slip may reach over the edges of the scan.
  static func only(on page: PageContext, as kind: String) throws(PageFailure) -> PageCheckpoint.Placed? {
    let lines = try page.sourceLines()
    guard lines.count >= fewestLines, let slip = try slips(on: page, lines).only, slip.confidence >= 1,
      let placed = placed(slip.value, kind, on: page)
    else { return nil }
    let share = Double(placed.size.width * placed.size.height) / Double(page.size.width * page.size.height)
    return shares.contains(share) ? placed : nil
  }

  private static func placed(_ corners: [Point], _ kind: String, on page: PageContext) -> PageCheckpoint.Placed? {
    let width = hypot(corners[1].x - corners[0].x, corners[1].y - corners[0].y)
    let height = hypot(corners[3].x - corners[0].x, corners[3].y - corners[0].y)
    guard width >= 16, height >= 16, let matrix = Homography(quad: corners, toWidth: width, height: height) else {
      return nil
    }
    return PageCheckpoint.Placed(
      correction: Correction(
        kind: kind, confidence: 1, quad: corners.map { page.map.source($0).rounded }, matrix: matrix),
      size: RasterSize(
        width: Int(width.rounded(.up)), height: Int(height.rounded(.up)), dpi: page.size.dpi))
  }
}

extension Array {
  fileprivate var only: Element? { count == 1 ? first : nil }
}

extension Point {
  fileprivate func scaled(by factor: Double) -> Point { Point(x: x * factor, y: y * factor) }
}
