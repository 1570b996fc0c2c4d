// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: photos are loaded upright with the right resolution.

import CLeptonica
import DocScanCore
import DocScanNative
import DocScanVision
import Testing

@Suite("Orientation of photos") struct OrientationTests {
  /// Inserts EXIF data with orientation and resolution into a JPEG file.
  private func tagged(_ jpeg: [UInt8], orientation: Int, dpi: (x: UInt8, y: UInt8)? = nil) -> [UInt8] {
    func entry(_ tag: UInt8, _ high: UInt8, type: UInt8, _ value: [UInt8]) -> [UInt8] {
      [tag, high, type, 0, 1, 0, 0, 0] + value
    }
    var entries = [entry(0x12, 1, type: 3, [UInt8(orientation), 0, 0, 0])]
    var values: [UInt8] = []
    if let dpi {
      let start = UInt8(8 + 2 + 4 * 12 + 4)
      entries.append(entry(0x1A, 1, type: 5, [start, 0, 0, 0]))
      entries.append(entry(0x1B, 1, type: 5, [start + 8, 0, 0, 0]))
      entries.append(entry(0x28, 1, type: 3, [2, 0, 0, 0]))
      values = [dpi.x, 0, 0, 0, 1, 0, 0, 0, dpi.y, 0, 0, 0, 1, 0, 0, 0]
    }
    var segment = Array("Exif\0\0II*\0".utf8)
    segment += [8, 0, 0, 0, UInt8(entries.count), 0]
    segment += entries.joined()
    segment += [0, 0, 0, 0]
    segment += values
    return [0xFF, 0xD8, 0xFF, 0xE1, 0, UInt8(segment.count + 2)] + segment + jpeg[2...]
  }

  @Test("Shows a photo upright for every EXIF orientation", arguments: 1...8)
  func photo(orientation: Int) throws {
    // The position of the corner that is black in the file.
    let corners = [1: (0, 0), 2: (1, 0), 3: (1, 1), 4: (0, 1), 5: (0, 0), 6: (1, 0), 7: (1, 1), 8: (0, 1)]
    let (right, bottom) = try #require(corners[orientation])
    let picture = TestPicture(120, 80) { x, y in [x < 60 && y < 40 ? 0 : 255] }
    let page = try load(tagged(picture.encoded(Int(IFF_JFIF_JPEG)), orientation: orientation))
    #expect(page.raster.width == (orientation >= 5 ? 80 : 120))
    let shown = TestPicture(page.raster)
    for (x, y) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
      let pixel = shown[x == 0 ? 5 : shown.width - 6, y == 0 ? 5 : shown.height - 6][0]
      #expect((pixel < 128) == (x == right && y == bottom))
    }
    #expect(page.passThrough != nil)
  }

  @Test("Mirrors along the right axis")
  func transposed() throws {
    // Wide bars: mirroring along the other axis would swap them.
    let picture = TestPicture(120, 80) { x, y in [y < 20 || x < 10 ? 0 : 255] }
    let shown = TestPicture(try load(tagged(picture.encoded(Int(IFF_JFIF_JPEG)), orientation: 5)).raster)
    #expect(shown[40, 100][0] > 200 && shown[10, 100][0] < 50 && shown[40, 5][0] < 50)
  }

  @Test("Rotates an EXIF resolution with the photo")
  func resolution() throws {
    var jpeg = try TestPicture.gray(480, 320).encoded(Int(IFF_JFIF_JPEG))
    // Leptonica's JFIF header is removed, because cameras don't write one.
    jpeg.removeSubrange(2..<20)
    let page = try load(tagged(jpeg, orientation: 6, dpi: (100, 200)))
    #expect(page.size == RasterSize(width: 640, height: 960, dpi: 200) || page.raster.width == 320)
    #expect(abs(page.pageSize.width - 320 * 72 / 200) < 0.01 && abs(page.pageSize.height - 480 * 72 / 100) < 0.01)
  }

  @Test(
    "Shows photos of the sample set alike in every orientation", .enabled(if: SampleData.isThere, "no sample data"),
    arguments: [0, 2, 3, 5, 6, 8])
  func samples(orientation: Int) throws {
    let upright = TestPicture(try load(path: SampleData.path("orientation-exif/exif-Portrait_1.jpg")).raster)
    let path = SampleData.path("orientation-exif/exif-Portrait_\(orientation).jpg")
    let turned = TestPicture(try load(path: path).raster)
    #expect(turned.width == upright.width && turned.height == upright.height)
    // The photos differ in a number in the middle, and in JPEG noise.
    let places = stride(from: 40, to: 1160, by: 40).flatMap { x in [100, 250, 1600, 1700].map { (x, $0) } }
    let near = places.count { x, y in zip(turned[x, y], upright[x, y]).allSatisfy { abs(Int($0) - Int($1)) < 24 } }
    #expect(near > places.count * 9 / 10)
  }
}
