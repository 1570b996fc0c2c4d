// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: no correction removes text from a page.

import DocScanCore
import DocScanNative
import DocScanVision
import Testing

@testable import DocScanEngine
@testable import DocScanFixtures

@Suite("Text that corrections keep")
struct KeptTextTests {
  @Test("Keeps all text of a slip on any scanner bed", arguments: FlatBed.Bed.allCases, 1...2)
  func flatBed(bed: FlatBed.Bed, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let receipt = try DrawnReceipt(from: .germany, &random)
    let scan = try FlatBed(of: [receipt.page.raster(dpi: 150)], on: bed, &random)
    for stages in [["perspective"], ["perspective", "deskew", "crop"]] {
      let page = try Trial(scan.image, stages: stages).page
      for word in receipt.page.words(dpi: 150) {
        let place = page.map.image(scan.maps[0](word.box.middle))
        #expect(place.isOn(page), "\(stages) \(word.text)")
      }
    }
  }

  @Test(
    "Splits slips on any scanner bed into pages with all their text",
    arguments: FlatBed.Bed.allCases)
  func slips(bed: FlatBed.Bed) throws {
    var random = SeededGenerator(seed: 3)
    let receipts = try [
      DrawnReceipt(from: .germany, &random), DrawnReceipt(from: .america, &random),
      DrawnReceipt(from: .germany, &random),
    ]
    let scan = try FlatBed(of: receipts.map { try $0.page.raster(dpi: 150) }, on: bed, &random)
    let page = try Trial(scan.image, stages: ["slips"]).page
    let pages = try #require(page.parts, "\(page.corrections)")
    #expect(pages.count == receipts.count)
    for (receipt, (map, page)) in zip(receipts, zip(scan.maps, pages)) {
      for word in receipt.page.words(dpi: 150) {
        #expect(page.map.image(map(word.box.middle)).isOn(page), "\(word.text)")
      }
    }
  }

