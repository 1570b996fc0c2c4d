// SPDX-License-Identifier: GPL-3.0-or-later

extension Line {
  /// Whether the line runs across the page; upright and turned lines do not.
  package var isHorizontal: Bool {
    guard let first = baseline.first, let last = baseline.last else { return true }
    return last.x - first.x >= abs(last.y - first.y)
  }

  /// By how much the text is turned on the page, counterclockwise: 0, 90 (it runs upwards), 180 or 270 degrees.
  package var turn: Int { isVertical ? 0 : way }

  /// Whether upright letters are below each other: a line that runs downwards in a script that is written so.
  package var isVertical: Bool { way == 270 && text.isWrittenDownwards }

  /// The way of the baseline, in degrees counterclockwise.
  private var way: Int {
    guard let first = baseline.first, let last = baseline.last else { return 0 }
    let (dx, dy) = (last.x - first.x, last.y - first.y)
    if abs(dx) >= abs(dy) { return dx < 0 ? 180 : 0 }
    return dy < 0 ? 90 : 270
  }
}
