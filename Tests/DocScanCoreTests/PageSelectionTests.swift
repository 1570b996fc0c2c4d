// SPDX-License-Identifier: GPL-3.0-or-later

import DocScanCore
import Testing

@Suite("Page selections")
struct PageSelectionTests {
  @Test(
    "Numbers and ranges choose pages",
    arguments: [
      ("1-3,7", [1, 2, 3, 7]), ("2", [2]), ("5-", [5, 6, 7, 8, 9]), ("3,1", [1, 3]), ("2-2", [2]),
    ])
  func chosen(text: String, pages: [Int]) throws {
    let selection = try #require(PageSelection(text))
    #expect((1...9).filter { selection.contains($0) } == pages)
  }

  @Test(
    "What chooses no pages is refused",
    arguments: ["", "0", "3-1", "a", "1,,2", "-3", "1-2-3", "1 2", "+1", "99999999999999999999"])
  func refused(text: String) {
    #expect(PageSelection(text) == nil)
  }
}
