// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: misspelled words lead to the intended one.

import DocScanCore
import DocScanFiles
import Testing

@Suite("Suggestions for misspelled words") struct NearestMatchTests {
  @Test(
    "Finds the intended word for a misspelled one",
    arguments: [
      ("deskw", "deskew"), ("recognise", "recognize"), ("Perspective", "perspective"), ("xyz", nil), ("", nil),
    ] as [(String, String?)])
  func nearest(word: String, match: String?) {
    #expect(nearestMatch(to: word, among: ["perspective", "orientation", "deskew", "recognize"]) == match)
  }
}
