// SPDX-License-Identifier: GPL-3.0-or-later

import DocScanCore
import Testing

@Suite struct NearestMatchTests {
  @Test(
    "A misspelt word finds the one that was meant",
    arguments: [
      ("deskw", "deskew"), ("recognise", "recognize"), ("Perspective", "perspective"), ("xyz", nil), ("", nil),
    ] as [(String, String?)])
  func nearest(word: String, match: String?) {
    #expect(nearestMatch(to: word, among: ["perspective", "orientation", "deskew", "recognize"]) == match)
  }
}
