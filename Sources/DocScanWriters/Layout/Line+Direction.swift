// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

extension Line {
  /// By how much the text is turned on the page, counterclockwise: 0, 90 (it runs upwards), 180 or 270 degrees.
  var turn: Int { isVertical ? 0 : way }

  /// Whether upright letters stand below each other: a line that runs downwards in a script that is written so.
  var isVertical: Bool { way == 270 && text.mostly(isWrittenVertically) }

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

extension String {
  /// Whether most of the letters belong to a script that is written from right to left.
  var isRightToLeft: Bool { mostly(isWrittenFromRight) }

  /// Whether something is true of most of the letters.
  fileprivate func mostly(_ condition: (Unicode.Scalar) -> Bool) -> Bool {
    let letters = unicodeScalars.filter(\.properties.isAlphabetic)
    return letters.count(where: condition) * 2 > letters.count
  }
}

/// Han, kana and Hangul.
private func isWrittenVertically(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x1100...0x11FF, 0x2E80...0x9FFF, 0xAC00...0xD7AF, 0xF900...0xFAFF, 0x20000...0x323AF: true
  case _: false
  }
}

/// Hebrew, Arabic, Syriac, Thaana, N'Ko and their presentation forms.
private func isWrittenFromRight(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF: true
  case _: false
  }
}
