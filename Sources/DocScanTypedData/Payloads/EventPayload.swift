// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// Calendar events as iCalendar's VEVENT (RFC 5545), with or without a surrounding calendar.
package enum EventPayload: PayloadForm {
  package static func read(_ text: String, _ format: Barcode.Format) -> Barcode.Payload? {
    guard text.after("begin:vevent") != nil || text.after("begin:vcalendar") != nil else { return nil }
    let names = [
      "SUMMARY": "summary", "DTSTART": "start", "DTEND": "end", "LOCATION": "location", "DESCRIPTION": "description",
      "URL": "url",
    ]
    let fields = PayloadProperty.all(text).compactMap { property -> (String, String)? in
      guard let name = names[property.name] else { return nil }
      let value = property.plainValue(joining: "; ")
      return (name, ["start", "end"].contains(name) ? iso(value) ?? value : value)
    }
    return fields.isEmpty ? nil : .init(.event, fields)
  }

  /// Converts a date or time such as "20240305T143000Z" to the extended ISO 8601 format, "2024-03-05T14:30:00Z". Returns `nil` for other texts.
  private static func iso(_ text: String) -> String? {
    let digits = text.filter { $0.isASCII && $0.isNumber }.compactMap(\.wholeNumberValue)
    guard digits.count == 8 || digits.count == 14 else { return nil }
    func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
    guard let date = CalendarDate(year: number(0..<4), month: number(4..<6), day: number(6..<8))?.text else {
      return nil
    }
    guard digits.count == 14 else { return date }
    guard number(8..<10) < 24, number(10..<12) < 60, number(12..<14) < 61 else { return nil }
    let time = [number(8..<10), number(10..<12), number(12..<14)].map(\.padded).joined(separator: ":")
    return date + "T" + time + (text.hasSuffix("Z") ? "Z" : "")
  }
}
