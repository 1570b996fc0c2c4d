// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: capture dates are valid ISO 8601 and sort by time.

import DocScanCore
import Foundation
import Testing

@Suite("Capture dates")
struct CaptureDateTests {
  @Test(
    "Accepts ISO 8601 dates with seconds only",
    arguments: [
      ("2019-01-09T12:30:05", true), ("2019-01-09T12:30:05Z", true), ("2019-01-09T12:30:05.250-09:30", true),
      ("2020-02-29T00:00:00", true), ("2000-02-29T00:00:00", true), ("1900-02-29T00:00:00", false),
      ("2019-02-29T00:00:00", false), ("2019-04-31T00:00:00", false), ("2019-00-01T00:00:00", false),
      ("2019-01-00T00:00:00", false), ("2019-01-09", false), ("2019-01-09T12:30", false),
      ("2019-01-09 12:30:05", false), ("2019-01-09T12:30:60", false), ("2019-01-09T12:30:05+15:00", false),
      ("2019-01-09T12:30:05.", false), ("0001-01-01T00:00:00", false), (" 2019-01-09T12:30:05", false),
      ("2019-01-09T12:30:05\n", false),
    ])
  func grammar(text: String, isDate: Bool) throws {
    #expect((CaptureDate(text) != nil) == isDate)
    let json = try JSONEncoder().encode([text])
    #expect(((try? JSONDecoder().decode([CaptureDate].self, from: json)) != nil) == isDate)
  }

  @Test("Sorts dates by time in all zones")
  func order() throws {
    let texts = [
      "1969-12-31T23:59:59", "1970-01-01T00:00:00", "2019-02-28T23:59:59.5", "2019-03-01T00:00:00",
      "2020-02-29T12:00:00+02:00", "2020-02-29T11:00:00Z", "2020-02-29T08:00:00-05:00", "2020-12-31T23:59:59",
      "2021-01-01T00:00:00",
    ]
    let dates = texts.compactMap(CaptureDate.init)
    #expect(dates.count == texts.count && dates.shuffled().sorted() == dates)
  }
}