  @Test("Crops to a slip at the edge of a dark bed, with all its text")
  func onlySlip() throws {
    var random = SeededGenerator(seed: 5)
    let receipt = try DrawnReceipt(from: .germany, &random)
    let scan = try FlatBed(of: [receipt.page.raster(dpi: 150)], on: .black, outside: 0.02, &random)
    let page = try Trial(scan.image, "perspective").page
    #expect(page.isMoved && page.size.width < scan.image.width - 60)
    for word in receipt.page.words(dpi: 150) {
      let place = scan.maps[0](word.box.middle)
      if place.x < Double(scan.image.width) { #expect(page.map.image(place).isOn(page), "\(word.text)") }
    }
  }

  @Test("Crops to a slip that is alone on a light bed, and to none with anything beside it", arguments: [false, true])
  func lightBed(hasNeighbor: Bool) throws {
    var random = SeededGenerator(seed: 6)
    let receipt = try DrawnReceipt(from: .germany, &random)
    var number = PageDrawing(size: receipt.page.size)
    try number.line("7", at: Point(x: 20, y: 40), font: .sans(10))
    let slips = hasNeighbor ? [receipt.page, number] : [receipt.page]
    let scan = try FlatBed(of: slips.map { try $0.raster(dpi: 150) }, on: .white, &random)
    let page = try Trial(scan.image, "perspective").page
    #expect(page.isMoved != hasNeighbor, "\(page.corrections)")
    for word in receipt.page.words(dpi: 150) {
      #expect(page.map.image(scan.maps[0](word.box.middle)).isOn(page), "\(word.text)")
    }
  }

  @Test("Keeps the whole bed if there is a pale mark beside the only slip")
  func paleMark() throws {
    var random = SeededGenerator(seed: 6)
    let receipt = try DrawnReceipt(from: .germany, &random)
    let bed = try FlatBed(of: [receipt.page.raster(dpi: 150)], on: .white, &random).image
    let marked = try bed.reading { tone in
      try Raster.drawn(width: bed.width, height: bed.height) { x, y in
        (20..<60).contains(x) && (20..<24).contains(y) ? 236 : tone(x, y)
      }
    }
    #expect(try !Trial(marked, "perspective").page.isMoved)
  }

  @Test("Finds no slips on an ordinary page")
  func noSlips() throws {
    var random = SeededGenerator(seed: 1)
    for drawing in try [PageDrawing.text(), DrawnReceipt(from: .america, &random).page] {
      let page = try Trial(drawing.raster(dpi: 150), stages: ["slips"]).page
      #expect(page.parts == nil && !page.isMoved)
    }
  }

  @Test("Finds the sheet on dark and light tiles", arguments: 1...4)
  func tiles(seed: UInt64) throws {
    let photo = try DeskPhoto(of: PageDrawing.text().raster(dpi: 150), desk: .checkers, seed: seed)
    let found = try #require(try Trial(photo.image, "perspective").found)
    let quad = try #require(found.quad, "\(found.confidence)")
    for (corner, real) in zip(quad, photo.quad) {
      #expect(abs(corner.x - real.x) < 8 && abs(corner.y - real.y) < 8, "\(corner) \(real)")
    }
  }

  @Test(
    "Keeps text across the edge of a shadow",
    arguments: [
      (DeskPhoto.Desk.slate, UInt64(1), 0.7, 1200.0, 1500.0), (.slate, 3, 0.4, 1300, 1300),
      (.slate, 3, 0.7, 1200, 1500), (.cloth, 3, 0.4, 1300, 1300),
    ])
  func shadow(desk: DeskPhoto.Desk, seed: UInt64, light: Double, left: Double, right: Double) throws {
    // Only little text is in the shadow.
    var drawing = try PageDrawing.text(lines: 22)
    try drawing.line("Approval of the president", at: Point(x: 60, y: 620), font: .sans(11))
    try drawing.line("551636776", at: Point(x: 400, y: 760), font: .sans(14))
    let photo = try DeskPhoto(of: drawing.raster(dpi: 150), desk: desk, seed: seed)
    let page = try Trial(photo.image.shaded(below: left, right, light: light), "perspective").page
    #expect(page.isMoved)
    for word in drawing.words(dpi: 150) {
      #expect(page.map.image(photo.map(word.box.middle)).isOn(page), "\(word.text)")
    }
  }

  @Test("Ignores a table's grain next to a sheet, and keeps lines like the sheet's own")
  func grain() throws {
    func line(_ x: Double, _ y: Double, _ width: Double, _ height: Double) throws -> SourceLine {
      try #require(
        SourceLine([
          Point(x: x, y: y), Point(x: x + width, y: y), Point(x: x + width, y: y + height), Point(x: x, y: y + height),
        ]))
    }
    let kept = try (0..<6).map { try line(300, 260 + 40 * Double($0), 400, 16) }
    let text = KeptText(PageMap(.translation(x: -250, y: -200)), RasterSize(width: 500, height: 500, dpi: 150))
    let before = KeptText(PageMap(), RasterSize(width: 1000, height: 1000, dpi: 150))
    func own(_ others: [SourceLine]) -> Int {
      let lost = text.lost(others, since: before)
      #expect(lost.count == others.count)
      return text.ownLines(among: lost, of: kept + others).count
    }
    #expect(try own([line(20, 50, 180, 900)]) == 0, "giant letters")
    #expect(try own((0..<4).map { try line(800 + 30 * Double($0), 300, 16, 200) }) == 0, "lines that run another way")
    #expect(try own([line(300, 720, 400, 16), line(300, 760, 400, 40)]) == 2, "lines like those on the sheet")
    #expect(try own([line(600, 300, 300, 16)]) == 1, "a line that the outline runs through")
  }

  @Test("Undoes a correction that cuts off lines or makes them unreadable, and records that")
  func undone() throws {
    let image = try PageDrawing.text().raster(dpi: 150)
    let (width, height) = (Double(image.width), Double(image.height))
    let (half, tiny) = (
      RasterSize(width: image.width, height: image.height / 2, dpi: 150),
      RasterSize(width: image.width / 12, height: image.height, dpi: 150)
    )
    for harm in [
      Harm(.translation(x: 0, y: -height / 2), half), Harm(.scale(x: 1 / 12, y: 1), tiny),
      Harm(.translation(x: -0.3 * width, y: 0), RasterSize(width: image.width, height: image.height, dpi: 150)),
    ] {
      let page = try Trial(image).page
      // Another stage has already located the page's text.
      _ = try page.text()
      try harm.correct(page)
      let noted = try #require(page.corrections.last)
      #expect(!page.isMoved && page.size.height == image.height)
      #expect(noted.kind == "harm" && noted.textOutside == .undone && !noted.movesPixels && noted.confidence == 0.9)
      harm.isGiven = true
      try harm.correct(page)
      #expect(page.isMoved, "what a person gave stays")
    }
    let margins = Harm(
      .translation(x: -20, y: -20), RasterSize(width: image.width - 40, height: image.height - 40, dpi: 150))
    let page = try Trial(image).page
    try margins.correct(page)
    #expect(page.isMoved && page.corrections.last?.textOutside == nil)
  }

