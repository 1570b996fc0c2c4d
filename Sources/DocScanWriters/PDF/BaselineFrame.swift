// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import Glibc

/// The directions of a line of text on a page, in points with the origin at the page's lower left corner.
///
/// Boxes of words are upright, so lines run along an axis of the page: readers would break slanted words into letters.
struct BaselineFrame {
  /// Where a box lies, seen along a baseline: `start` to `end` along it, `bottom` to `top` across it.
  struct Extent {
    var start: Double
    var end: Double
    var bottom: Double
    var top: Double
  }

  /// Along the baseline, in the direction in which letters follow each other.
  let along: (x: Double, y: Double)
  /// From the baseline to the top of the letters.
  var across: (x: Double, y: Double) { (-along.y, along.x) }
  /// How much the real baseline rises, as a fraction of the way along the axis.
  let slope: Double
  /// The middle of the real baseline, along the axis and across it.
  private let middle: (along: Double, across: Double)
  private let length: Double

  /// Takes a baseline from its start to its end.
  init(from first: (x: Double, y: Double), to last: (x: Double, y: Double)) {
    let (dx, dy) = (last.x - first.x, last.y - first.y)
    let isLevel = abs(dx) >= abs(dy)
    along = isLevel ? (dx < 0 ? -1 : 1, 0) : (0, dy < 0 ? -1 : 1)
    length = max(abs(dx), abs(dy))
    slope = length > 0 ? (isLevel ? dy * along.x : -dx * along.y) / length : 0
    let (x, y) = ((first.x + last.x) / 2, (first.y + last.y) / 2)
    middle = (x * along.x + y * along.y, y * along.x - x * along.y)
  }

  /// The height of the baseline at a distance along it.
  ///
  /// Readers keep words of one height together, so a line that slopes by less than `tolerance` has one height.
  func baseline(at position: Double, tolerance: Double) -> Double {
    guard abs(slope) * length / 2 > tolerance else { return middle.across }
    return middle.across + slope * min(max(position - middle.along, -length / 2), length / 2)
  }

  /// Where a box lies that has these corners on the page.
  func extent(from first: (x: Double, y: Double), to second: (x: Double, y: Double)) -> Extent {
    let positions = [first, second].map { $0.x * along.x + $0.y * along.y }
    let heights = [first, second].map { $0.x * across.x + $0.y * across.y }
    return Extent(
      start: min(positions[0], positions[1]), end: max(positions[0], positions[1]),
      bottom: min(heights[0], heights[1]), top: max(heights[0], heights[1]))
  }

  /// The point at a distance along the baseline and a height across it.
  func point(along distance: Double, across height: Double) -> (x: Double, y: Double) {
    (distance * along.x + height * across.x, distance * along.y + height * across.y)
  }
}
