// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: pictures of every format are loaded with their pixels, resolutions, and capture data.

import CLeptonica
import DocScanCore
import DocScanFixtures
import DocScanNative
import DocScanVision
import Foundation
import Testing

@Suite("Loading pictures of every format")
struct PictureLoadingTests {
  /// A format whose files can have a camera's data.
  enum Carrier: String, CaseIterable {
    case jpeg, png, webP, jpeg2000

    var number: Int {
      switch self {
      case .jpeg: Int(IFF_JFIF_JPEG)
      case .png: Int(IFF_PNG)
      case .webP: Int(IFF_WEBP)
      case .jpeg2000: Int(IFF_JP2)
      }
    }

    /// Returns a file of the format with a camera's data.
    func file(_ picture: TestPicture, _ block: CameraBlock) throws -> [UInt8] {
      let file = try picture.encoded(number)
      let data = block.structure()
      switch self {
      case .jpeg: return Array(try block.added(toJPEG: Data(file)))
      case .png:
        let chunk = Array("eXIf".utf8) + data
        let sum = chunk.reduce(UInt32.max) { PictureLoadingTests.step($0, $1) }
        return file[..<33] + PictureLoadingTests.number(data.count) + chunk + PictureLoadingTests.number(Int(~sum))
          + file[33...]
      case .webP:
        var webP = file + Array("EXIF".utf8) + PictureLoadingTests.number(data.count).reversed() + data
        if data.count % 2 == 1 { webP.append(0) }
        return webP[..<4] + PictureLoadingTests.number(webP.count - 8).reversed() + webP[8...]
      case .jpeg2000:
        return file + PictureLoadingTests.box("uuid", Array("JpgTiffExif->JP2".utf8) + data)
      }
    }
  }

  /// Returns the bytes of a number of 32 bits, the highest byte first.
  private static func number(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }

  private static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
    number(content.count + 8) + Array(name.utf8) + content
  }

  /// Returns PNG's checksum after one more byte (ISO 15948, Annex D).
  private static func step(_ sum: UInt32, _ byte: UInt8) -> UInt32 {
    (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ sum >> 1 : sum >> 1 }
  }

  /// Adds a box to the header of a JP2 file.
  private static func adding(_ box: [UInt8], toJP2 file: [UInt8]) throws -> [UInt8] {
    let name = try #require(file.firstRange(of: Array("jp2h".utf8)))
    let start = name.lowerBound - 4
    let length = file[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
    return file[..<start] + number(length + box.count) + file[name.lowerBound..<start + length] + box
      + file[(start + length)...]
  }

  @Test("Shows a picture upright", arguments: Carrier.allCases, [1, 2, 3, 4, 5, 6, 7, 8])
  func orientation(carrier: Carrier, orientation: Int) throws {
    var block = CameraBlock()
    block.add(0x0112, short: UInt16(orientation))
    let picture = TestPicture(480, 320) { x, y in [x < 240 && y < 160 ? 0 : 255] }
    let page = try load(carrier.file(picture, block))
    #expect(page.raster.width == (orientation >= 5 ? 320 : 480))
    let corners = [1: (0, 0), 2: (1, 0), 3: (1, 1), 4: (0, 1), 5: (0, 0), 6: (1, 0), 7: (1, 1), 8: (0, 1)]
    let (right, bottom) = try #require(corners[orientation])
    let shown = TestPicture(page.raster)
    for (x, y) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
      let pixel = shown[x == 0 ? 5 : shown.width - 6, y == 0 ? 5 : shown.height - 6][0]
      #expect((pixel < 128) == (x == right && y == bottom))
    }
  }

  @Test(
    "Takes the resolution from the camera's data if the file has no other", arguments: [Carrier.png, .webP, .jpeg2000])
  func cameraResolution(carrier: Carrier) throws {
    var block = CameraBlock()
    block.add(0x0112, short: 6)
    block.add(0x011A, [(200, 1)])
    block.add(0x011B, [(100, 1)])
    let page = try load(carrier.file(TestPicture.gray(480, 320), block))
    #expect(page.size == RasterSize(width: 640, height: 480, dpi: 200))
  }

  @Test("Believes a resolution that makes a page of up to 200 inches", arguments: [IFF_PNG, IFF_TIFF_G4, IFF_BMP])
  func longPages(format: Int) throws {
    let file = try TestPicture(50, 20_000) { x, y in [x == y % 50 ? 0 : 255] }
      .encoded(Int(format), depth: format == IFF_TIFF_G4 ? 1 : nil, dpi: (300, 300))
    #expect(abs(try load(file).pageSize.height - 4800) < 1)
  }

  @Test("Lays a transparent JPEG 2000 picture on white")
  func alpha() throws {
    // Black everywhere; only the opacity shows something.
    let picture = TestPicture(60, 40, channels: 4) { x, _ in [0, 0, 0, x < 20 ? 0 : x < 40 ? 128 : 255] }
    // Red, green, blue, and the opacity of all.
    let channels: [[UInt8]] = [[0, 0, 0, 0, 0, 1], [0, 1, 0, 0, 0, 2], [0, 2, 0, 0, 0, 3], [0, 3, 0, 1, 0, 0]]
    let entries: [UInt8] = [0, 4] + channels.joined()
    let file = try Self.adding(Self.box("cdef", entries), toJP2: picture.encoded(Int(IFF_JP2)))
    let page = TestPicture(try load(file).raster)
    #expect(page[5, 20].allSatisfy { $0 > 243 })
    #expect(page[30, 20].allSatisfy { (115...139).contains($0) })
    #expect(page[50, 20].allSatisfy { $0 < 12 })
  }

  @Test("Shows white as white in TIFF files of every depth", arguments: [1, 2, 4, 8, 16], [0, 1])
  func photometric(bits: Int, photometric: Int) throws {
    // Left half 0, right half the highest value.
    let (width, height) = (64, 8)
    let row = (0..<width * bits / 8).map { $0 < width * bits / 16 ? UInt8(0) : 255 }
    let pixels = (0..<height).flatMap { _ in row }
    let tags = [
      (256, width), (257, height), (258, bits), (259, 1), (262, photometric), (273, 122), (277, 1), (278, height),
      (279, pixels.count),
    ]
    var file: [UInt8] = Array("MM\0*".utf8) + Self.number(8) + [0, 9]
    for (tag, value) in tags { file += [UInt8(tag >> 8), UInt8(tag & 255), 0, 4, 0, 0, 0, 1] + Self.number(value) }
    file += Self.number(0) + pixels
    let page = TestPicture(try load(file).raster)
    #expect(page[5, 4] == [photometric == 0 ? 255 : 0] && page[60, 4] == [photometric == 0 ? 0 : 255])
  }
}
