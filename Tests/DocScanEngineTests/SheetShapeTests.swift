// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: a photographed sheet keeps its proportions.

import DocScanCore
import Testing

@testable import DocScanEngine

@Suite("Proportions of sheets")
struct SheetShapeTests {
  private let photo = RasterSize(width: 3024, height: 4032, dpi: 300)

  @Test("Keeps a bent sheet in a hand from becoming a strip") func keepsBentSheets() throws {
    // The bottom bulges towards the camera. As a flat sheet, this would be 2.3 times as high as wide.
    let corners = [
      Point(x: 957, y: 1192), Point(x: 2194, y: 850), Point(x: 2325, y: 2820), Point(x: 649, y: 3211),
    ]
    let shape = try #require(SheetShape(corners: corners, in: photo))
    let ratio = Double(shape.size.height) / Double(shape.size.width)
    #expect(ratio > 1 && ratio < 1.3, "\(shape.size)")
  }

  @Test("Gives a sheet that is photographed at an angle the shape of its paper") func givesFlatSheetsTheirShape() throws
  {
    // A4 at 45 degrees, seen by a camera with a focal length of 3,500 pixels.
    let corners = [(-1050.0, -1485.0), (1050, -1485), (1050, 1485), (-1050, 1485)].map { x, y in
      let (height, depth) = (y * 0.7071, 5000 - y * 0.7071)
      return Point(x: 1512 + 3500 * x / depth, y: 2016 + 3500 * height / depth)
    }
    let shape = try #require(SheetShape(corners: corners, in: photo))
    let ratio = Double(shape.size.height) / Double(shape.size.width)
    // The sides alone would make it wider than high.
    #expect(ratio > 1.35 && ratio < 1.7, "\(shape.size)")
  }

  @Test("Keeps the shape of a long receipt") func keepsLongReceipts() throws {
    let corners = [Point(x: 1300, y: 300), Point(x: 1700, y: 310), Point(x: 1690, y: 2300), Point(x: 1290, y: 2290)]
    let shape = try #require(SheetShape(corners: corners, in: photo))
    let ratio = Double(shape.size.height) / Double(shape.size.width)
    #expect(ratio > 4.5 && ratio < 5.5, "\(shape.size)")
  }
}
