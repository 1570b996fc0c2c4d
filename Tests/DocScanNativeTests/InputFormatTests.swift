// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: input formats are detected by content, and worker and parent agree on them.

import DocScanCore
import DocScanNative
import FoundationEssentials
import Testing

@Suite("Formats of input files")
struct InputFormatTests {
  @Test(
    "Detects the format by the first bytes",
    arguments: [
      ([0xFF, 0xD8, 0xFF, 0xE0], "JPEG"), ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "PNG"),
      ([0x49, 0x49, 0x2A, 0x00], "TIFF"), ([0x4D, 0x4D, 0x00, 0x2A], "TIFF"), ([0x4D, 0x4D, 0x00, 0x2B], "TIFF"),
      (Array("%PDF-1.4".utf8), "PDF"), (Array("junk\n%PDF-1.4".utf8), "PDF"), (Array("P5\n10 10".utf8), "PNM"),
      (Array("GIF89a".utf8), "GIF"), (Array("RIFF\0\0\0\0WEBPVP8 ".utf8), "WebP"),
      (Array("\0\0\0\u{18}ftypheic".utf8), "HEIC"), (Array("BM".utf8) + Array(repeating: 0, count: 13), "BMP"),
      ([0, 0, 0, 0x0C, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A], "JPEG 2000"),
      ([0xFF, 0x4F, 0xFF, 0x51], "JPEG 2000"),
    ] as [([UInt8], String)])
  func known(bytes: [UInt8], name: String) {
    #expect(builtInFormats.format(of: bytes)?.name == name)
  }

  @Test(
    "Detects no format in other files",
    arguments: ["", "hello", "P", "P8\n", "BM", "{\"a\": 1}", "PK\u{3}\u{4}", "RIFF\0\0\0\0WAVE"])
  func unknown(text: String) {
    #expect(builtInFormats.format(of: Array(text.utf8)) == nil)
  }

  @Test(
    "Expects a document by a file's extension",
    arguments: [
      ("a/b/Scan.PDF", true), ("x.tiff", true), (".pdf", true), ("notes.txt", false), ("pdf", false),
      ("a.pdf/b", false),
    ])
  func names(path: String, fits: Bool) {
    #expect(builtInFormats.fitName(of: path) == fits)
  }

  @Test("Transfers a worker's formats unchanged")
  func sent() throws {
    let sent = try JSONDecoder().decode(InputFormats.self, from: JSONEncoder().encode(builtInFormats))
    #expect(sent == builtInFormats)
  }
}
