// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: every picture format is loaded with the right colors and resolution.

import CLeptonica
import DocScanCore
import DocScanNative
import DocScanVision
import Testing

@Suite("Picture formats") struct PictureFormatTests {
  /// A format that Leptonica writes, and the tolerance for its pixels.
  struct Format: CustomTestStringConvertible, Sendable {
    var name: String
    var number: Int
    var tolerance = 0.0

    var testDescription: String { name }
  }

  static let formats = [
    Format(name: "PNG", number: Int(IFF_PNG)),
    Format(name: "TIFF", number: Int(IFF_TIFF)),
    Format(name: "TIFF LZW", number: Int(IFF_TIFF_LZW)),
    Format(name: "TIFF ZIP", number: Int(IFF_TIFF_ZIP)),
    Format(name: "TIFF PackBits", number: Int(IFF_TIFF_PACKBITS)),
    Format(name: "BMP", number: Int(IFF_BMP)),
    Format(name: "PNM", number: Int(IFF_PNM)),
    Format(name: "JPEG", number: Int(IFF_JFIF_JPEG), tolerance: 4),
    Format(name: "WebP", number: Int(IFF_WEBP), tolerance: 4),
    Format(name: "JPEG 2000", number: Int(IFF_JP2), tolerance: 8),
  ]

  @Test("Loads color pictures", arguments: formats)
  func colour(_ format: Format) throws {
    let picture = TestPicture.rgb()
    let page = try load(picture.encoded(format.number))
    #expect(page.raster.channels == .rgb)
    #expect(TestPicture(page.raster).meanDifference(to: picture) <= format.tolerance)
  }

  @Test("Loads gray pictures", arguments: formats)
  func gray(_ format: Format) throws {
    let smooth = TestPicture(200, 150) { x, y in [UInt8((x + y) / 2)] }
    let page = try load(smooth.encoded(format.number))
    #expect(page.raster.channels == .gray)
    #expect(!page.raster.isBitonal)
    #expect(TestPicture(page.raster).meanDifference(to: smooth) <= format.tolerance)
  }

  @Test(
    "Loads black and white pictures without loss",
    arguments: [IFF_PNG, IFF_TIFF_G4, IFF_TIFF_G3, IFF_TIFF_RLE, IFF_TIFF_LZW, IFF_PNM, IFF_BMP, IFF_GIF])
  func bitonal(format: Int) throws {
    let picture = TestPicture.bitonal()
    let page = try load(picture.encoded(Int(format), depth: 1))
    #expect(page.raster.isBitonal)
    #expect(TestPicture(page.raster) == picture)
  }

  @Test(
    "Loads pictures with few or many bits per channel",
    arguments: [(IFF_PNG, 4), (IFF_PNG, 16), (IFF_TIFF, 16), (IFF_TIFF, 4)])
  func depths(format: Int, depth: Int) throws {
    let steps = TestPicture(64, 64) { x, y in [UInt8((x / 4 + y / 4) % 16 * 17)] }
    #expect(TestPicture(try load(steps.encoded(Int(format), depth: depth)).raster) == steps)
  }

  @Test("Loads pictures with palettes", arguments: [IFF_PNG, IFF_GIF, IFF_TIFF_LZW, IFF_BMP])
  func palette(format: Int) throws {
    let flags = TestPicture(90, 60, channels: 3) { x, _ in
      x < 30 ? [200, 0, 0] : x < 60 ? [255, 255, 255] : [0, 0, 200]
    }
    let page = TestPicture(try load(flags.encoded(Int(format), depth: 2)).raster)
    #expect(page.channels == 3)
    for x in [10, 40, 80] { #expect(zip(page[x, 30], flags[x, 30]).allSatisfy { abs(Int($0) - Int($1)) < 20 }) }
  }

  @Test("Shows transparent pixels as white", arguments: [IFF_PNG, IFF_TIFF_LZW, IFF_WEBP])
  func alpha(format: Int) throws {
    let picture = TestPicture(60, 40, channels: 4) { x, _ in
      x < 20 ? [0, 0, 0, 0] : x < 40 ? [200, 0, 0, 128] : [0, 0, 200, 255]
    }
    let page = TestPicture(try load(picture.encoded(Int(format))).raster)
    #expect(page[5, 20] == [255, 255, 255])
    #expect(zip(page[50, 20], [0, 0, 200]).allSatisfy { abs(Int($0) - $1) < 12 })
    #expect(zip(page[30, 20], [227, 127, 127]).allSatisfy { abs(Int($0) - $1) < 12 })
  }

  @Test("Takes the resolution from the file", arguments: [IFF_PNG, IFF_TIFF_LZW, IFF_JFIF_JPEG])
  func resolution(format: Int) throws {
    let page = try load(TestPicture.gray(600, 400).encoded(Int(format), dpi: (200, 200)))
    #expect(abs(page.dpi - 200) < 0.1)
    #expect(abs(page.pageSize.width - 216) < 0.2 && abs(page.pageSize.height - 144) < 0.2)
  }

  @Test("Stretches oblong pixels to the finer axis")
  func oblong() throws {
    let page = try load(TestPicture.bitonal(600, 300).encoded(Int(IFF_TIFF_G4), depth: 1, dpi: (200, 100)))
    #expect(page.size == RasterSize(width: 600, height: 600, dpi: 200))
    #expect(page.raster.isBitonal)
    #expect(page.pageSize == PageSize(width: 216, height: 216))
  }

  @Test("Ignores a trace of color, but keeps a colored stamp")
  func falseColour() throws {
    let noise = TestPicture(400, 300, channels: 3) { x, y in
      let level = UInt8((x + y) % 200 + 20)
      return [level &+ 8, level, level &- 8]
    }
    #expect(try load(noise.encoded(Int(IFF_PNG))).raster.channels == .gray)
    let stamp = TestPicture(400, 300, channels: 3) { x, y in
      x < 10 && y < 10 ? [200, 0, 0] : [UInt8((x + y) % 200), UInt8((x + y) % 200), UInt8((x + y) % 200)]
    }
    #expect(try load(stamp.encoded(Int(IFF_PNG))).raster.channels == .rgb)
  }

  @Test("Loads the first frame of an animated GIF")
  func animation() throws {
    let picture = TestPicture.bitonal(40, 30)
    var file = try picture.encoded(Int(IFF_GIF), depth: 1)
    // A second frame that claims 65535 × 65535 pixels.
    file.removeLast()
    file += [0x2C, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0, 2, 1, 0, 0, 0x3B]
    #expect(TestPicture(try load(file).raster) == picture)
  }
}
