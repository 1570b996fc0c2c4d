// SPDX-License-Identifier: GPL-3.0-or-later

/// What stands around each passage of a page.
struct PassageSurroundings {
  /// Neighbors of one passage.
  struct Neighbors {
    /// The passage next above it in its column, and that next below; nil where there is none.
    var above: Int?
    var below: Int?
    /// The distances to them, beyond the usual one and in sizes of the usual type.
    var gapAbove: Double
    var gapBelow: Double
    /// The left and the right edge of the text around it.
    var column: ClosedRange<Double>
  }

  /// Where no neighbor is, the gap is as wide as that between sections.
  private static let openGap = 1.5
  private static let widestGap = 4.0

  private(set) var neighbors: [Neighbors] = []

  /// No neighbors, of a page that is not looked at.
  init() {}

  init(_ passages: Passages) {
    let all = passages.all
    let size = max(passages.typeSize.usual, 1)
    for (index, passage) in all.enumerated() {
      var (above, below): (Int?, Int?) = (nil, nil)
      var columns: (distance: Double, range: ClosedRange<Double>)?
      for (other, next) in all.enumerated() where other != index {
        let shared = min(passage.box.maxX, next.box.maxX) - max(passage.box.x, next.box.x)
        guard shared > 0.2 * min(passage.box.width, next.box.width) else { continue }
        if next.box.middleY < passage.box.y, next.box.maxY > above.map({ all[$0].box.maxY }) ?? -.infinity {
          above = other
        }
        if next.box.middleY > passage.box.maxY, next.box.y < below.map({ all[$0].box.y }) ?? .infinity { below = other }
        guard next.lines.count > 1, shared > 0.5 * passage.box.width else { continue }
        let distance = max(next.box.y - passage.box.maxY, passage.box.y - next.box.maxY)
        if distance < columns?.distance ?? .infinity {
          columns = (distance, next.box.x...max(next.box.x, next.box.maxX))
        }
      }
      let block = passages.page.blocks[passage.places[0].block]
      let own = block.box.x...max(passages.reflow.rightEdge(of: block), block.box.x)
      var column = columns?.range ?? own
      column = min(column.lowerBound, passage.box.x)...max(column.upperBound, passage.box.maxX)
      let gap = { (distance: Double?) -> Double in
        distance.map { min(max(($0 - passages.usualGap) / size, -1), Self.widestGap) } ?? Self.openGap
      }
      neighbors.append(
        Neighbors(
          above: above, below: below, gapAbove: gap(above.map { passage.box.y - all[$0].box.maxY }),
          gapBelow: gap(below.map { all[$0].box.y - passage.box.maxY }), column: column))
    }
  }
}
