// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: the models for tables find a drawn table and its cells, and nothing on an empty page.

import DocScanCore
import DocScanFixtures
import DocScanNative
import DocScanVision
import Testing

@Suite("Models for tables")
struct TableNetworkTests {
  private static let areInstalled =
    InstalledModels.find()?.versions.keys.contains("network table-cells") ?? false

  private static let (columns, rows) = ([200, 420, 640, 1000], 8)

  /// Returns a page of A4 at 150 dpi with a drawn table, in which bars stand for words.
  private static func page(withTable: Bool) throws -> Raster {
    let (width, height) = (1240, 1754)
    var pixels = [UInt8](repeating: 255, count: width * height)
    func fill(_ x: Int, _ y: Int, _ w: Int, _ h: Int) {
      for row in y..<(y + h) { for column in x..<(x + w) { pixels[row * width + column] = 0 } }
    }
    if withTable {
      for row in 0...rows { fill(columns[0], 400 + 50 * row, 801, 3) }
      for x in columns { fill(x, 400, 3, 50 * rows) }
      for row in 0..<rows {
        for x in columns.dropLast() {
          for letter in 0..<5 { fill(x + 30 + 18 * letter, 416 + 50 * row, letter % 2 == 0 ? 4 : 10, 20) }
        }
      }
    }
    return try unsafe Raster(width: width, height: height, channels: .gray) { target in
      for index in target.indices { unsafe target[index] = pixels[index] }
    }
  }

  @Test("Finds a drawn table and its cells, and nothing on an empty page", .enabled(if: areInstalled))
  func drawn() throws {
    let networks = NeuralNetworks()
    for model in [NeuralModel.pageLayout, .tableCells] { try networks.load(model) }
    let finder = TableRegionFinder(try #require(networks[.pageLayout]))
    #expect(try finder.regions(of: try Self.page(withTable: false)).isEmpty)
    let page = try Self.page(withTable: true)
    let region = try #require(try finder.regions(of: page).first)
    #expect(abs(region.box.x - 200) < 60 && abs(region.box.maxY - 800) < 60, "\(region)")
    let reader = try TableCellReader(try #require(networks[.tableCells]))
    let place = Box(x: 190, y: 390, width: 824, height: 424)
    let sketch = try #require(try reader.sketch(in: page, place))
    #expect(sketch.rows == Self.rows && sketch.columns == 3, "\(sketch.rows) × \(sketch.columns)")
    #expect(sketch.cells.allSatisfy { $0.box.x > 150 && $0.box.maxX < 1060 })
    #expect(try reader.sketch(in: page, Box(x: 0, y: 0, width: 3, height: 3)) == nil)
    // Positions beyond a picture would make the page fail.
    let cut = try page.cropped(to: Box(x: 230, y: 430, width: 700, height: 340))
    let (width, height) = (Double(cut.width), Double(cut.height))
    let inCut = try #require(try reader.sketch(in: cut, Box(x: 0, y: 0, width: width, height: height)))
    #expect(inCut.cells.allSatisfy { $0.box.x >= 0 && $0.box.maxX <= width && $0.box.y >= 0 && $0.box.maxY <= height })
  }
}
