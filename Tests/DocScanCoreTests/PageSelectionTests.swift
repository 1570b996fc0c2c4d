// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: page selections choose exactly the named pages.

import DocScanCore
import Testing

@Suite("Page selections")
struct PageSelectionTests {
  @Test(
    "Selects pages by numbers and ranges",
    arguments: [
      ("1-3,7", [1, 2, 3, 7]), ("2", [2]), ("5-", [5, 6, 7, 8, 9]), ("3,1", [1, 3]), ("2-2", [2]),
    ])
  func chosen(text: String, pages: [Int]) throws {
    let selection = try #require(PageSelection(text))
    #expect((1...9).filter { selection.contains($0) } == pages)
    #expect(selection.count(of: 9) == pages.count)
  }

  @Test("Counts pages without visiting each, however many a record claims")
  func count() throws {
    #expect(PageSelection.all.count(of: .max) == .max)
    #expect(try #require(PageSelection("3-5,4-,1")).count(of: .max) == .max - 1)
    #expect(PageSelection.all.count(of: -1) == 0)
  }

  @Test(
    "Rejects invalid selections",
    arguments: ["", "0", "3-1", "a", "1,,2", "-3", "1-2-3", "1 2", "+1", "99999999999999999999"])
  func refused(text: String) {
    #expect(PageSelection(text) == nil)
  }
}
