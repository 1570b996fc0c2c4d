// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanVision
internal import DocScanWire

/// Cleans the page before recognition: evens out light, and removes specks, holes, and show-through.
package final class CleanStage: Stage {
  private static let illumination = Setting(
    "illumination", default: true,
    help: "Whether light and shadow are evened out, so that the paper is white everywhere.")
  private static let showThrough = Setting(
    "showThrough", default: true, help: "Whether print that shows through from the other side is removed.")
  private static let specks = Setting(
    "specks", default: true, help: "Whether specks much smaller than letters are removed.")
  private static let edges = Setting(
    "edges", default: true, help: "Whether punch holes are removed, and borders that the crop stage left.")
  private static let output = Setting(
    "output", default: Shown.photographs, oneOf: Shown.words,
    help:
      "The cleaning that the results show. \"photographs\": sheets found in photographs have even light and white paper, and scans "
      + "keep their pixels; \"paper\": every page has white paper; true: the cleaned page; false: the page before "
      + "cleaning.")
  private static let gray = Setting("gray", default: false, help: "Whether the results show the page without color.")

  /// The pages that are displayed clean. Recognition always uses clean pages.
  enum Shown: Equatable {
    case none
    /// Sheets in photographs, with even light.
    case photographs
    /// All pages, with even light.
    case paper
    /// All pages, with the same cleaning as for recognition.
    case all

    static let words = ["photographs", "paper"]
  }

  package static let description = ComponentDescription(
    name: "clean", abstract: "Evens out light and shadow, and removes specks, holes and show-through.",
    settings: [illumination.erased, showThrough.erased, specks.erased, edges.erased, output.erased, gray.erased],
    order: StageOrder(effects: [.cleansPicture]))

  private let wanted: Vision.CleaningSteps
  private let output: Shown
  private let isGray: Bool

  package init(settings: ResolvedSettings) throws(PipelineError) {
    var wanted: Vision.CleaningSteps = []
    if settings[Self.illumination] { wanted.insert(.illumination) }
    if settings[Self.showThrough] { wanted.insert(.showThrough) }
    if settings[Self.specks] { wanted.insert(.specks) }
    if settings[Self.edges] { wanted.insert(.edges) }
    self.wanted = wanted
    output = settings[Self.output]
    isGray = settings[Self.gray]
  }

  package func process(_ page: PageContext) throws(PageFailure) {
    let needed = try page.cleaningNeeded(of: wanted)
    let shown = try shown(page, needed: needed)
    page.clean(needed, shown: isGray ? shown.union(.gray) : shown)
  }

  /// Returns the cleaning for display. Even light hides nothing, but specks and show-through may be pencil marks.
  private func shown(_ page: PageContext, needed: Vision.CleaningSteps) throws(PageFailure) -> Vision.CleaningSteps {
    switch output {
    case .none: []
    case .photographs: page.isTilted || isGray ? try whitePaper(page) : []
    case .paper: try whitePaper(page)
    case .all: needed
    }
  }

  private func whitePaper(_ page: PageContext) throws(PageFailure) -> Vision.CleaningSteps {
    guard wanted.contains(.illumination) else { return [] }
    return try page.cleaningNeeded(of: .whitePaper)
  }
}

extension CleanStage.Shown: SettingValue {
  static var settingType: SettingType { .booleanOrChoice }

  init?(json: JSONValue) {
    switch json {
    case .boolean(let isShown): self = isShown ? .all : .none
    case .string("photographs"): self = .photographs
    case .string("paper"): self = .paper
    case _: return nil
    }
  }

  var json: JSONValue {
    switch self {
    case .none: false
    case .photographs: "photographs"
    case .paper: "paper"
    case .all: true
    }
  }
}

extension PageCheckpoint.Cleaning {
  func read(_ image: Raster, dpi: Double) throws(PageFailure) -> Raster {
    try image.cleaned(Vision.CleaningSteps(rawValue: steps), dpi: dpi)
  }
}
