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
