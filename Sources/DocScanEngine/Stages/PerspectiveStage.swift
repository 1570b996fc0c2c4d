// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore
internal import DocScanNative

/// Finds the sheet of paper in a photograph and makes it a flat rectangle.
public final class PerspectiveStage: Stage {
  private static let minimumConfidence = Setting(
    "minimumConfidence", default: 0.5, in: 0...1, help: "Below this the page is kept whole.")

  public static let description = ComponentDescription(
    name: "perspective", abstract: "Finds the sheet of paper in a photograph and makes it a flat rectangle.",
    settings: [minimumConfidence.erased])

  private let minimumConfidence: Double

  public init(settings: ResolvedSettings) throws(PipelineError) {
    minimumConfidence = settings[Self.minimumConfidence]
  }

  public func process(_ page: PageInHand) throws(PageFailure) {
    let found = try Vision.findPage(try page.image())
    guard found.confidence > 0, found.confidence >= minimumConfidence,
      let sheet = SheetShape(corners: found.value, in: page.size),
      let matrix = Homography(quad: found.value, toWidth: Double(sheet.size.width), height: Double(sheet.size.height))
    else {
      page.noteUnchanged("perspective", confidence: found.confidence)
      return
    }
    let quad = found.value.map { Point(x: $0.x.rounded(toPlaces: 2), y: $0.y.rounded(toPlaces: 2)) }
    page.apply(
      Correction(
        kind: "perspective", confidence: found.confidence.rounded(toPlaces: 3), quad: quad, matrix: matrix),
      newSize: sheet.size)
  }
}
