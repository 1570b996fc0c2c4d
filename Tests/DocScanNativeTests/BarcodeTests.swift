// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: codes are read with their places, and nothing else is taken for one.

import DocScanCore
import DocScanFixtures
import DocScanNative
import DocScanVision
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

  @Test("Reads the same linear code at two places of a page", arguments: [Barcode.Format.code128, .ean13])
  func twice(format: Barcode.Format) throws {
    let text = format == .ean13 ? "4006381333931" : "PATCHT"
    let code = try Raster.barcode(format, text, width: 400, height: 150)
    let page = try PageDrawing().raster(dpi: 200).with(code, x: 150, y: 200).with(code, x: 900, y: 200)
      .with(code, x: 500, y: 1900)
    #expect(try Barcodes.read(page).map(\.text) == [text, text, text])
  }

  @Test("Reads a linear code next to the same code turned by 90 degrees")
  func besideTurned() throws {
    let code = try Raster.barcode(.code128, "PATCHT", width: 400, height: 150)
    let turned = try code.turned(clockwiseDegrees: 90).image
    let found = try Barcodes.read(
      try PageDrawing().raster(dpi: 200).with(code, x: 200, y: 300).with(turned, x: 900, y: 900))
    #expect(found.map(\.text) == ["PATCHT", "PATCHT"])
    #expect(found.count == 2 && found[0].quad[1].x > found[0].quad[0].x + 300)
    #expect(found.count == 2 && found[1].quad[1].y > found[1].quad[0].y + 300)
  }

  @Test(
    "Reads linear codes with bars of less than two pixels, also on a turned page",
    arguments: [1.4, 1.5, 1.7], [Barcode.Format.code128, .code39, .itf])
  func fine(bar: Double, format: Barcode.Format) throws {
    let (text, count) = (format == .itf ? "12345678" : "ASN00123", 10)
    let code = try Raster.barcode(format, text, width: 1, height: 1)
    // Each pixel is the mean of the bars that it covers.
    let width = Int(Double(code.width) * bar)
    let fine = try unsafe Raster(width: width, height: 40, channels: .gray) { target in
      unsafe code.withUnsafePixels { pixels in
        for column in 0..<width {
          let sum = (0..<count).reduce(0) { sum, part in
            let place = Int((Double(column) + (Double(part) + 0.5) / Double(count)) / bar)
            return unsafe sum + Int(pixels[min(place, code.width - 1)])
          }
          for row in 0..<40 { unsafe target[row * width + column] = UInt8(sum / count) }
        }
      }
    }
    let page = try PageDrawing().raster(dpi: 100).with(fine, x: 200, y: 300)
    for degrees in [0, 90] {
      #expect(try Barcodes.read(page.turned(clockwiseDegrees: degrees).image).map(\.text) == [text])
    }
  }

  @Test("Reads QR codes under specks", arguments: [0, 1])
  func specks(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let sheet = try Raster.separatorSheet("ADAR-NEXTDOC", dpi: 200).grayed()
    let specked = try unsafe Raster(width: sheet.width, height: sheet.height, channels: .gray) { target in
      unsafe sheet.withUnsafePixels { pixels in
        for index in target.indices {
          let isSpeck = UInt32.random(in: 0..<20, using: &generator) == 0
          unsafe target[index] = isSpeck ? ~pixels[index] : pixels[index]
        }
      }
    }
    #expect(try Barcodes.read(specked).map(\.text) == ["ADAR-NEXTDOC"])
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
