// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: PDF pages are rendered at their pictures' own resolution, pixel by pixel.

import DocScanCore
import DocScanNative
import DocScanVision
import Testing

@Suite("Pictures of PDF pages") struct PDFPictureTests {
  @Test(
    "Keeps each pixel of a scanned page's picture",
    arguments: [(306.0, 396.0), (297.66, 420.96), (302.04, 390.96), (100, 130.3), (51, 66)])
  func identical(width: Double, height: Double) throws {
    for picture in [TestPicture.bitonal(425, 550), .gray(425, 550), .rgb(425, 550)] {
      // The aspect ratios of page and picture differ slightly, because scanners round.
      let page = try load(TestPDF.page(of: picture, width, height).bytes)
      #expect(page.pageSize == PageSize(width: width, height: height))
      let isSquare = abs(width / height / (425.0 / 550) - 1) < 0.02
      if isSquare { #expect(TestPicture(page.raster).largestDifference(to: picture) == 0) }
      #expect(isSquare == (page.raster.width == 425 && page.raster.height == 550))
    }
  }

  @Test("Loads black-and-white and gray pictures without converting their colors")
  func channels() throws {
    #expect(try load(TestPDF.page(of: .bitonal(425, 550), 306, 396).bytes).raster.isBitonal)
    #expect(try load(TestPDF.page(of: .gray(425, 550), 306, 396).bytes).raster.channels == .gray)
  }

  @Test("Rotates a page as /Rotate says, pixel by pixel", arguments: [0, 90, 180, 270, -90, 450])
  func rotated(degrees: Int) throws {
    let picture = TestPicture.gray(425, 550)
    let page = try load(TestPDF.page(of: picture, 306, 396, extra: "/Rotate \(degrees)").bytes)
    #expect(TestPicture(page.raster) == picture.turned(((degrees / 90) % 4 + 4) % 4))
    #expect(page.dpi == 100)
  }

  @Test("Shows the part in the crop box, pixel by pixel")
  func cropped() throws {
    let picture = TestPicture.gray(425, 550)
    let page = try load(TestPDF.page(of: picture, 306, 396, extra: "/CropBox[36 72 270 360]").bytes)
    #expect(page.pageSize == PageSize(width: 234, height: 288))
    let part = TestPicture(325, 400) { x, y in picture[x + 50, y + 50] }
    #expect(TestPicture(page.raster) == part)
  }

  @Test("Combines strips at their resolution, pixel by pixel")
  func strips() throws {
    let picture = TestPicture.gray(425, 550)
    var pdf = TestPDF()
    var content = ""
    var images: [Int] = []
    for strip in 0..<5 {
      let part = TestPicture(425, 110) { x, y in picture[x, strip * 110 + y] }
      images.append(pdf.addImage(part))
      content += "q 306 0 0 79.2 0 \(396 - 79.2 * Double(strip + 1)) cm /I\(strip + 1) Do Q\n"
    }
    pdf.addPage(306, 396, content: content, images: images)
    #expect(TestPicture(try load(pdf.bytes).raster) == picture)
  }

  @Test("Finds a picture inside a form")
  func nested() throws {
    let page = try load(TestPDF.page(of: .gray(425, 550), 306, 396).bytes)
    #expect(page.dpi == 100)
    var pdf = TestPDF()
    pdf.addPage(
      306, 396, content: "q 306 0 0 396 0 0 cm BI /W 8 /H 8 /CS /G /BPC 1 ID \u{01}\u{02}\u{04}\u{08}\u{10} ( EI Q")
    // Eight pixels across a page aren't a readable scan.
    #expect(try load(pdf.bytes).raster.width >= 306)
  }

  @Test("Renders oblong pixels square at the finer resolution")
  func oblong() throws {
    let page = try load(TestPDF.page(of: .gray(1000, 400), 360, 288).bytes)
    #expect(page.size == RasterSize(width: 1000, height: 800, dpi: 200))
  }

  @Test("Uses the picture's pixels on a page of implausible size", arguments: [(61.2, 79.2), (6120, 7920)])
  func nonsense(width: Double, height: Double) throws {
    let picture = TestPicture.gray(1700, 2200)
    let page = try load(TestPDF.page(of: picture, width, height).bytes)
    #expect(TestPicture(page.raster) == picture)
    #expect((50...1200).contains(page.dpi))
    #expect(page.pageSize == PageSize(width: width, height: height))
  }

  @Test("Renders drawn pages at the pipeline's resolution", arguments: [72.0, 150, 300])
  func vector(dpi: Double) throws {
    var pdf = TestPDF()
    pdf.addPage(306, 396, content: "0 0 144 792 re f")
    let page = try load(pdf.bytes, pipeline: #"{"pages": {"dpi": \#(dpi)}}"#)
    #expect(page.size == RasterSize(width: Int((306 * dpi / 72).rounded()), height: Int(396 * dpi / 72), dpi: dpi))
    #expect(page.raster.isBitonal)
    let shown = TestPicture(page.raster)
    #expect(shown[10, 10] == [0] && shown[shown.width - 10, 10] == [255])
  }

  @Test("Ignores the resolution of a picture that covers part of the page")
  func letterhead() throws {
    var pdf = TestPDF()
    let image = pdf.addImage(.gray(425, 50))
    pdf.addPage(306, 396, content: "q 306 0 0 36 0 360 cm /I1 Do Q", images: [image])
    #expect(try load(pdf.bytes).dpi == 300)
  }

  @Test("Applies the page's user unit")
  func unit() throws {
    let page = try load(TestPDF.page(of: .gray(425, 550), 153, 198, extra: "/UserUnit 2").bytes)
    #expect(page.pageSize == PageSize(width: 306, height: 396))
    #expect(page.size == RasterSize(width: 425, height: 550, dpi: 100))
  }

  @Test("Reduces the resolution of a huge page, down to 100 pixels per inch")
  func limits() throws {
    var pdf = TestPDF()
    pdf.addPage(306, 396, content: "0 0 144 792 re f")
    let page = try load(pdf.bytes, pipeline: #"{"limits": {"megapixelsPerPage": 1}}"#)
    #expect(page.raster.width * page.raster.height <= 1_000_000)
    #expect(page.dpi > 200 && page.dpi < 210)
    var poster = TestPDF()
    poster.addPage(14400, 14400, content: "0 0 144 792 re f")
    #expect(try failure(poster.bytes)?.kind == .limit)
    var receipt = TestPDF()
    receipt.addPage(100, 14400, content: "0 0 144 792 re f")
    #expect(try load(receipt.bytes).raster.height <= 32_767)
  }

  @Test("Fails a page that can't be rendered instead of returning a blank one")
  func nothing() throws {
    var blank = TestPDF()
    blank.addPage(306, 396, content: "")
    #expect(try load(blank.bytes).raster.isBitonal)
    var damaged = TestPDF()
    let image = damaged.addImage(.gray(100, 100))
    damaged.addPage(306, 396, content: "q 306 0 0 396 0 0 cm /I2 Do Q", images: [image])
    #expect(try failure(damaged.bytes)?.kind == .unreadable)
  }

  @Test(
    "Reports that a PDF is locked", .enabled(if: SampleData.isThere, "no sample data"),
    arguments: ["paperless-password-is-test.pdf", "pdfminer-aes-256-foo.pdf"])
  func locked(name: String) throws {
    let failure = try #require(throws: PageFailure.self) { try load(path: SampleData.path("hostile/\(name)")) }
    #expect(failure.kind == .unreadable && failure.message.contains("password"))
  }
}
