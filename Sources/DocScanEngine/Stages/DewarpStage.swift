// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanReading
internal import DocScanVision

/// Flattens a curled book page or a bent receipt by the curvature of its text lines.
package final class DewarpStage: Stage {
  private static let minimumConfidence = Setting(
    "minimumConfidence", default: 0.5, in: 0...1, help: "With a lower confidence, the page is not changed.")
  private static let minimumBend = Setting(
    "minimumBend", default: 0.25, in: 0...10,
    help: "A page whose lines are bent by less than this fraction of a letter's height is not changed.")

  package static let description = ComponentDescription(
    name: "dewarp", abstract: "Flattens a curled page, using the curvature of its text lines.",
    settings: [minimumConfidence.erased, minimumBend.erased], order: StageOrder(effects: [.movesPicture]))

  private let settings: ResolvedSettings

  package init(settings: ResolvedSettings) throws(PipelineError) { self.settings = settings }

  package func process(_ page: PageContext) throws(PageFailure) {
    let kind = Self.description.name
    let text = try page.text()
    let (letterHeight, scale) = (try text.letterHeight(), try page.view().scale)
    guard let curl = try text.curl() else { return page.noteUnchanged(kind, confidence: 0) }
    guard curl.confidence >= settings[Self.minimumConfidence], curl.bend >= settings[Self.minimumBend] * letterHeight,
      page.map.mesh == nil, let mesh = curl.mesh.scaled(by: 1 / scale)
    else { return page.noteUnchanged(kind, confidence: curl.confidence) }
    let size = RasterSize(
      width: max(1, Int(mesh.width.rounded())), height: max(1, Int(mesh.height.rounded())), dpi: page.size.dpi)
    page.apply(
      Correction(
        kind: kind, confidence: curl.confidence.rounded(toPlaces: 3), mesh: mesh,
        matrix: .scale(x: mesh.width / Double(page.size.width), y: mesh.height / Double(page.size.height))),
      newSize: size)
  }
}

extension Mesh {
  fileprivate func scaled(by factor: Double) -> Mesh? {
    Mesh(
      columns: columns, rows: rows, width: (width * factor).rounded(), height: (height * factor).rounded(),
      points: points.map { Point(x: $0.x * factor, y: $0.y * factor).rounded })
  }
}
