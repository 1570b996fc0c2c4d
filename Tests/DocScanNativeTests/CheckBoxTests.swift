// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: check boxes are found with their state, and letters aren't boxes.

import DocScanFixtures
import Testing

@testable import DocScanCore
@testable import DocScanNative
@testable import DocScanVision

@Suite("Check boxes in pictures")
struct CheckBoxTests {
  private static let side = 13.0
  private static let scale = 200.0 / 72

  /// The top left corners of three columns of boxes.
  private static let corners = [60.0, 160, 260].flatMap { x in [100.0, 140, 180, 220].map { Point(x: x, y: $0) } }

  private static func page(boxes: [Point] = corners) -> PageDrawing {
    var page = PageDrawing(size: .a5)
    for corner in boxes {
      page.frame(Box(x: corner.x, y: corner.y, width: side, height: side), lineWidth: 1)
    }
    return page
  }

  /// Returns the detected squares by corner number, each with its share of ink.
  private func found(_ page: PageDrawing, words: [Box] = []) throws -> [Int: Double] {
    try shapes(page, words: words).mapValues(\.fill)
  }

  private func shapes(_ page: PageDrawing, words: [Box] = []) throws -> [Int: Vision.FormShape] {
    let shapes = try Vision.formShapes(try page.raster(dpi: 200).gray(), dpi: 200, words: words)
    var found: [Int: Vision.FormShape] = [:]
    for shape in shapes {
      let number = Self.corners.firstIndex {
        abs($0.x * Self.scale - shape.box.x) < 5 && abs($0.y * Self.scale - shape.box.y) < 5
      }
      #expect(shape.kind == .square)
      found[try #require(number, "nothing is at \(shape.box)")] = shape
    }
    return found
  }

  @Test("Finds a box with any mark, even one that leaves the box")
  func marks() throws {
    var page = Self.page()
    let (tick, cross, filled, dot) = (Self.corners[1], Self.corners[4], Self.corners[6], Self.corners[9])
    page.scribble(through: [Point(x: tick.x + 3, y: tick.y + 6), Point(x: tick.x + 6, y: tick.y + 11)])
    page.scribble(through: [Point(x: tick.x + 6, y: tick.y + 11), Point(x: tick.x + 18, y: tick.y - 7)])
    page.scribble(through: [Point(x: cross.x - 2, y: cross.y - 2), Point(x: cross.x + 15, y: cross.y + 15)])
    page.scribble(through: [Point(x: cross.x + 15, y: cross.y - 2), Point(x: cross.x - 2, y: cross.y + 15)])
    page.area(Box(x: filled.x, y: filled.y, width: Self.side, height: Self.side), ink: 1)
    page.area(Box(x: dot.x + 4, y: dot.y + 4, width: 4, height: 4), ink: 1)
    let found = try found(page)
    #expect(Set(found.keys) == Set(Self.corners.indices))
    #expect(Set(found.filter { $0.value > 0.05 }.keys) == [1, 4, 6, 9])
    #expect(found.filter { ![1, 4, 6, 9].contains($0.key) }.allSatisfy { $0.value < 0.01 })
  }

  @Test("Distinguishes a struck-out box from a checked one")
  func struckOut() throws {
    var page = Self.page()
    for number in [2, 7] {
      let box = Self.corners[number]
      page.scribble(through: [Point(x: box.x, y: box.y), Point(x: box.x + 13, y: box.y + 13)])
      page.scribble(through: [Point(x: box.x + 13, y: box.y), Point(x: box.x, y: box.y + 13)])
    }
    let struck = Self.corners[7]
    page.scribble(through: [Point(x: struck.x - 8, y: struck.y + 4), Point(x: struck.x + 21, y: struck.y + 5)])
    page.scribble(through: [Point(x: struck.x - 7, y: struck.y + 9), Point(x: struck.x + 20, y: struck.y + 8)])
    let found = try shapes(page)
    #expect(Set(found.keys) == Set(Self.corners.indices))
    #expect(found.filter { $0.value.isStruck }.map(\.key) == [7])
    #expect(Set(found.filter { $0.value.fill > 0.05 }.map(\.key)) == [2, 7])
  }

  @Test("Finds a box that a mark connects with a table")
  func table() throws {
    var page = Self.page()
    for y in stride(from: 87.0, through: 247, by: 40) { page.rule(from: Point(x: 40, y: y), to: Point(x: 300, y: y)) }
    for x in [40.0, 120, 220, 300] { page.rule(from: Point(x: x, y: 87), to: Point(x: x, y: 247)) }
    let tick = Self.corners[5]
    page.scribble(through: [Point(x: tick.x + 3, y: tick.y + 5), Point(x: tick.x + 6, y: tick.y + 11)])
    page.scribble(through: [Point(x: tick.x + 6, y: tick.y + 11), Point(x: tick.x + 16, y: tick.y - 22)])
    let found = try found(page)
    #expect(Set(found.keys) == Set(Self.corners.indices))
    #expect(found.filter { $0.value > 0.05 }.map(\.key) == [5])
  }

  @Test(
    "Ignores letters and black squares, but accepts a box that was read as a word"
  )
  func letters() throws {
    var page = PageDrawing(size: .a5)
    page.area(Box(x: 60, y: 60, width: Self.side, height: Self.side), ink: 1)
    for line in 0..<12 {
      let start = Point(x: 50, y: 120 + 24 * Double(line))
      try page.line("DO NOT BLOCK DOORS, O OLD COOK nose moon noon D", at: start, font: .serif(14))
    }
    #expect(try found(page).isEmpty)
    let box = Self.corners[2]
    let place = Box(
      x: Self.scale * (box.x - 1), y: Self.scale * (box.y - 1), width: Self.scale * 15, height: Self.scale * 15)
    #expect(
      try found(Self.page(boxes: [box]), words: [place]).keys.sorted() == [2], "a box is read as a word of its own")
    var wide = place
    wide.width *= 3
    #expect(try found(Self.page(boxes: [box]), words: [wide]).isEmpty)
  }

