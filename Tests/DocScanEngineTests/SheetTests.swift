// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: sheets, borders, and spreads are found precisely, and content is never cut.

import DocScanCore
import DocScanEngine
import DocScanFixtures
import DocScanNative
import DocScanVision
import Testing

@Suite("Sheets, borders, and spreads")
struct SheetTests {
  @Test("Finds the sheet on a desk within a few pixels", arguments: [DeskPhoto.Desk.wood, .slate, .paper], 1...3)
  func sheet(desk: DeskPhoto.Desk, seed: UInt64) throws {
    let photo = try DeskPhoto(of: PageDrawing.text().raster(dpi: 150), desk: desk, seed: seed)
    let found = try #require(try Trial(photo.image, "perspective").found)
    let quad = try #require(found.quad, "\(found.confidence)")
    for (corner, real) in zip(quad, photo.quad) {
      #expect(abs(corner.x - real.x) < 8 && abs(corner.y - real.y) < 8, "\(corner) \(real)")
    }
  }

  @Test(
    "Finds the corners of a bent sheet in a hand within a few pixels", arguments: [1, 3, 5, 8, 11])
  func bentSheet(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let photo = try HeldPhoto(of: PageDrawing.text().raster(dpi: 150), &random)
    let found = try #require(try Trial(photo.image, "perspective").found)
    let quad = try #require(found.quad, "\(found.confidence)")
    for (corner, real) in zip(quad, photo.quad) {
      #expect(abs(corner.x - real.x) < 8 && abs(corner.y - real.y) < 8, "\(corner) \(real)")
    }
  }

  /// Returns a photograph with a narrow slip.
  private func slip(at corners: [(Double, Double)], on desk: DeskPhoto.Desk) throws -> DeskPhoto {
    var slip = PageDrawing(size: PageSize(width: 226, height: 1000))
    for line in 1..<50 {
      try slip.line("Item number \(line)", at: Point(x: 16, y: 20 * Double(line)), font: .sans(11))
      try slip.line("\(line).50", endingAt: Point(x: 210, y: 20 * Double(line)), font: .sans(11))
    }
    let quad = corners.map { Point(x: $0.0, y: $0.1) }
    return try DeskPhoto(of: slip.raster(dpi: 150), width: 900, height: 1000, quad: quad, desk: desk)
  }

  @Test(
    "Takes no column in a picture for a sheet if its sides are exactly parallel",
    arguments: [DeskPhoto.Desk.stripes, .cloth])
  func columnInPicture(desk: DeskPhoto.Desk) throws {
    let turn = Homography.rotation(clockwiseDegrees: 2.4, about: Point(x: 445, y: 500))
    let corners = [(330.0, -60.0), (560, -60), (560, 1060), (330, 1060)].map { turn(Point(x: $0.0, y: $0.1)) }
    let picture = try slip(at: corners.map { ($0.x, $0.y) }, on: desk)
    let lines = (2..<38).map { Box(x: 346, y: 24 * Double($0), width: 190, height: 12).corners.map { turn($0) } }
    #expect(try Vision.findPage(picture.image, text: lines).confidence < 0.5)
  }

  @Test("Finds a slip that leaves the photograph above and below", arguments: [DeskPhoto.Desk.wood, .slate])
  func slipBeyondPhotograph(desk: DeskPhoto.Desk) throws {
    let photo = try slip(at: [(330, -80), (560, -60), (590, 1070), (300, 1060)], on: desk)
    let quad = try #require(try Trial(photo.image, "perspective").found?.quad)
    for (upper, lower) in [(0, 3), (1, 2)] {
      for y in [50.0, 950] {
        let places = [quad, photo.quad].map { outline in
          let (from, to) = (outline[upper], outline[lower])
          return from.x + (to.x - from.x) * (y - from.y) / (to.y - from.y)
        }
        #expect(abs(places[0] - places[1]) < 10, "\(quad)")
      }
    }
  }

  @Test("Takes the torn corner of a slip for a part of it, so that its lines stay level")
  func tornSlip() throws {
    var slip = PageDrawing(size: PageSize(width: 226, height: 700))
    for line in 6..<34 {
      try slip.line("Item number \(line)     \(line).50", at: Point(x: 16, y: 20 * Double(line)), font: .sans(11))
    }
    // The desk is visible there.
    for top in stride(from: 0.0, to: 48, by: 1) {
      let left = 4.7 * top
      slip.area(Box(x: left, y: top, width: 226 - left, height: 1), ink: 0.75)
    }
    let corners = [Point(x: 330, y: 40), Point(x: 560, y: 46), Point(x: 585, y: 960), Point(x: 305, y: 955)]
    let photo = try DeskPhoto(of: slip.raster(dpi: 150), width: 900, height: 1000, quad: corners, desk: .slate)
    let quad = try #require(try Trial(photo.image, "perspective").found?.quad)
    #expect(abs(quad[1].y - quad[0].y) < 15, "\(quad)")
  }