  private func line(_ x: Double, _ y: Double, _ width: Double) throws -> SourceLine {
    try #require(
      SourceLine([
        Point(x: x, y: y), Point(x: x + width, y: y), Point(x: x + width, y: y + 16), Point(x: x, y: y + 16),
      ]))
  }

  @Test("Keeps outside text when the outline's own lines are crooked")
  func leaningOutline() throws {
    let kept = try (0..<6).map { try line(100, 260 + 40 * Double($0), 700) }
    let below = try (0..<3).map { try line(60, 700 + 40 * Double($0), 200) }
    func own(_ outline: [Point]) throws -> Int {
      let matrix = try #require(Homography(quad: outline, toWidth: 850, height: 500))
      let text = KeptText(PageMap(matrix), RasterSize(width: 850, height: 500, dpi: 150))
      let before = KeptText(PageMap(), RasterSize(width: 1000, height: 1000, dpi: 150))
      let lost = text.lost(below, since: before)
      #expect(lost.count == below.count)
      return text.ownLines(among: lost, of: kept + below).count
    }
    let leaning = [Point(x: 50, y: 50), Point(x: 900, y: 250), Point(x: 900, y: 950), Point(x: 50, y: 550)]
    #expect(try own(leaning) == below.count, "the outline leans, not the text")
  }

  @Test("Tells a wrong side by the margin of the text, and accepts steps and columns")
  func slantedMargin() throws {
    let widths = [400.0, 320, 510, 90, 455, 260, 380, 505, 150, 430, 345, 290]
    func isSlanted(from side: [Point], _ start: (Int) -> Double) throws -> Bool {
      let outline = [side[0], Point(x: 900, y: 50), Point(x: 900, y: 950), side[1]]
      let matrix = try #require(Homography(quad: outline, toWidth: 850, height: 900))
      let text = KeptText(PageMap(matrix), RasterSize(width: 850, height: 900, dpi: 150))
      return text.hasSlantedMargin(try widths.indices.map { try line(start($0), 100 + 60 * Double($0), widths[$0]) })
    }
    let (upright, wrong) = ([Point(x: 50, y: 50), Point(x: 50, y: 950)], [Point(x: 50, y: 50), Point(x: 300, y: 950)])
    #expect(try isSlanted(from: wrong) { _ in 120 })
    #expect(try !isSlanted(from: upright) { _ in 120 })
    #expect(try !isSlanted(from: upright) { 120 + 30 * Double($0 % 4) }, "steps")
    #expect(try !isSlanted(from: upright) { $0 % 2 == 0 ? 120 : 500 }, "columns")
  }

  /// A stage that moves the page by a given map.
  private final class Harm: Stage {
    static let description = ComponentDescription(
      name: "harm", abstract: "Moves the page.", settings: [], order: StageOrder(effects: [.movesPicture]))

    private let matrix: Homography
    private let size: RasterSize
    var isGiven = false

    init(_ matrix: Homography, _ size: RasterSize) { (self.matrix, self.size) = (matrix, size) }

    init(settings: ResolvedSettings) throws(PipelineError) {
      (matrix, size) = (.identity, RasterSize(width: 1, height: 1, dpi: 72))
    }

    func process(_ page: PageContext) throws(PageFailure) {
      page.apply(Correction(kind: "harm", confidence: 0.9, given: isGiven, matrix: matrix), newSize: size)
    }
  }
}

extension Box {
  fileprivate var middle: Point { Point(x: x + width / 2, y: y + height / 2) }
}

extension Point {
  fileprivate func isOn(_ page: PageContext) -> Bool {
    x > 0 && y > 0 && x < Double(page.size.width) && y < Double(page.size.height)
  }
}
