// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanVision

/// Measures the quality of a photograph or scan, so that a user knows which pages to redo.
package final class QualityStage: Stage {
  package static let description = ComponentDescription(
    name: "quality", abstract: "Measures blur, glare, contrast, cut-off text and resolution, and grades the page.",
    settings: [],
    order: StageOrder(
      needs: [.init(.dividesPage, otherwise: "may split a page in two, and neither would have a grade")]),
    finding: PageQuality.description)

  package init(settings: ResolvedSettings) throws(PipelineError) {}

  package func process(_ page: PageContext) throws(PageFailure) {
    let measured = try Vision.quality(of: try page.image(), view: try page.view().image)
    try page.note(PageQuality(measured))
  }
}

extension PageQuality {
  /// The limits for a fair and a poor page, found by degrading a drawn page. Beyond `fair`, recognition makes its first errors; beyond `poor`, 5%
  /// of letters are wrong. Small and faint letters are now read better. `Tests/Tools/measure/quality.py` measures the limits.
  private static let limits:
    [(defect: Defect, fair: Double, poor: Double, value: @Sendable (Vision.Quality) -> Double)] = [
      (.lowResolution, 1 / 8.5, 1 / 6.5, { $0.letterHeight > 0 ? 1 / $0.letterHeight : 0 }),
      (.blur, 0.155, 0.180, { $0.blur }),
      (.lowContrast, 1 / 0.15, 1 / 0.07, { $0.contrast > 0 ? 1 / $0.contrast : 0 }),
      (.glare, 0.005, 0.03, { $0.glare }),
      (.clipped, 0.05, 0.25, { $0.clipped }),
    ]

  /// Grades the measurements. A page without letters is graded by its glare only.
  fileprivate init(_ measured: Vision.Quality) {
    let judged = Self.limits.compactMap { limit -> (defect: Defect, excess: Double, isPoor: Bool)? in
      let value = limit.value(measured)
      guard value > limit.fair else { return nil }
      return (limit.defect, (value - limit.fair) / (limit.poor - limit.fair), value > limit.poor)
    }
    self.init(
      grade: judged.isEmpty ? .good : judged.contains(where: \.isPoor) ? .poor : .fair,
      defects: judged.sorted { $0.excess > $1.excess }.map(\.defect), blur: measured.blur.rounded(toPlaces: 3),
      contrast: measured.contrast.rounded(toPlaces: 3), glare: measured.glare.rounded(toPlaces: 4),
      clipped: measured.clipped.rounded(toPlaces: 3), letterHeight: measured.letterHeight.rounded(toPlaces: 1))
  }
}
