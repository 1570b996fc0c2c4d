// SPDX-License-Identifier: GPL-3.0-or-later

internal import FoundationEssentials

/// A date in the formats of XMP and the information dictionary, as precise as it is known.
struct PDFDate {
  /// The date in XMP's form of ISO 8601, such as "2024-05-01T10:30:00+02:00", or a part of it.
  let iso8601: String
  /// The date in the form of ISO 32000-1, 7.9.4, such as "D:20240501103000+02'00".
  let pdf: String

  /// Parses a date. Returns `nil` if the text isn't a date in XMP's form (XMP Specification Part 1, 8.2.1.2).
  init?(iso8601 text: String) {
    let form =
      #/
      ([0-9]{4}) (?: - ([0-9]{2}) (?: - ([0-9]{2})
      (?: T ([0-9]{2}) : ([0-9]{2}) (?: : ([0-9]{2}) (?: \. [0-9]+ )? )? ( Z | [+\-][0-9]{2}:[0-9]{2} )? )? )? )?
      /#
    guard let parts = text.wholeMatch(of: form)?.output else { return nil }
    let (month, day, hour, minute, second) = (parts.2, parts.3, parts.4, parts.5, parts.6)
    let limits = [(month, 1...12), (day, 1...31), (hour, 0...23), (minute, 0...59), (second, 0...59)]
    guard limits.allSatisfy({ part, range in part.flatMap { Int($0) }.map(range.contains) ?? true }) else { return nil }
    var (iso, pdf) = ("\(parts.1)", "D:\(parts.1)")
    for (separator, part) in [("-", month), ("-", day), ("T", hour), (":", minute), (":", second)] {
      guard let part else { continue }
      iso += separator + part
      pdf += part
    }
    if let zone = parts.7 {
      guard zone == "Z" || (Int(zone.dropFirst().prefix(2)) ?? 24) < 24 && (Int(zone.suffix(2)) ?? 60) < 60 else {
        return nil
      }
      iso += zone
      // The format allows an offset only after seconds.
      pdf += (second == nil ? "00" : "") + zone.replacing(":", with: "'")  // own text: digits
    }
    (iso8601, self.pdf) = (iso, pdf)
  }

  /// Creates a date from seconds since 1970, as in `SOURCE_DATE_EPOCH` (reproducible-builds.org).
  init?(epoch text: String?) {
    guard let text, let seconds = Int(text), (0...253_402_300_799).contains(seconds) else { return nil }
    self.init(iso8601: Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601))
  }
}
