// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: tables that models see are within the page, because the check of a worker's answer fails pages with others.

import DocScanCore
import DocScanVision
import Testing

@testable import DocScanEngine

@Suite("Tables in the view of a page")
struct TableSketchTests {
  @Test("Keeps tables at the edge of the rounded view within the page")
  func edge() throws {
    let (page, scale) = (RasterSize(width: 2481, height: 3509, dpi: 300), 0.4)
    // The view has 993 by 1,404 pixels, 0.6 and 0.4 more than the page.
    let view = Box(x: 0, y: 0, width: 993, height: 1404)
    var draft = TableSketch.Draft()
    draft.addRow()
    draft.add(view, rows: 1, columns: 1)
    let sketch = try #require(draft.finished(box: view, confidence: 0.99)).scaled(by: 1 / scale, within: page)
    for box in [sketch.box] + sketch.cells.map(\.box) { #expect(box.maxX <= 2481 && box.maxY <= 3509) }
    #expect(sketch.box.width > 2480)
  }
}
