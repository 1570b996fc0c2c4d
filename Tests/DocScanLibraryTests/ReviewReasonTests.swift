// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: the review list names why a page should be looked at.

import DocScanCore
import DocScanStore
import Testing

@testable import DocScanLibrary

@Suite("Reasons to look at a page")
struct ReviewReasonTests {
  private func page(errors: Double, unread: Double) -> DocumentRecord.Page {
    DocumentRecord.Page(
      number: 1, status: .recognized, source: "receipt.png", sourcePage: 1, confidence: 0.97,
      expected: ExpectedErrors(characterErrorRate: errors, doubtfulWords: 0, unreadText: unread))
  }

  @Test("Lists a well-read page of which a column was not read")
  func unreadColumn() {
    #expect(page(errors: 0.05, unread: 0.079).reasonToLook == "8% of the text lines have no words")
    #expect(page(errors: 0.005, unread: 0.01).reasonToLook == nil)
  }

  @Test("Lists a page of grade D with its doubtful words and unread lines")
  func gradeD() throws {
    let reason = try #require(page(errors: 0.2, unread: 0.2).reasonToLook)
    #expect(reason.hasPrefix("grade ") && reason.hasSuffix("20% of the text lines have no words"))
  }
}
