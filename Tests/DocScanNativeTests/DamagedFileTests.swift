// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: a damaged file fails with a reason before it costs memory.

import CLeptonica
import DocScanCore
import DocScanNative
import Foundation
import Testing

@Suite("Damaged files") struct DamagedFileTests {
  @Test(
    "Fails a truncated picture instead of returning stale pixels",
    arguments: [IFF_JFIF_JPEG, IFF_PNG, IFF_TIFF_LZW, IFF_TIFF_G4, IFF_JP2, IFF_WEBP, IFF_GIF, IFF_BMP],
    [0.2, 0.5, 0.9])
  func truncated(format: Int, share: Double) throws {
    let picture = TestPicture.bitonal(400, 300)
    let file = try picture.encoded(Int(format), depth: format == IFF_TIFF_G4 || format == IFF_GIF ? 1 : nil)
    let failure = try failure(Array(file[..<Int(Double(file.count) * share)]))
    #expect(failure?.kind == .unreadable)
  }

  @Test("Reads a JPEG without its end marker, but doesn't pass it through")
  func missingEnd() throws {
    let file = try TestPicture.gray().encoded(Int(IFF_JFIF_JPEG))
    let page = try load(Array(file.dropLast(2)))
    #expect(page.passThrough == nil)
    #expect(TestPicture(page.raster) == TestPicture(try load(file).raster))
  }

  @Test("Doesn't pass through a JPEG that other programs can't read to its end")
  func strangeEnd() throws {
    let file = try TestPicture.gray().encoded(Int(IFF_JFIF_JPEG))
    #expect(try load(file).passThrough != nil)
    // A frame of a process that libjpeg doesn't support, after the last row.
    let page = try load(file.dropLast(2) + [0xFF, 0xCB, 0, 11, 8, 0, 1, 0, 1, 1, 1, 0x11, 0] + file.suffix(2))
    #expect(page.passThrough == nil)
    #expect(TestPicture(page.raster) == TestPicture(try load(file).raster))
  }

  @Test("Fails a truncated JPEG with a false end marker")
  func falseEnd() throws {
    let file = try TestPicture.gray(400, 300).encoded(Int(IFF_JFIF_JPEG))
    #expect(try failure(file[..<(file.count / 2)] + [0xFF, 0xD9])?.kind == .unreadable)
  }

  @Test("Names the supported formats for an unknown file")
  func unknown() throws {
    #expect(try failure([])?.message.contains("empty") == true)
    #expect(try failure(Array("Hello, world, this is text.".utf8))?.message.contains("TIFF") == true)
    #expect(try failure([0xFF, 0xD8, 0xFF, 0xE0, 0, 4])?.kind == .unreadable)
  }

  @Test("Rejects a folder or a missing file")
  func noFile() throws {
    let limits = try settings().limits
    #expect(throws: PageFailure.self) { try DocumentFile(InputFile(path: "/tmp"), limits: limits) }
    #expect(throws: PageFailure.self) { try DocumentFile(InputFile(path: "/nowhere/file.pdf"), limits: limits) }
  }

  @Test("Rejects a picture that claims too many pixels before decoding it")
  func bombs() throws {
    var png = try TestPicture.gray().encoded(Int(IFF_PNG))
    png.replaceSubrange(16..<24, with: [0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60])
    var bmp = try TestPicture.gray().encoded(Int(IFF_BMP))
    bmp.replaceSubrange(18..<26, with: [0x60, 0xEA, 0, 0, 0x60, 0xEA, 0, 0])
    let pnm = Array("P5\n60000 60000\n255\n".utf8) + [UInt8](repeating: 0, count: 100)
    for file in [bmp, pnm] { #expect(try failure(file)?.kind == .limit) }
    // The header's checksum may be checked first.
    #expect([.limit, .unreadable].contains(try failure(png)?.kind))
    for format in [IFF_PNG, IFF_JFIF_JPEG, IFF_TIFF_LZW, IFF_WEBP, IFF_JP2, IFF_GIF] {
      let file = try TestPicture.bitonal(1200, 1000).encoded(Int(format), depth: format == IFF_GIF ? 1 : nil)
      #expect(try failure(file, pipeline: #"{"limits": {"megapixelsPerPage": 1}}"#)?.kind == .limit)
    }
  }

  @Test(
    "Loads every file of the sample set, or fails with a reason", .enabled(if: SampleData.isThere, "no sample data"))
  func samples() throws {
    // Loading these files crashes the process or never ends; another test covers the lost worker.
    let deadly = ["pdfjs-bomb_giant.pdf", "ocrmypdf-enormous.pdf"]
    for folder in ["formats", "hostile"] {
      let names = try FileManager.default.contentsOfDirectory(atPath: SampleData.path(folder))
      for name in names.sorted()
      where !deadly.contains(name) && !["json", "txt"].contains(name.split(separator: ".").last) {
        do {
          _ = try load(path: SampleData.path("\(folder)/\(name)"), pipeline: #"{"pages": {"dpi": 72}}"#)
        } catch let failure as PageFailure {
          #expect(failure.message.contains(name) && failure.kind == .unreadable)
          #expect(folder == "hostile")
        }
      }
    }
  }
}
