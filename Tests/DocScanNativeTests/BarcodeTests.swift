// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: codes are read with their places, and nothing else is taken for one.

import DocScanCore
import DocScanFixtures
import DocScanNative
import Testing

@Suite("Barcodes")
struct BarcodeTests {
  @Test(
    "Reads all common kinds of codes with their places",
    arguments: [
      (Barcode.Format.qrCode, "docscan:new?name=Invoice%202024"), (.code128, "ASN00123"), (.code39, "PATCHT"),
      (.itf, "12345678"), (.ean13, "4006381333931"), (.pdf417, "ASN00123"),
    ])
  func kinds(format: Barcode.Format, text: String) throws {
    let code = try Raster.barcode(format, text, width: 300, height: format == .pdf417 ? 150 : 300)
    let page = try PageDrawing().raster(dpi: 150).with(code, x: 400, y: 500)
    let found = try Barcodes.read(page)
    #expect(found.map(\.format) == [format] && found.map(\.text) == [text])
    for corner in found.first?.quad ?? [] {
      #expect(
        (395...Double(405 + code.width)).contains(corner.x) && (495...Double(505 + code.height)).contains(corner.y))
    }
  }

  @Test("Reads Data Matrix and Aztec codes in the middle of a page", arguments: [Barcode.Format.dataMatrix, .aztec])
  func centred(format: Barcode.Format) throws {
    let code = try Raster.barcode(format, "ASN00123", width: 300, height: 300)
    let paper = try PageDrawing().raster(dpi: 150)
    let page = try paper.with(code, x: (paper.width - code.width) / 2, y: (paper.height - code.height) / 2)
    #expect(try Barcodes.read(page).map(\.text) == ["ASN00123"])
  }

  @Test("Reads rotated codes, and returns their corners in the code's own orientation", arguments: [90, 180, 270])
  func turned(degrees: Int) throws {
    let sheet = try Raster.separatorSheet("ASN00123", .code128).turned(clockwiseDegrees: degrees).image
    #expect(try Barcodes.read(sheet).map(\.text) == ["ASN00123"])
    let square = try Raster.separatorSheet("ASN00123").turned(clockwiseDegrees: degrees).image
    let quad = try #require(try Barcodes.read(square).first?.quad)
    let across = Point(x: quad[1].x - quad[0].x, y: quad[1].y - quad[0].y)
    switch degrees {
    case 90: #expect(across.y > 100 && abs(across.x) < 10)
    case 180: #expect(across.x < -100 && abs(across.y) < 10)
    case _: #expect(across.y < -100 && abs(across.x) < 10)
    }
  }

  @Test("Reads a large linear code without crashing")
  func large() throws {
    let code = try Raster.barcode(.code128, "ASN00123", width: 1200, height: 400)
    let page = try PageDrawing().raster(dpi: 300).with(code, x: 500, y: 500)
    #expect(try Barcodes.read(page).map(\.text) == ["ASN00123"])
  }

  @Test("Finds no codes in letters, words of any script, or an empty page")
  func nothing() throws {
    #expect(try Barcodes.read(try PageDrawing().raster(dpi: 150)).isEmpty)
    for (name, page) in try Documents.all() {
      #expect(try Barcodes.read(try page.raster(dpi: 150)).isEmpty, "\(name)")
    }
  }

  @Test("Returns control characters in a code unchanged")
  func binary() throws {
    let page = try Raster.separatorSheet("a\u{1}\u{7F}\u{202E}b\nc")
    #expect(try Barcodes.read(page).map(\.text) == ["a\u{1}\u{7F}\u{202E}b\nc"])
  }
}
