// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: the database sorts names like the file listing.

import DocScanStore
import Testing

@testable import DocScanBatch
@testable import DocScanFiles

@Suite("Sorting in a database")
struct NaturalSortKeyTests {
  @Test("Sorts keys in natural order")
  func order() {
    let names = [
      "a", "A", "a/b", "a b", "a1", "a01", "a2", "a10", "a010", "a1b", "a1/2", "a1/10", "b", "B2", "", "7", "007", "70",
      "é", "z", "a-1",
      "a1-", "scan 9.pdf", "scan 10.pdf", "scan 10b.pdf", "12345678901234567890123", "12345678901234567890124",
    ]
    for first in names {
      for second in names where first != second {
        let isBefore = naturalSortKey(first).lexicographicallyPrecedes(naturalSortKey(second))
        #expect(isBefore == isNaturallyOrdered(first, before: second), "\(first) and \(second)")
      }
    }
  }
}
