// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanNative

extension PageCheckpoint.Cleaning {
  /// A clean copy of a picture of the page with this resolution in pixels per inch.
  func applied(to image: Raster, dpi: Double) throws(PageFailure) -> Raster {
    try image.cleaned(Vision.CleaningSteps(rawValue: steps), dpi: dpi)
  }
}

extension PageInHand {
  /// What the page JSON calls it.
  static let cleaningName = "clean"

  /// Whether a stage has looked for something to clean.
  var wasLookedAtForCleaning: Bool { corrections.contains { $0.kind == Self.cleaningName } }

  /// Which of these steps the page needs.
  func cleaningNeeded(of wanted: Vision.CleaningSteps) throws(PageFailure) -> Vision.CleaningSteps {
    let (view, scale) = try view()
    return try text().cleaningNeeded(by: view, dpi: size.dpi * scale, of: wanted)
  }

  /// Notes how the page is to be cleaned, if it is.
  func clean(_ needed: Vision.CleaningSteps, isForOutput: Bool) {
    noteUnchanged(Self.cleaningName, confidence: 1, steps: needed.names)
    if !needed.isEmpty { cleaning = .init(steps: needed.rawValue, isForOutput: isForOutput) }
  }
}
