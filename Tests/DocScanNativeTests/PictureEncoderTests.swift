// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: pictures are embedded without loss when possible, and compactly otherwise.

import CLeptonica
import DocScanCore
import DocScanNative
import Foundation
import Testing

@Suite("Encoding pictures") struct PictureEncoderTests {
  /// Encodes a file's picture, embeds it in a PDF, and loads that.
  private func roundTrip(
    _ page: LoadedPage, passThrough: Bool = false, bitonal: Bool = false
  ) throws -> (picture: PagePicture, shown: TestPicture, byteCount: Int) {
    try withTemporaryFolder { folder in
      let picture: PagePicture
      if passThrough {
        let original = try #require(page.passThrough)
        picture = try PictureEncoder.passThrough(original, to: folder.path, name: "1.picture")
      } else {
        picture = try PictureEncoder.encode(
          page.raster, bitonal: bitonal, dpi: page.dpi, to: folder.path, name: "1.picture")
      }
      #expect(picture.untrustedFileName == "1.picture")
      let bytes = try [UInt8](Data(contentsOf: folder.appendingPathComponent("1.picture")))
      var pdf = TestPDF()
      let image = pdf.addImage(picture, bytes: bytes)
      let (width, height) = (Double(picture.width) / 2, Double(picture.height) / 2)
      pdf.addPage(width, height, content: "q \(width) 0 0 \(height) 0 0 cm /I1 Do Q", images: [image])
      return (picture, TestPicture(try load(pdf.bytes).raster), bytes.count)
    }
  }

  @Test("Encodes black and white as CCITT Group 4 without loss")
  func bitonal() throws {
    let picture = TestPicture.bitonal(425, 550)
    let result = try roundTrip(try load(picture.encoded(Int(IFF_TIFF_G4), depth: 1)))
    #expect(result.picture.encoding == .ccittGroup4 && result.picture.bitsPerComponent == 1)
    #expect(result.shown == picture)
  }

  @Test("Encodes a page that was black and white as such again")
  func bitonalAgain() throws {
    let result = try roundTrip(try load(TestPicture.gray(425, 550).encoded(Int(IFF_PNG))), bitonal: true)
    #expect(result.picture.encoding == .ccittGroup4)
    #expect(result.shown[200, 200][0] == 0 || result.shown[200, 200][0] == 255)
  }

  @Test("Encodes gray and color as JPEG")
  func photographs() throws {
    let smooth = TestPicture(425, 550) { x, y in [UInt8((x + y) / 4)] }
    let gray = try roundTrip(try load(smooth.encoded(Int(IFF_PNG))))
    #expect(gray.picture.encoding == .jpeg && gray.picture.colorSpace == .gray)
    #expect(gray.shown.largestDifference(to: smooth) < 12)
    #expect(gray.byteCount < 20_000)
    let colour = try roundTrip(try load(TestPicture.rgb(425, 550).encoded(Int(IFF_PNG))))
    #expect(colour.picture.encoding == .jpeg && colour.picture.colorSpace == .rgb)
    #expect(colour.shown[350, 450].elementsEqual(TestPicture.rgb(425, 550)[350, 450]) { abs(Int($0) - Int($1)) < 12 })
  }

  @Test("Encodes few colors as Flate without loss")
  func drawings() throws {
    let flag = TestPicture(425, 550, channels: 3) { x, y in
      x < 100 ? [200, 0, 0] : y < 250 ? [255, 255, 255] : [0, 0, 90]
    }
    let result = try roundTrip(try load(flag.encoded(Int(IFF_PNG))))
    #expect(result.picture.encoding == .flate && result.picture.colorSpace == .rgb)
    #expect(result.shown == flag)
    let steps = TestPicture(425, 550) { x, _ in [UInt8(x / 25 * 10)] }
    #expect(try roundTrip(try load(steps.encoded(Int(IFF_PNG)))).shown == steps)
  }

  @Test("Passes a JPEG through byte by byte")
  func jpeg() throws {
    let file = try TestPicture.rgb(425, 550).encoded(Int(IFF_JFIF_JPEG))
    let page = try load(file)
    let result = try roundTrip(page, passThrough: true)
    #expect(result.picture.encoding == .jpeg && result.picture.orientation == 1 && result.byteCount == file.count)
    #expect(result.shown.largestDifference(to: TestPicture(page.raster)) < 4)
  }

  @Test("Encodes a JPEG again that has other data after its last row")
  func jpegWithRest() throws {
    var file = try TestPicture.rgb(425, 550).encoded(Int(IFF_JFIF_JPEG))
    file.insert(contentsOf: [UInt8](repeating: 0x28, count: 2000), at: file.count - 2)
    let page = try load(file)
    #expect(page.passThrough == nil)
    #expect(try roundTrip(page).shown.largestDifference(to: TestPicture(page.raster)) < 40)
  }

  @Test("Passes a PNG's compressed pixels through", arguments: [nil, 1, 4])
  func png(depth: Int?) throws {
    let picture = TestPicture(425, 550) { x, y in [(x / 40 + y / 30) % 2 == 0 ? 255 : 0] }
    let page = try load(picture.encoded(Int(IFF_PNG), depth: depth))
    guard page.passThrough != nil else {
      // Leptonica writes a palette for some of them.
      return
    }
    let result = try roundTrip(page, passThrough: true)
    #expect(result.picture.encoding == .flate)
    #expect(result.shown == picture)
  }

  @Test(
    "Encodes formats again that PDF readers don't show correctly",
    arguments: [IFF_WEBP, IFF_TIFF_LZW, IFF_BMP, IFF_PNM])
  func others(format: Int) throws {
    #expect(try load(TestPicture.rgb().encoded(Int(format))).passThrough == nil)
  }

  @Test(
    "Passes CMYK photos and JPEG 2000 of the sample set through",
    .enabled(if: SampleData.isThere, "no sample data"),
    arguments: [
      ("ocrmypdf-baiona_cmyk.jpg", PagePicture.ColorSpace.invertedCMYK), ("pillow-pil_sample_cmyk.jpg", .invertedCMYK),
      ("pillow-test-card-lossless.jp2", .rgb),
    ])
  func samples(name: String, space: PagePicture.ColorSpace) throws {
    let page = try load(path: SampleData.path("formats/\(name)"))
    let result = try roundTrip(page, passThrough: true)
    #expect(result.picture.colorSpace == space)
    let (shown, loaded) = (result.shown, TestPicture(page.raster))
    let places = stride(from: 5, to: loaded.width, by: 20).flatMap { x in
      stride(from: 5, to: loaded.height, by: 20).map { (x, $0) }
    }
    let near = places.count { x, y in shown[x, y].elementsEqual(loaded[x, y]) { abs(Int($0) - Int($1)) < 48 } }
    #expect(shown.width == loaded.width && near > places.count * 9 / 10)
  }

  @Test("Fails if the folder doesn't exist")
  func noFolder() throws {
    let page = try load(TestPicture.gray().encoded(Int(IFF_PNG)))
    #expect(throws: PageFailure.self) {
      try PictureEncoder.encode(page.raster, dpi: 300, to: "/nowhere", name: "1.picture")
    }
  }

  @Test("Reports the version of every library")
  func versions() {
    for name in ["poppler", "cairo", "Leptonica", "libheif", "libtiff", "libjpeg", "zxing-cpp"] {
      #expect(NativeVersions.all[name]?.first?.isNumber == true)
    }
  }
}