  @Test("Ignores the last letter of an uncertain word, but accepts a box before its label")
  func uncertainWords() throws {
    var page = Self.page(boxes: [Self.corners[2]])
    let label = Self.corners[2]
    try page.line("Weiblich", at: Point(x: label.x + 16, y: label.y + 12), font: .serif(14))
    try page.line("Ada Whitcombe", at: Point(x: 140, y: 78), font: .serif(14))
    page.rule(from: Point(x: 135, y: 83), to: Point(x: 380, y: 83))
    let words = [
      Box(x: label.x, y: label.y, width: 80, height: 14), Box(x: 140, y: 62, width: 30, height: 18),
      Box(x: 140, y: 62, width: 240, height: 18),
    ].map {
      Box(x: $0.x * Self.scale, y: $0.y * Self.scale, width: $0.width * Self.scale, height: $0.height * Self.scale)
    }
    let shapes = try Vision.formShapes(try page.raster(dpi: 200).gray(), dpi: 200, words: [], uncertain: words)
    #expect(shapes.count == 1)
    #expect(abs(try #require(shapes.first).box.x - label.x * Self.scale) < 5)
    // Boxes of words that end in the middle of their last letters.
    let cut = page.words.map { word in
      var box = word.box
      box.width -= 3
      return Box(
        x: box.x * Self.scale, y: box.y * Self.scale, width: box.width * Self.scale, height: box.height * Self.scale)
    }
    let others = try Vision.formShapes(try page.raster(dpi: 200).gray(), dpi: 200, words: cut)
    #expect(others.map(\.box) == shapes.map(\.box))
  }

  @Test("Tells ticks, crosses, and boxes from each other and from letters")
  func shapes() throws {
    var page = PageDrawing(size: .a5)
    func stroke(_ points: [Point], in box: Box) {
      let places = points.map { Point(x: box.x + $0.x * box.width, y: box.y + $0.y * box.height) }
      for (start, end) in zip(places, places.dropFirst()) { page.rule(from: start, to: end, width: 1.3) }
    }
    let boxes = (0..<4).map { Box(x: 60, y: 60 + 40 * Double($0), width: 10, height: 11) }
    let filled = Box(x: 160, y: 60, width: 10, height: 11)
    page.area(filled, ink: 0.7)
    let shaded = Box(x: 160, y: 100, width: 10, height: 11)
    page.area(shaded, ink: 0.5)
    page.frame(shaded, lineWidth: 1)
    stroke([Point(x: 0, y: 0.55), Point(x: 0.35, y: 1), Point(x: 1, y: 0)], in: boxes[0])
    stroke([Point(x: 0, y: 0), Point(x: 1, y: 1)], in: boxes[1])
    stroke([Point(x: 1, y: 0), Point(x: 0, y: 1)], in: boxes[1])
    for box in boxes[2...] { page.frame(box, lineWidth: 1) }
    stroke([Point(x: 0.3, y: 0.5), Point(x: 0.5, y: 0.8), Point(x: 0.8, y: 0.2)], in: boxes[3])
    try page.line("D O V Y B Z 7 5 8 H", at: Point(x: 60, y: 260), font: .serif(14))
    let raster = try page.raster(dpi: 200).gray()
    let marks = try Vision.Text(raster).markBoxes()
    func found(_ box: Box) -> CheckMark? {
      let middle = Point(x: Self.scale * box.middleX, y: Self.scale * box.middleY)
      return marks.first { $0.x < middle.x && middle.x < $0.maxX && $0.y < middle.y && middle.y < $0.maxY }
        .flatMap { raster.checkMark(in: $0) }
    }
    #expect(boxes.map(found) == [.tick, .cross, .box, .checkedBox])
    #expect(found(filled) == nil, "the square of a legend")
    #expect(found(shaded) == .swatch)
    let letters = marks.filter { $0.y > Self.scale * 230 }
    #expect(letters.count == 10)
    #expect(letters.allSatisfy { raster.checkMark(in: $0) == nil })
  }
}
