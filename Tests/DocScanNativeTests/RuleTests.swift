// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: rules are found in place, and letters aren't rules.

import DocScanFixtures
import Testing

@testable import DocScanCore
@testable import DocScanNative
@testable import DocScanVision

@Suite("Rules in pictures")
struct RuleTests {
  /// Returns a page with text and, on request, two horizontal rules and a vertical one.
  private func rules(drawn: Bool) throws -> [PageRule] {
    var page = PageDrawing(size: .a5)
    for line in 0..<12 {
      let start = Point(x: 50, y: 80 + 20 * Double(line))
      try page.line("Hilltop millers all fill tall bottles till full", at: start, font: .serif(12))
    }
    if drawn {
      page.rule(from: Point(x: 50, y: 400), to: Point(x: 350, y: 400))
      page.rule(from: Point(x: 50, y: 460), to: Point(x: 350, y: 460))
      page.rule(from: Point(x: 200, y: 400), to: Point(x: 200, y: 460))
    }
    let view = try page.raster(dpi: 150).gray()
    return try Vision.rules(view, letterHeight: try Vision.Text(view).letterHeight())
  }

  @Test("Finds rules in place, and no strokes of letters")
  func found() throws {
    let rules = try rules(drawn: true)
    let scale = 150.0 / 72
    let across = rules.filter(\.isHorizontal).map(\.box)
    #expect(across.count == 2 && rules.count == 3)
    for (box, y) in zip(across.sorted { $0.y < $1.y }, [400.0, 460]) {
      #expect(abs(box.y - scale * y) < 2 && abs(box.x - scale * 50) < 4 && abs(box.maxX - scale * 350) < 4)
    }
    #expect(try self.rules(drawn: false).isEmpty)
  }

  @Test("Finds the whole border of a column whose rows are lower than the shortest rule")
  func lowRows() throws {
    var page = PageDrawing(size: .a5)
    let rows = (0...8).map { 200 + 14 * Double($0) }
    for (index, y) in rows.enumerated() {
      page.rule(from: Point(x: 200, y: y), to: Point(x: 350, y: y))
      guard index > 0 else { continue }
      try page.line("\(index)47 till", at: Point(x: 260, y: y - 4), font: .serif(11))
      try page.line("Hill", at: Point(x: 60, y: y - 4), font: .serif(11))
    }
    page.rule(from: Point(x: 200, y: rows[0]), to: Point(x: 200, y: rows[8]))
    let view = try page.raster(dpi: 150).gray()
    let down = try Vision.rules(view, letterHeight: try Vision.Text(view).letterHeight()).filter { !$0.isHorizontal }
    let scale = 150.0 / 72
    #expect(down.count == 1)
    let border = try #require(down.first?.box)
    #expect(abs(border.y - scale * rows[0]) < 4 && abs(border.maxY - scale * rows[8]) < 4, "\(border)")
  }

  @Test("Takes no strokes of letters in two rows for a border")
  func strokesInTwoRows() throws {
    var page = PageDrawing(size: .a5)
    let rows = (0...8).map { 200 + 14 * Double($0) }
    for (index, y) in rows.enumerated() {
      page.rule(from: Point(x: 100, y: y), to: Point(x: 350, y: y))
      guard index > 0 else { continue }
      try page.line("\(index)47 till", at: Point(x: 260, y: y - 4), font: .serif(11))
    }
    page.rule(from: Point(x: 180, y: rows[3]), to: Point(x: 180, y: rows[5]))
    let view = try page.raster(dpi: 150).gray()
    let found = try Vision.rules(view, letterHeight: try Vision.Text(view).letterHeight())
    #expect(found.contains(where: \.isHorizontal) && found.allSatisfy(\.isHorizontal))
  }
}
