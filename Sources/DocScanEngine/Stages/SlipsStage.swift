// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore
public import DocScanNative

/// Makes a page of each slip of paper that lies beside others, on a scanner's bed or on a desk.
public final class SlipsStage: Stage {
  private static let minimumConfidence = Setting(
    "minimumConfidence", default: 0.5, in: 0...1, help: "Below this an outline is not taken for a slip's.")

  public static let description = ComponentDescription(
    name: "slips", abstract: "Makes a page of each slip of paper where several lie side by side.",
    settings: [minimumConfidence.erased], order: StageOrder(effects: [.movesPicture, .dividesPage]))

  private let minimumConfidence: Double

  public init(settings: ResolvedSettings) throws(PipelineError) { minimumConfidence = settings[Self.minimumConfidence] }

  public static func networks(for settings: ResolvedSettings) -> [NeuralModel] { [.textDetection] }

  public func process(_ page: PageInHand) throws(PageFailure) {
    let kind = Self.description.name
    let network = try page.foundLines()
    let lines = if let network { network } else { try page.sourceLines() }
    let found = try Vision.findPages(
      try page.image(), text: lines.map { $0.corners.map(page.map.image) }, atMost: PageCheckpoint.mostParts)
    let sheets = found.filter { $0.confidence >= minimumConfidence }
    let slips = sheets.compactMap { sheet -> PageCheckpoint.Placed? in
      guard let shape = SheetShape(corners: sheet.value.corners, in: page.size),
        let matrix = Homography(
          quad: sheet.value.corners, toWidth: Double(shape.size.width), height: Double(shape.size.height))
      else { return nil }
      let correction = Correction(
        kind: kind, confidence: sheet.confidence.rounded(toPlaces: 3),
        quad: sheet.value.corners.map { page.map.source($0).rounded }, matrix: matrix)
      return PageCheckpoint.Placed(correction: correction, size: shape.size)
    }
    guard slips.count > 1 else { return page.noteUnchanged(kind, confidence: found.first?.confidence ?? 0) }
    page.split(into: slips)
  }
}