  @Test("Reports that text lines on the desk contradict a clear sheet")
  func dispute() throws {
    let photo = try DeskPhoto(of: PageDrawing.text(lines: 4).raster(dpi: 150), desk: .slate)
    let onDesk = (0..<3).map { Box(x: 10, y: 20 + 30 * Double($0), width: 600, height: 20).corners }
    let onSheet = Box(x: 500, y: 500, width: 400, height: 30).corners
    let disputed = try Vision.findPage(photo.image, text: onDesk)
    #expect(disputed.value.isDisputed && disputed.confidence < 0.5)
    let certain = try Vision.findPage(photo.image, text: [onSheet])
    #expect(!certain.value.isDisputed && certain.confidence > 0.9)
  }

  @Test(
    "Finds a sheet on a printed cloth that looks like text", .enabled(if: InstalledModels.find() != nil),
    arguments: 1...3)
  func printedCloth(seed: UInt64) throws {
    var drawing = PageDrawing()
    try drawing.line("Harbour", at: Point(x: 150, y: 420), font: .sans(60).bold)
    let photo = try DeskPhoto(of: drawing.raster(dpi: 150), desk: .marks, seed: seed)
    // So many false lines would decide the matter without the network.
    let (view, scale) = try photo.image.reducedForViewing()
    let lines = try Vision.Text(view).writing().map { $0.map { Point(x: $0.x / scale, y: $0.y / scale) } }
    let misled = try Vision.findPage(photo.image, text: lines)
    #expect(lines.count >= 8 && misled.value.isDisputed && misled.confidence < 0.5, "\(lines.count) lines")
    let found = try #require(
      try Trial(photo.image, stages: ["perspective"], networks: NeuralNetworks()).found)
    let quad = try #require(found.quad, "\(found.confidence)")
    for (corner, real) in zip(quad, photo.quad) {
      #expect(abs(corner.x - real.x) < 8 && abs(corner.y - real.y) < 8, "\(corner) \(real)")
    }
  }

  @Test(
    "Finds a sheet in a strong perspective, in which the directions of its lines are misjudged at first",
    .enabled(if: InstalledModels.find() != nil))
  func strongPerspective() throws {
    let corners = [(121.0, 132.0), (1163, 202), (958, 1491), (84, 1656)].map { Point(x: $0.0, y: $0.1) }
    let photo = try DeskPhoto(
      of: PageDrawing.text().raster(dpi: 150), width: 1512, height: 2016, quad: corners, desk: .wood)
    let found = try #require(try Trial(photo.image, stages: ["perspective"], networks: NeuralNetworks()).found)
    let quad = try #require(found.quad, "\(found.confidence)")
    for (corner, real) in zip(quad, photo.quad) {
      #expect(abs(corner.x - real.x) < 8 && abs(corner.y - real.y) < 8, "\(corner) \(real)")
    }
    // All lines lean like those at the lower end of the page.
    let slope = -0.15
    let lines = try PageDrawing.text().words(dpi: 150).map { word in
      let place = photo.map(Point(x: word.box.x + word.box.width / 2, y: word.box.y + word.box.height / 2))
      return [(-40.0, -6.0), (40, -6), (40, 6), (-40, 6)].map {
        Point(x: place.x + $0.0, y: place.y + slope * $0.0 + $0.1)
      }
    }
    #expect(try Vision.findPage(photo.image, text: lines).value.isDisputed)
  }

  @Test("Straightens a sheet photographed from directly above if the surface has a color")
  func coloredSurface() throws {
    // Hardly tilted, as from directly above.
    let corners = [(154.0, 192.0), (1239, 178), (1257, 1694), (180, 1711)].map { Point(x: $0.0, y: $0.1) }
    let photo = try DeskPhoto(
      of: PageDrawing.text().raster(dpi: 150), width: 1400, height: 1900, quad: corners, desk: .slate)
    let quad = try #require(try Trial(photo.image.withBlueShades(), "perspective").found?.quad)
    for (corner, real) in zip(quad, photo.quad) {
      #expect(abs(corner.x - real.x) < 8 && abs(corner.y - real.y) < 8, "\(corner) \(real)")
    }
  }

  @Test("Straightens a photographed A4 sheet to A4's proportions", arguments: 1...3)
  func proportions(seed: UInt64) throws {
    let photo = try DeskPhoto(of: PageDrawing.text().raster(dpi: 150), desk: .slate, seed: seed)
    let size = try Trial(photo.image, "perspective").page.size
    #expect(abs(Double(size.height) / Double(size.width) - 297.0 / 210) < 0.01)
  }

  @Test("Leaves flat pages with frames, pictures, and borders unchanged")
  func flat() throws {
    var framed = try PageDrawing.text()
    framed.frame(Box(x: 30, y: 30, width: 535, height: 782), lineWidth: 3)
    var pictured = try PageDrawing.text(lines: 8)
    pictured.picture(in: Box(x: 60, y: 320, width: 470, height: 430))
    var boxed = try PageDrawing.text(lines: 6)
    boxed.area(Box(x: 60, y: 300, width: 300, height: 200), ink: 0.3)
    let pages =
      try [framed, pictured, boxed].map { try $0.raster(dpi: 150) }
      + [PageDrawing.text().raster(dpi: 150).onGlass(left: 40, top: 20, right: 60, bottom: 30)]
      + [PageDrawing.text().raster(dpi: 150).skewed(clockwiseDegrees: 3).image]
    for (index, page) in pages.enumerated() {
      #expect(try !Trial(page, "perspective").page.isMoved, "page \(index)")
    }
  }

  @Test("Never crops text in the border, printed frames, or dark pages")
  func contentIsKept() throws {
    var touching = try PageDrawing.text(lines: 10)
    try touching.line("MARGINALIA", at: Point(x: -20, y: 500), font: .sans(40).bold)
    var framed = try PageDrawing.text(lines: 10)
    framed.frame(Box(x: 4, y: 4, width: 587, height: 833), lineWidth: 4)
    var header = try PageDrawing.text(lines: 10)
    header.area(Box(x: 0, y: 0, width: 596, height: 50), ink: 0.9)
    try header.line("Annual report", at: Point(x: 60, y: 32), font: PageFont(.sans, size: 18, ink: 0.05))
    for (index, page) in [touching, framed, header].enumerated() {
      let trial = try Trial(page.raster(dpi: 150), "crop")
      #expect(trial.page.size.width >= page.pixels(dpi: 150).width - 2, "page \(index): \(trial.page.size)")
      #expect(trial.page.size.height >= page.pixels(dpi: 150).height - 2, "page \(index): \(trial.page.size)")
    }
  }

  @Test("Widens an outline that cuts text, and keeps one around all text")
  func roomForText() throws {
    let drawing = try PageDrawing.text()
    let page = try Trial(drawing.raster(dpi: 150)).page
    let (width, height) = (Double(page.size.width), Double(page.size.height))
    let whole = try #require(try page.text().room(in: (width, height), after: .identity))
    #expect(whole.cutLines == 0 && whole.box == Box(x: 0, y: 0, width: width, height: height))
    let inner = Homography.translation(x: -300, y: -200)
    let room = try #require(try page.text().room(in: (width - 600, height - 400), after: inner))
    #expect(room.cutLines > 20 && room.box.height < height)
    for word in drawing.words(dpi: 150) {
      let box = word.moved(by: inner).box
      #expect(room.box.x < box.x && room.box.y < box.y && room.box.maxX > box.maxX && room.box.maxY > box.maxY)
    }
  }

  @Test("Keeps signs outside lines if the outline cuts the sheet")
  func roomForSigns() throws {
    var drawing = try PageDrawing.text(lines: 20)
    try drawing.line("<  >", at: Point(x: 280, y: 52), font: .sans(12))
    let page = try Trial(drawing.raster(dpi: 150)).page
    let (width, height) = (Double(page.size.width), Double(page.size.height))
    let half = (width: width, height: height - 400)
    let middle = Homography.translation(x: 0, y: -400)
    let signs = try #require(drawing.words(dpi: 150).first { $0.text == "<" }).moved(by: middle).box
    let room = try #require(try page.text().room(in: half, after: middle, sides: [0, 1, 1, 1]))
    #expect(room.box.y < signs.y && room.box.maxY == half.height)
    let sure = try #require(try page.text().room(in: half, after: middle, sides: [1, 1, 1, 1]))
    #expect(sure.box.y > signs.y)
  }

  @Test("Excludes text beyond a certain side unless lines cross that side")
  func roomBesideAnotherSheet() throws {
    let drawing = try PageDrawing.text(columns: [(50, 235), (310, 235)])
    let page = try Trial(drawing.raster(dpi: 150)).page
    let (width, height) = (Double(page.size.width), Double(page.size.height))
    // The gap between the columns is at 298 points; 400 points are inside the right column.
    let gap = 298.0 * 150 / 72
    let column = try #require(try page.text().room(in: (gap, height), after: .identity, sides: [1, 1, 1, 1]))
    #expect(column.cutLines == 0 && column.box.maxX == gap)
    let unsure = try #require(try page.text().room(in: (gap, height), after: .identity, sides: [1, 0, 1, 1]))
    #expect(unsure.cutLines > 20 && unsure.box.maxX > width * 0.85)
    // On a crooked page, no gap between letters is shared by all lines.
    let askew = try Trial(drawing.raster(dpi: 150).skewed(clockwiseDegrees: 3).image).page
    let inside = 400.0 * 150 / 72
    let cut = try #require(try askew.text().room(in: (inside, height), after: .identity, sides: [1, 1, 1, 1]))
    #expect(cut.cutLines > 5 && cut.box.maxX > inside + 50)
  }

  @Test("Keeps all text of a curled page in a photograph", arguments: 1...4)
  func curledPhotograph(seed: UInt64) throws {
    let drawing = try PageDrawing.text(lines: 40, columns: [(24, 548)])
    let flat = try drawing.raster(dpi: 150)
    let photo = try DeskPhoto(of: flat.curled(depth: 110), desk: .slate, seed: seed)
    for stages in [["perspective"], ["perspective", "dewarp", "deskew", "crop"]] {
      let page = try Trial(photo.image, stages: stages).page
      for word in drawing.words(dpi: 150) {
        let middle = Point(x: word.box.x + word.box.width / 2, y: word.box.y + word.box.height / 2)
        let place = page.map.image(photo.map(flat.curledPlace(middle, depth: 110)))
        #expect(place.x > 0 && place.x < Double(page.size.width), "\(stages) \(word.text)")
        #expect(place.y > 0 && place.y < Double(page.size.height), "\(stages) \(word.text)")
      }
    }
  }

  @Test("Never splits single pages with columns, wide tables, or slides")
  func noSpreads() throws {
    let landscape = PageSize(width: 841.89, height: 595.276)
    let columns = try PageDrawing.text(columns: [(50, 235), (310, 235)])
    let wide = try PageDrawing.text(lines: 20, columns: [(50, 350), (440, 350)], size: landscape)
    let single = try PageDrawing.text(lines: 20, columns: [(60, 720)], size: landscape)
    for (index, page) in [columns, wide, single].enumerated() {
      #expect(try Trial(page.raster(dpi: 100), dpi: 100, "spreads").page.parts == nil, "page \(index)")
    }
    for document in try Documents.all() {
      let page = try document.page.raster(dpi: 100)
      #expect(try Trial(page, dpi: 100, "spreads").page.parts == nil, "\(document.name)")
      #expect(
        try Trial(page.turned(clockwiseDegrees: 90).image, dpi: 100, "spreads").page.parts == nil, "\(document.name)")
    }
  }

  @Test("Keeps each whole page of a spread, even of a crooked one", arguments: [0, 1.5, -2])
  func halves(degrees: Double) throws {
    let page = try PageDrawing.text().raster(dpi: 100)
    let spread = try Raster.spread(page, page, border: 0).skewed(clockwiseDegrees: degrees).image
    let parts = try #require(try Trial(spread, dpi: 100, "spreads").page.parts)
    #expect(parts.count == 2)
    for (part, left) in zip(parts, [0.0, Double(page.width)]) {
      // The text block's corners are inside for any rotation of the book.
      let turn = Homography.rotation(
        clockwiseDegrees: degrees, about: Point(x: Double(spread.width) / 2, y: Double(spread.height) / 2))
      for corner in [(83.0, 90.0), (736, 90), (83, 700), (736, 700)] {
        let place = part.map.image(turn(Point(x: left + corner.0, y: corner.1)))
        #expect(place.x > 0 && place.x < Double(part.size.width) && place.y > 0 && place.y < Double(part.size.height))
      }
    }
  }
}

extension PageDrawing {
  fileprivate func pixels(dpi: Double) -> (width: Int, height: Int) {
    (Int((size.width * dpi / 72).rounded()), Int((size.height * dpi / 72).rounded()))
  }
}
