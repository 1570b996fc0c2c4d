// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanReading

/// Reads pages in addition to Tesseract, or instead of it. Positions are in pixels of the corrected page, with the origin at its top-left corner.
protocol TextReader: AnyObject {
  /// The name in the report and in the tables of calibration, such as `ppocr`.
  var name: String { get }
  var calibration: Calibration? { get }

  func reads(_ packs: [String], isVertical: Bool) -> Bool

  /// Whether Tesseract needn't read a poor page twice because the reader does.
  var replacesSecondReading: Bool { get }

  func lines(of page: PageContext, in packs: [String]) throws(PageFailure) -> [Line]

  /// Reads a page, or parts worth reading again. Returns `nil` without such parts. `blocks` is Tesseract's text, whose confidences are probabilities.
  func reading(
    of page: PageContext, in packs: [String], beside blocks: [Block]
  ) throws(PageFailure) -> PartialReading?
}

/// The result of reading parts of a page.
struct PartialReading {
  var lines: [Line]
  var untouched: [Box]
}

extension TextReader {
  func reads(_ decision: LanguageDecision) -> Bool { reads(decision.packs, isVertical: decision.isVertical) }
}

extension NetworkReader: TextReader {
  var name: String { EngineChoice.ppocrName }
  var calibration: Calibration? { .ppocr }
  var replacesSecondReading: Bool { combination != .poor }
}

extension Engine: TextReader {
  var name: String { identity.name }
  var calibration: Calibration? { nil }
  var replacesSecondReading: Bool { true }

  /// Returns `true`. The languages were checked at the start if the engine declares its own; otherwise, the engine is assumed to read all.
  func reads(_ packs: [String], isVertical: Bool) -> Bool { true }

  func reading(
    of page: PageContext, in packs: [String], beside blocks: [Block]
  ) throws(PageFailure) -> PartialReading? {
    PartialReading(lines: try lines(of: page, in: packs), untouched: [])
  }
}
