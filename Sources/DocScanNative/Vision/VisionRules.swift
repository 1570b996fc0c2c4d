// SPDX-License-Identifier: GPL-3.0-or-later

internal import CVision
package import DocScanCore

extension Vision {
  /// Straight lines across and down an image that is level, such as those of tables, in its pixels.
  ///
  /// They are longer than strokes of letters of this height; 0 where that is not known.
  package static func rules(_ image: Raster, letterHeight: Double) throws(PageFailure) -> [PageRule] {
    var rules = [VisionRule](repeating: VisionRule(), count: PageRule.mostOnPage)
    var count: Int32 = 0
    try unsafe look(at: image) { view, error in
      unsafe vision_find_rules(view, letterHeight, &rules, Int32(rules.count), &count, error)
    }
    return rules.prefix(Int(count)).map {
      PageRule(from: Point(x: $0.startX, y: $0.startY), to: Point(x: $0.endX, y: $0.endY), width: $0.width)
    }
  }
}
