// SPDX-License-Identifier: GPL-3.0-or-later

internal import Glibc

/// The coordinate system of a line of text on a page, in points from the page's lower left corner. Lines run along an axis of the page, because PDF
/// readers would break slanted words into letters.
struct BaselineFrame {
  /// A box in the line's coordinates: `start` to `end` along the baseline, `bottom` to `top` across it.
  struct Extent {
    var start: Double
    var end: Double
    var bottom: Double
    var top: Double
  }

  /// The unit vector along the baseline, in the direction of the text.
  let along: (x: Double, y: Double)
  /// The unit vector from the baseline to the top of the letters.
  var across: (x: Double, y: Double) { (-along.y, along.x) }
  /// The slope of the real baseline relative to the axis.
  let slope: Double
  private let middle: (along: Double, across: Double)
  private let length: Double

  init(from first: (x: Double, y: Double), to last: (x: Double, y: Double)) {
    let (dx, dy) = (last.x - first.x, last.y - first.y)
    let isLevel = abs(dx) >= abs(dy)
    along = isLevel ? (dx < 0 ? -1 : 1, 0) : (0, dy < 0 ? -1 : 1)
    length = max(abs(dx), abs(dy))
    slope = length > 0 ? (isLevel ? dy * along.x : -dx * along.y) / length : 0
    let (x, y) = ((first.x + last.x) / 2, (first.y + last.y) / 2)
    middle = (x * along.x + y * along.y, y * along.x - x * along.y)
  }

  /// Returns the baseline's height at a position. Readers group words by height, so a line that rises less than `tolerance` has one height.
  func baseline(at position: Double, tolerance: Double) -> Double {
    guard abs(slope) * length / 2 > tolerance else { return middle.across }
    return middle.across + slope * min(max(position - middle.along, -length / 2), length / 2)
  }

  /// Returns a box in the line's coordinates, given two opposite corners on the page.
  func extent(from first: (x: Double, y: Double), to second: (x: Double, y: Double)) -> Extent {
    let positions = [first, second].map { $0.x * along.x + $0.y * along.y }
    let heights = [first, second].map { $0.x * across.x + $0.y * across.y }
    return Extent(
      start: min(positions[0], positions[1]), end: max(positions[0], positions[1]),
      bottom: min(heights[0], heights[1]), top: max(heights[0], heights[1]))
  }

  func point(along distance: Double, across height: Double) -> (x: Double, y: Double) {
    (distance * along.x + height * across.x, distance * along.y + height * across.y)
  }
}
