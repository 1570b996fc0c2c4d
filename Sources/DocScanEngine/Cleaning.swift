// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
public import DocScanNative

/// How a page's picture is cleaned.
public struct Cleaning {
  /// Whether the page is also shown clean; otherwise only what reads it sees it so.
  public let isForOutput: Bool
  private let steps: Vision.CleaningSteps

  public init(_ steps: Vision.CleaningSteps, isForOutput: Bool) {
    self.steps = steps
    self.isForOutput = isForOutput
  }

  /// What an earlier run noted.
  init(_ noted: PageCheckpoint.Cleaning) {
    self.init(Vision.CleaningSteps(rawValue: noted.steps), isForOutput: noted.isForOutput)
  }

  /// What a later run needs to know.
  var noted: PageCheckpoint.Cleaning { PageCheckpoint.Cleaning(steps: steps.rawValue, isForOutput: isForOutput) }

  /// A clean copy of a picture of the page with this resolution in pixels per inch.
  func applied(to image: Raster, dpi: Double) throws(PageFailure) -> Raster { try image.cleaned(steps, dpi: dpi) }
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
    if !needed.isEmpty { cleaning = Cleaning(needed, isForOutput: isForOutput) }
  }
}
