// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanReading
internal import DocScanVision

extension PageContext {
  private static let mostLines = 2000  // More than a newspaper page has.
  private static let mostDots = 4000

  func calibrate(_ calibration: Calibration, keepsConfidences: Bool) throws(PageFailure) {
    guard let blocks = recognition?.blocks else { return }
    let calibrated = calibration.probabilities(blocks)
    recognition?.expected = calibration.expectedErrors(calibrated, unread: try unreadText(beside: blocks))
    if !keepsConfidences { recognition?.blocks = calibrated }
  }

  func unreadText(beside blocks: [Block]) throws(PageFailure) -> Double? {
    UnreadText(blocks, on: size).share(of: try textLines())
  }

  /// Returns the boxes of marks that may be letters, or also smaller ones, in pixels of the page.
  func letterMarks(withDots: Bool = false) throws(PageFailure) -> [Box] {
    let scale = try view().scale
    return try text().markBoxes(dots: withDots ? Self.mostDots : 0).map { $0.scaled(by: 1 / scale, 1 / scale) }
  }

  // Adds check marks and check boxes in columns to the text.
  func addCheckMarks() throws(PageFailure) {
    guard let blocks = recognition?.blocks else { return }
    let (view, scale) = try view()
    let marks = try text().markBoxes().compactMap { box in
      view.checkMark(in: box).map { ($0, box.scaled(by: 1 / scale, 1 / scale)) }
    }
    recognition?.blocks = CheckMarks(marks, beside: blocks).added
  }

  /// Returns the four corners of each text line, clockwise from its upper left, in pixels of the page.
  func textLines() throws(PageFailure) -> [[Point]] {
    let scale = try view().scale
    return try text().lines(atMost: Self.mostLines).map { corners in
      corners.map { Point(x: $0.x / scale, y: $0.y / scale) }
    }
  }
}
