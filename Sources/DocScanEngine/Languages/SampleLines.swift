// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanVision

/// A few text lines that represent a page.
struct SampleLines {
  static let count = 4
  private static let candidates = 24

  let pictures: [Raster]

  /// Samples lines from all over the page, which may begin in one language and end in another.
  init(_ page: PageContext, atMost count: Int = count) throws(PageFailure) {
    let text = try page.text()
    let runDown = try text.turn().horizontal < 0.5
    let lines = try text.lines(atMost: Self.candidates)
    let places = lines.map { corners in (corners[0].y + corners[2].y) / 2 }
    let across = lines.map { corners in (corners[0].x + corners[2].x) / 2 }
    let along = runDown ? across : places
    var chosen: [Int] = []
    if let first = along.min(), let last = along.max() {
      let band = max((last - first) / Double(count), 1)
      var bands: Set<Int> = []
      for index in lines.indices where bands.insert(min(Int((along[index] - first) / band), count - 1)).inserted {
        chosen.append(index)
      }
      for index in lines.indices where chosen.count < count && !chosen.contains(index) { chosen.append(index) }
    }
    pictures = try chosen.map { (index) throws(PageFailure) in try page.line(lines[index], height: 48) }
  }

  init(_ lines: [Line], of page: PageContext) throws(PageFailure) {
    let scale = try page.view().scale
    let boxes = lines.map(\.box).filter { $0.width > 0 && $0.height > 0 }
    pictures = try boxes.map { (box) throws(PageFailure) in
      // The beginning of a line is enough.
      let start = Box(x: box.x, y: box.y, width: min(box.width, 18 * box.height), height: box.height)
      return try page.line(start.corners.map { Point(x: $0.x * scale, y: $0.y * scale) }, height: 48)
    }
  }
}
