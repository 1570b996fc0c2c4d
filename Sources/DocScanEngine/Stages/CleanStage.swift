// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore
internal import DocScanNative

/// Cleans what is read: evens out light and shadow, and takes away specks, holes and what shines through.
public final class CleanStage: Stage {
  private static let illumination = Setting(
    "illumination", default: true, help: "Evens out light and shadow, so that the paper is white everywhere.")
  private static let showThrough = Setting(
    "showThrough", default: true, help: "Removes what shows through from the other side.")
  private static let specks = Setting("specks", default: true, help: "Removes specks much smaller than letters.")
  private static let edges = Setting("edges", default: true, help: "Removes punch holes, and borders that crop left.")
  private static let output = Setting(
    "output", default: false,
    help: "Whether the clean page is also shown in the results; otherwise only recognition sees it.")

  public static let description = ComponentDescription(
    name: "clean", abstract: "Evens out light and shadow, and removes specks, holes and show-through.",
    settings: [illumination.erased, showThrough.erased, specks.erased, edges.erased, output.erased],
    order: StageOrder(effects: [.cleansPicture]))

  private let wanted: Vision.CleaningSteps
  private let output: Bool

  public init(settings: ResolvedSettings) throws(PipelineError) {
    var wanted: Vision.CleaningSteps = []
    if settings[Self.illumination] { wanted.insert(.illumination) }
    if settings[Self.showThrough] { wanted.insert(.showThrough) }
    if settings[Self.specks] { wanted.insert(.specks) }
    if settings[Self.edges] { wanted.insert(.edges) }
    self.wanted = wanted
    output = settings[Self.output]
  }

  public func process(_ page: PageInHand) throws(PageFailure) {
    page.clean(try page.cleaningNeeded(of: wanted), isForOutput: output)
  }
}
