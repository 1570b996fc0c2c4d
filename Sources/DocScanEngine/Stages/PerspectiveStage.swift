// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanReading
package import DocScanVision
internal import DocScanWire

/// Finds the sheet of paper in a photograph, and rectifies it.
package final class PerspectiveStage: Stage {
  private static let minimumConfidence = Setting(
    "minimumConfidence", default: 0.5, in: 0...1, help: "With a lower confidence, the whole page is kept.")
  private static let quad = Setting(
    "quad", default: [Point]?.none,
    help: "The sheet's four corners, in source pixels, clockwise from its top-left, if you know them.")

  private static let paper = Setting(
    "paper", default: "own", oneOf: ["own"] + PaperSize.allCases.map(\.rawValue),
    help:
      "The paper size of photographed sheets. A sheet of nearly this shape gets this size in the PDF, so that photographs "
      + "taken from near and far print alike; \"own\": each keeps the size that its photograph gives it.")

  package static let description = ComponentDescription(
    name: "perspective", abstract: "Finds the sheet of paper in a photograph and makes it a flat rectangle.",
    settings: [minimumConfidence.erased, quad.erased, paper.erased], order: StageOrder(effects: [.movesPicture]))

  /// The number of text lines below which the lines are weak evidence of the sheet's position.
  private static let fewLines = 8

  private let minimumConfidence: Double
  private let quad: [Point]?

  /// Returns the text detection network, which provides evidence against an outline.
  package static func networks(for settings: ResolvedSettings) -> [NeuralModel] {
    settings[quad] == nil ? [.textDetection] : []
  }

  package init(settings: ResolvedSettings) throws(PipelineError) {
    minimumConfidence = settings[Self.minimumConfidence]
    quad = try settings.corners(Self.quad, stage: Self.description.name)
  }

  static func paper(for settings: ResolvedSettings) -> PaperSize? { PaperSize(rawValue: settings[paper]) }

  package func process(_ page: PageContext) throws(PageFailure) {
    let kind = Self.description.name
    // A slip that was cut from a scan is already flat.
    if quad == nil, page.corrections.contains(where: { $0.kind == SlipsStage.description.name && $0.movesPixels }) {
      return page.noteUnchanged(kind, confidence: 1)
    }
    let found = try sheet(on: page)
    guard found.confidence > 0, found.confidence >= minimumConfidence,
      let sheet = SheetShape(corners: found.value.corners, in: page.size),
      let matrix = Homography(
        quad: found.value.corners, toWidth: Double(sheet.size.width), height: Double(sheet.size.height))
    else {
      // A slip on a light bed, or at the edge of a dark one, has no clear outline.
      if quad == nil, let slip = try SlipsStage.only(on: page, as: kind) {
        return page.apply(slip.correction, newSize: slip.size)
      }
      return page.noteUnchanged(kind, confidence: found.confidence, given: quad != nil)
    }
    if quad == nil, let wider = try Wider(than: sheet.size, matrix, sides: found.value.sides, on: page) {
      guard let kept = wider.kept else {
        return page.noteUnchanged(kind, confidence: found.confidence, textOutside: .dropped)
      }
      let corners = Box(corners: (0, 0), (Double(kept.size.width), Double(kept.size.height))).corners
      return page.apply(
        Correction(
          kind: kind, confidence: found.confidence.rounded(toPlaces: 3),
          quad: corners.map { page.map.source(kept.matrix.inverse($0)).rounded }, textOutside: .widened,
          matrix: kept.matrix),
        newSize: kept.size)
    }
    page.apply(
      Correction(
        kind: kind, confidence: found.confidence.rounded(toPlaces: 3),
        quad: found.value.corners.map { page.map.source($0).rounded }, given: quad != nil, matrix: matrix),
      newSize: sheet.size)
  }

  /// The correction if text is outside the detected outline. The outline then isn't that of the sheet, but may be in the same plane.
  private struct Wider {
    /// The maximum factor by which the area may grow to contain the text. An outline that needs more isn't evidence of the page.
    private static let mostGrowth = 2.0  // Chosen: 1.5 to 3 (sheets).

    var kept: (matrix: Homography, size: RasterSize)?

    init?(than size: RasterSize, _ matrix: Homography, sides: [Double], on page: PageContext) throws(PageFailure) {
      let inner = (width: Double(size.width), height: Double(size.height))
      let room: Box
      if let lines = page.knownLines {
        let kept = KeptText(page.map.then(matrix), size)
        let lost = kept.lost(lines, since: KeptText(page.map, page.size))
        guard !lost.isEmpty else { return nil }
        let own = kept.ownLines(among: lost, of: lines)
        guard !own.isEmpty else { return nil }
        guard kept.levelsOwnLines(of: lines), !kept.hasSlantedMargin(lines), let wider = kept.room(for: own) else {
          return
        }
        room = wider
      } else {
        guard let wider = try page.roomForText(in: inner, after: matrix, sides: sides) else { return }
        guard wider.isWidened else { return nil }
        room = wider.box
      }
      let box = Box(
        corners: (room.x.rounded(.down), room.y.rounded(.down)), (room.maxX.rounded(.up), room.maxY.rounded(.up)))
      guard box.width * box.height <= Self.mostGrowth * inner.width * inner.height else { return }
      kept = (
        matrix.then(.translation(x: -box.x, y: -box.y)),
        RasterSize(width: Int(box.width), height: Int(box.height), dpi: size.dpi)
      )
    }
  }

  private func sheet(on page: PageContext) throws(PageFailure) -> Vision.Estimate<Vision.Sheet> {
    if let quad {
      let sheet = Vision.Sheet(corners: quad.map(page.map.image), sides: [1, 1, 1, 1])
      return Vision.Estimate(value: sheet, confidence: 1)
    }
    let writing = try page.sourceLines()
    let first = try findPage(page, writing)
    // The network runs on photographs, and if the writing that is found without it is scarce or contradicts the picture.
    let isFound = first.confidence > 0 && first.confidence >= minimumConfidence
    guard isFound || first.value.isDisputed || writing.count < Self.fewLines, let lines = try page.foundLines() else {
      return first
    }
    let isWhole =
      !first.value.isDisputed && writing.count >= Self.fewLines
      && lines.allSatisfy { line in line.places.allSatisfy { first.value.holds(page.map.image($0)) } }
    return isWhole ? first : try findPage(page, lines, isExact: true)
  }

  private func findPage(
    _ page: PageContext, _ lines: [SourceLine], isExact: Bool = false
  ) throws(PageFailure) -> Vision.Estimate<Vision.Sheet> {
    try Vision.findPage(try page.image(), text: lines.map { $0.corners.map(page.map.image) }, isExact: isExact)
  }
}

extension ResolvedSettings {
  func corners(_ setting: Setting<[Point]?>, stage: String) throws(PipelineError) -> [Point]? {
    let points = self[setting]
    if let points, points.count != 4 {
      throw .invalid(
        path: "\(stage).\(setting.name)", message: "expected the four corners, found \(points.count) points.")
    }
    return points
  }
}
