// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: pictures have the right place and rotation, and a missing one is an error.

import DocScanCore
import DocScanFiles
import DocScanFixtures
import DocScanWire
import DocScanWriters
import FoundationEssentials
import Testing

@Suite("Pictures in a PDF")
struct PDFPictureTests {
  /// The tones of a page's four areas, row by row, by the orientation of the picture 0 85 / 170 255.
  static let shown: [Int: [UInt8]] = [
    1: [0, 85, 170, 255], 2: [85, 0, 255, 170], 3: [255, 170, 85, 0], 4: [170, 255, 0, 85], 5: [0, 170, 85, 255],
    6: [170, 0, 255, 85], 7: [255, 85, 170, 0], 8: [85, 255, 0, 170],
  ]

  @Test("Fills the page with the picture, rotated as the camera was", arguments: 1...8)
  func orientation(_ orientation: Int) throws {
    // Rows without a predictor in a stored zlib stream: two areas of 50 by 50 pixels above two others.
    let rows = (0..<100).flatMap { row -> [UInt8] in
      [0] + (0..<100).map { column in (row < 50 ? 0 : 170) + (column < 50 ? 0 : 85) }
    }
    let image = try draw(
      rows,
      PagePicture(
        untrustedFileName: "picture", encoding: .flate, colorSpace: .gray, bitsPerComponent: 8, width: 100, height: 100,
        orientation: orientation))
    // Quarters of a page of 200 by 300 pixels.
    let corners = [(50, 75), (150, 75), (50, 225), (150, 225)].map { image[$0.1 * 200 + $0.0] }
    #expect(corners == Self.shown[orientation])
  }

  @Test("Fails on a missing or truncated picture instead of writing a broken PDF")
  func missingPicture() throws {
    let picture = PagePicture(
      untrustedFileName: "gone", encoding: .jpeg, colorSpace: .rgb, bitsPerComponent: 8, width: 10, height: 10)
    var result = SamplePage([]).result
    result.picture = picture
    #expect(throws: OutputError.self) {
      try WrittenPDF([WriterPage(result: result, picturePath: "/nonexistent/gone")])
    }
    #expect(throws: OutputError.self) { try WrittenPDF([WriterPage(result: result, picturePath: "/dev/zero")]) }
  }

  @Test("Replaces the original by a page with a picture")
  func graftSource() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Data([1, 2, 3]), to: "picture")
    var result = SamplePage([]).result
    result.picture = PagePicture(
      untrustedFileName: "picture", encoding: .jpeg2000, colorSpace: .rgb, bitsPerComponent: 8, width: 1, height: 1)
    let pdf = try WrittenPDF([WriterPage(result: result, picturePath: path)])
    #expect(pdf.writer.graftPages.map(\.source) == [.replacement])
    #expect(try pdf.folder.data("sample.pdf").firstRange(of: Data([0x0A, 1, 2, 3, 0x0A])) != nil)
  }

  /// Returns the page as poppler draws it at 36 pixels per inch, in gray.
  private func draw(_ rows: [UInt8], _ picture: PagePicture) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    let path = try folder.write(Data(Self.zlibStored(rows)), to: "picture")
    var result = SamplePage([]).result
    result.picture = picture
    let pdf = try WrittenPDF([WriterPage(result: result, picturePath: path)])
    try Command("qpdf", ["--check", pdf.path]).check()
    try Command("pdftoppm", ["-gray", "-r", "36", "-singlefile", pdf.path, folder / "page"]).check()
    return Array(try folder.data("page.pgm").suffix(200 * 300))
  }

  /// Returns a zlib stream with one uncompressed block (RFC 1951, 3.2.4).
  private static func zlibStored(_ bytes: [UInt8]) -> [UInt8] {
    let count = UInt16(bytes.count)
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      a = (a + UInt32(byte)) % 65_521
      b = (b + a) % 65_521
    }
    let lengths = [count, ~count].flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    return [0x78, 0x01, 1] + lengths + bytes + [UInt8(b >> 8), UInt8(b & 255), UInt8(a >> 8), UInt8(a & 255)]
  }
}
