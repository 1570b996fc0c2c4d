// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanVision

/// Detects blank pages. They stay in the document; the pdf writer can omit them.
package final class BlankStage: Stage {
  private static let minimumConfidence = Setting(
    "minimumConfidence", default: 0.8, in: 0...1, help: "With a lower confidence, the page does not count as blank.")
  private static let maximumInk = Setting(
    "maximumInk", default: 0.0, in: 0...0.1,
    help: "A page with less ink than this fraction counts as blank too: 0.0005 includes pages with only a page number.")
  private static let isBlank = Setting(
    "isBlank", default: Bool?.none, help: "Whether the page is blank, if you know it.")

  package static let description = ComponentDescription(
    name: "blank", abstract: "Marks pages with nothing on them but specks, holes and show-through.",
    settings: [minimumConfidence.erased, maximumInk.erased, isBlank.erased],
    order: StageOrder(
      effects: [.marksBlank],
      needs: [.init(.dividesPage, otherwise: "may split a page in two, and neither would count as blank")]),
    finding: BlankEvidence.description)

  private let settings: ResolvedSettings

  package init(settings: ResolvedSettings) throws(PipelineError) { self.settings = settings }

  /// Returns whether an image is blank by the stage's defaults. `dpi` is its resolution in pixels per inch.
  static func isClearlyBlank(_ image: Raster, dpi: Double) throws(PageFailure) -> Bool {
    isClearlyBlank(try Vision.blankness(image, dpi: dpi))
  }

  static func isClearlyBlank(_ evidence: BlankEvidence) -> Bool {
    evidence.confidence >= minimumConfidence.defaultValue
  }

  package func process(_ page: PageContext) throws(PageFailure) {
    let (view, scale) = try page.view()
    let found = try Vision.blankness(view, dpi: page.size.dpi * scale)
    let isBlank = settings[Self.isBlank]
    try page.note(
      BlankEvidence(
        confidence: isBlank.map { $0 ? 1 : 0 } ?? found.confidence.rounded(toPlaces: 3),
        ink: found.ink.rounded(toPlaces: 5)))
    page.isBlankGiven = isBlank != nil || found.confidence < settings[Self.minimumConfidence]
    page.isBlank =
      isBlank ?? (found.confidence >= settings[Self.minimumConfidence] || found.ink < settings[Self.maximumInk])
  }
}
