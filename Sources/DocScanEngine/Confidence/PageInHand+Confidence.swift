// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanNative

extension PageInHand {
  /// More lines than a newspaper's page has are not looked at.
  private static let mostLines = 2000

  /// Makes probabilities of the confidences of what was read, and says how many errors the text has by them.
  ///
  /// `keepsConfidences` leaves the engine's own confidences with the words; the errors to expect are the same.
  func calibrate(_ calibration: Calibration, keepsConfidences: Bool) throws(PageFailure) {
    guard let blocks = recognition?.blocks else { return }
    let calibrated = calibration.probabilities(blocks)
    let scale = try view().scale
    let lines = try text().lines(atMost: Self.mostLines).map { corners in
      corners.map { Point(x: $0.x / scale, y: $0.y / scale) }
    }
    recognition?.expected = calibration.expectedErrors(
      calibrated, unread: UnreadText(blocks, on: size).share(of: lines))
    if !keepsConfidences { recognition?.blocks = calibrated }
  }
}
