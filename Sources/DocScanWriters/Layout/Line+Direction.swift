// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

extension Line {
  /// By how much the text is turned on the page, counterclockwise: 0, 90 (it runs upwards), 180 or 270 degrees.
  var turn: Int { isVertical ? 0 : way }

  /// Whether upright letters stand below each other: a line that runs downwards in a script that is written so.
  var isVertical: Bool { way == 270 && text.isWrittenDownwards }

  /// The way of the baseline, in degrees counterclockwise.
  private var way: Int {
    guard let first = baseline.first, let last = baseline.last else { return 0 }
    let (dx, dy) = (last.x - first.x, last.y - first.y)
    if abs(dx) >= abs(dy) { return dx < 0 ? 180 : 0 }
    return dy < 0 ? 90 : 270
  }

  /// The baseline in whole pixels of the image, as the formats with lists of points want it: "60,120 720,122".
  func baselinePoints(in image: RasterSize) -> String? {
    guard baseline.count >= 2 else { return nil }
    return baseline.map { point in
      let x = Int(min(max(point.x, 0), Double(image.width)).rounded())
      let y = Int(min(max(point.y, 0), Double(image.height)).rounded())
      return "\(x),\(y)"
    }.joined(separator: " ")
  }
}
