// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: multipage TIFF files are read safely in any form.

import CLeptonica
import DocScanCore
import DocScanNative
import Foundation
import Testing

@Suite("TIFF files") struct TIFFTests {
  /// Returns a little-endian TIFF of raw gray pages with the given links.
  private func tiff(pages: [TestPicture], next: (Int) -> Int?, extra: [(tag: UInt16, value: UInt32)] = []) -> [UInt8] {
    func short(_ value: UInt16) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }
    func long(_ value: UInt32) -> [UInt8] { short(UInt16(value & 0xFFFF)) + short(UInt16(value >> 16)) }
    let directorySize = 2 + 12 * (9 + extra.count) + 4
    var starts: [Int] = []
    var position = 8
    for page in pages {
      starts.append(position)
      position += directorySize + page.pixels.count
    }
    var file = Array("II*\0".utf8) + long(8)
    for (index, page) in pages.enumerated() {
      let pixels = UInt32(starts[index] + directorySize)
      let tags: [(tag: UInt16, value: UInt32)] =
        [
          (256, UInt32(page.width)), (257, UInt32(page.height)), (258, 8), (259, 1), (262, 1), (273, pixels), (277, 1),
          (278, UInt32(page.height)), (279, UInt32(page.pixels.count)),
        ] + extra
      file += short(UInt16(tags.count))
      for (tag, value) in tags.sorted(by: { $0.tag < $1.tag }) { file += short(tag) + short(4) + long(1) + long(value) }
      file += long(UInt32(next(index).map { $0 < starts.count ? starts[$0] : $0 } ?? 0)) + page.pixels
    }
    return file
  }

  private let pages = (0..<3).map { page in
    TestPicture(30 + page, 20) { x, y -> [UInt8] in [UInt8(3 * x + y + 50 * page)] }
  }

  private func pageCount(_ bytes: [UInt8], pipeline: String = "{}") throws -> Int {
    try withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("file")
      try Data(bytes).write(to: file)
      return try DocumentFile(InputFile(path: file.path), limits: settings(pipeline).limits).pageCount
    }
  }

  @Test("Returns pages in order")
  func order() throws {
    let file = tiff(pages: pages) { $0 < 2 ? $0 + 1 : nil }
    #expect(try pageCount(file) == 3)
    for number in [3, 1, 2] { #expect(TestPicture(try load(file, page: number).raster) == pages[number - 1]) }
    #expect(throws: PageFailure.self) { try load(file, page: 4) }
    #expect(throws: PageFailure.self) { try load(file, page: 0) }
  }

  @Test("Ends at directories that form a loop", arguments: [0, 1, 2])
  func loop(target: Int) throws {
    let file = tiff(pages: pages) { $0 < 2 ? $0 + 1 : target }
    #expect(try pageCount(file) == 3)
    #expect(TestPicture(try load(file, page: 3).raster) == pages[2])
  }

  @Test("Fails the page after a damaged directory")
  func broken() throws {
    let file = tiff(pages: pages) { $0 < 2 ? $0 + 1 : 1_000_000 }
    #expect(try pageCount(file) == 4)
    #expect(try failure(file, page: 4)?.message.contains("page 4") == true)
  }

  @Test("Skips thumbnails")
  func thumbnails() throws {
    let file = tiff(pages: pages, next: { $0 < 2 ? $0 + 1 : nil }, extra: [(254, 1)])
    #expect(try pageCount(file) == 1)
  }

  @Test("Fails with a limit for too many pages")
  func tooMany() throws {
    let file = tiff(pages: pages) { $0 < 2 ? $0 + 1 : nil }
    #expect(try failure(file, pipeline: #"{"limits": {"pagesPerDocument": 2}}"#)?.kind == .limit)
  }

  @Test("Shows a page as its orientation says", arguments: [1, 3, 6, 8])
  func orientation(value: Int) throws {
    let file = tiff(pages: [pages[0]], next: { _ in nil }, extra: [(274, UInt32(value))])
    let turns = [1: 0, 3: 2, 6: 1, 8: 3]
    #expect(TestPicture(try load(file).raster) == pages[0].turned(turns[value] ?? 0))
  }

  @Test("Reads inverted gray levels")
  func inverted() throws {
    var file = tiff(pages: [pages[0]]) { _ in nil }
    file[8 + 2 + 12 * 4 + 8] = 0
    let picture = pages[0]
    let inverted = TestPicture(picture.width, picture.height) { x, y in [255 - picture[x, y][0]] }
    #expect(TestPicture(try load(file).raster) == inverted)
  }

  @Test(
    "Reads unusual forms of the sample set", .enabled(if: SampleData.isThere, "no sample data"),
    arguments: [
      "pillow-old-style-jpeg-compression.tif", "pillow-tiff_strip_planar_16bit_RGB.tiff", "pillow-16bit.cropped.tif",
      "galfar-1-lzw.tif",
    ])
  func samples(name: String) throws {
    let page = TestPicture(try load(path: SampleData.path("formats/\(name)")).raster)
    #expect(Set(page.pixels).count > 1)
  }

  @Test("Reads rotated fax pages of the sample set alike", .enabled(if: SampleData.isThere, "no sample data"))
  func turnedSamples() throws {
    let three = try load(path: SampleData.path("formats/pillow-g4_orientation_3.tif"))
    let six = try load(path: SampleData.path("formats/pillow-g4_orientation_6.tif"))
    // The two files were compressed from different renderings of the same words.
    #expect(TestPicture(three.raster).meanDifference(to: TestPicture(six.raster)) < 20)
  }
}
