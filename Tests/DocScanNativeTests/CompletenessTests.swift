// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: an incomplete file is never processed as a whole one.

import DocScanCore
import DocScanFixtures
import DocScanVision
import FoundationEssentials
import Testing

@testable import DocScanNative

@Suite("Completeness of files")
struct CompletenessTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Returns whether a file with these bytes counts as complete.
  private func isWhole(_ bytes: Data) throws -> Bool {
    let file = try InputFile(path: folder.write(bytes, to: "file"))
    return try file.decoderType() != nil && file.isComplete
  }

  @Test("Accepts a whole picture, and rejects every beginning of it", arguments: PictureFormat.allCases)
  func pictures(format: PictureFormat) throws {
    let path = folder / "picture"
    try Documents.minutes().raster(dpi: 50).write(to: path, as: format)
    let bytes = try folder.data("picture")
    #expect(try isWhole(bytes))
    for part in [0.1, 0.25, 0.5, 0.75, 0.9, 0.99] {
      let isPartWhole = try isWhole(bytes.prefix(Int(Double(bytes.count) * part)))
      #expect(!isPartWhole, "\(part)")
    }
  }

  @Test("Rejects a TIFF until its last page is complete")
  func pages() throws {
    try Raster.writeTIFF(try (0..<3).map { _ in try Documents.minutes().raster(dpi: 40) }, to: folder / "pages")
    let bytes = try folder.data("pages")
    #expect(try isWhole(bytes))
    for count in stride(from: 100, to: bytes.count, by: bytes.count / 50) { #expect(try !isWhole(bytes.prefix(count))) }
  }

  @Test("Requires a PDF's trailer, and a linearized PDF's whole length")
  func pdfs() throws {
    try PageDrawing.writePDF([try Documents.minutes()], to: folder / "plain.pdf")
    let bytes = try folder.data("plain.pdf")
    #expect(try isWhole(bytes))
    #expect(try isWhole(bytes + Data("\r\n\0\0".utf8)))
    #expect(try !isWhole(bytes.dropLast(8)))
    try Command("qpdf", ["--linearize", "--object-streams=disable", folder / "plain.pdf", folder / "fast.pdf"]).check()
    let fast = try folder.data("fast.pdf")
    #expect(try isWhole(fast))
    let marks = fast.indices.filter { fast[$0...].starts(with: Data("%%EOF".utf8)) }
    #expect(marks.count == 2)
    #expect(try !isWhole(fast.prefix(marks[0] + 6)))
  }

  @Test("Accepts a photograph with an appended video")
  func motionPhoto() throws {
    try Documents.minutes().raster(dpi: 50).write(to: folder / "photo", as: .jpeg)
    let photo = try folder.data("photo")
    #expect(try isWhole(photo + Data(repeating: 0x5A, count: 300_000)))
    #expect(try isWhole(photo + Data(count: 512)))
  }

  @Test("Accepts real files of all kinds")
  func realFiles() throws {
    guard let data = Places.sharedData("formats") else {
      print("skipped: DOCSCAN_DATA names no folder with formats.")
      return
    }
    for name in try FileManager.default.contentsOfDirectory(atPath: data) where builtInFormats.fitName(of: name) {
      #expect(try InputFile(path: data + "/" + name).isComplete, "\(name)")
    }
  }
}
