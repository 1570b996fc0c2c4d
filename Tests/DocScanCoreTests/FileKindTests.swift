// SPDX-License-Identifier: GPL-3.0-or-later

import DocScanCore
import Testing

@Suite("Kinds of files")
struct FileKindTests {
  @Test(
    "The first bytes tell the kind",
    arguments: [
      ([0xFF, 0xD8, 0xFF, 0xE0], FileKind.jpeg), ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .png),
      ([0x49, 0x49, 0x2A, 0x00], .tiff), ([0x4D, 0x4D, 0x00, 0x2A], .tiff), (Array("%PDF-1.4".utf8), .pdf),
      (Array("junk\n%PDF-1.4".utf8), .pdf), (Array("P5\n10 10".utf8), .pnm), (Array("GIF89a".utf8), .gif),
      (Array("RIFF\0\0\0\0WEBPVP8 ".utf8), .webp), (Array("\0\0\0\u{18}ftypheic".utf8), .heic),
      ([0, 0, 0, 0x0C, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A], .jpeg2000),
      ([0xFF, 0x4F, 0xFF, 0x51], .jpeg2000),
    ] as [([UInt8], FileKind)])
  func known(bytes: [UInt8], kind: FileKind) {
    #expect(FileKind(prefix: bytes) == kind)
  }

  @Test(
    "Other files are no documents", arguments: ["", "hello", "P", "{\"a\": 1}", "PK\u{3}\u{4}", "RIFF\0\0\0\0WAVE"])
  func unknown(text: String) {
    #expect(FileKind(prefix: Array(text.utf8)) == nil)
  }

  @Test(
    "A misspelt word finds the one that was meant",
    arguments: [
      ("deskw", "deskew"), ("recognise", "recognize"), ("Perspective", "perspective"), ("xyz", nil), ("", nil),
    ] as [(String, String?)])
  func nearest(word: String, match: String?) {
    #expect(nearestMatch(to: word, among: ["perspective", "orientation", "deskew", "recognize"]) == match)
  }
}
