// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanNative

/// Reads pages beside Tesseract, or instead of it.
///
/// All places are in pixels of the corrected page, from its top-left corner.
protocol TextReader: AnyObject {
  /// What the report and the tables of calibration call it, such as `ppocr`.
  var name: String { get }
  /// Makes probabilities of its confidences; nil if nobody knows what they are worth.
  var calibration: Calibration? { get }

  /// Whether it reads text of these languages, whose lines run downwards or from side to side.
  func reads(_ packs: [String], isVertical: Bool) -> Bool

  /// All lines of a page, from the top down.
  func lines(of page: PageContext, in packs: [String]) throws(PageFailure) -> [Line]

  /// What it reads beside Tesseract, whose confidences are probabilities: `everywhere`, or where that pays; nil if it need
  /// not look at the page.
  func reading(
    of page: PageContext, in packs: [String], beside blocks: [Block], everywhere: Bool
  ) throws(PageFailure) -> PartialReading?
}

/// What was read of a page, and where nothing was read although there is something.
struct PartialReading {
  var lines: [Line]
  /// Places of lines that were left alone.
  var untouched: [Box]
}

extension TextReader {
  func reads(_ decision: LanguageDecision) -> Bool { reads(decision.packs, isVertical: decision.isVertical) }
}

extension NetworkReader: TextReader {
  var name: String { EngineChoice.ppocrName }
  var calibration: Calibration? { .ppocr }

  func reads(_ packs: [String], isVertical: Bool) -> Bool { !isVertical && Self.reads(packs) }
}

extension Engine: TextReader {
  var name: String { identity.name }
  var calibration: Calibration? { nil }

  /// It said so when it was started, or it does not say what it reads.
  func reads(_ packs: [String], isVertical: Bool) -> Bool { true }

  func reading(
    of page: PageContext, in packs: [String], beside blocks: [Block], everywhere: Bool
  ) throws(PageFailure) -> PartialReading? {
    PartialReading(lines: try lines(of: page, in: packs), untouched: [])
  }
}
