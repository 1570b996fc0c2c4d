// SPDX-License-Identifier: GPL-3.0-or-later

/// When a picture was taken, in the form of ISO 8601: "2019-01-09T12:30:05.25+01:00", without the zone where none is known.
public struct CaptureDate: Hashable, Sendable {
  /// As ISO 8601 writes it.
  public let text: String
  /// Seconds since 1970; a time without a zone counts as one of Greenwich.
  private let instant: Double

  /// Nil for anything but a date and time that were, with or without a fraction of the second and a zone.
  package init?(_ text: String) {
    let form =
      #/
      ([0-9]{4}) - ([0-9]{2}) - ([0-9]{2}) T ([0-9]{2}) : ([0-9]{2}) : ([0-9]{2})
      (\.[0-9]{1,9})? (Z | [+\-][0-9]{2}:[0-9]{2})?
      /#
    guard text.utf8.count <= 40, let parts = text.wholeMatch(of: form)?.output else { return nil }
    let numbers = [parts.1, parts.2, parts.3, parts.4, parts.5, parts.6].map { Int($0) ?? -1 }
    let (year, month, day) = (numbers[0], numbers[1], numbers[2])
    // No photograph is older than 1826.
    guard (1826...9999).contains(year), (1...12).contains(month), (1...Self.days(of: month, year)).contains(day),
      (0...23).contains(numbers[3]), (0...59).contains(numbers[4]), (0...59).contains(numbers[5]),
      let zone = Self.seconds(ofZone: parts.8 ?? "Z")
    else { return nil }
    let time = (numbers[3] * 60 + numbers[4]) * 60 + numbers[5] - zone
    let fraction = parts.7.flatMap { Double("0\($0)") } ?? 0
    instant = Double(Self.days(since1970: year, month, day) * 86_400 + time) + fraction
    self.text = text
  }

  private static func seconds(ofZone zone: Substring) -> Int? {
    guard zone != "Z" else { return 0 }
    guard let hours = Int(zone.dropFirst().prefix(2)), let minutes = Int(zone.suffix(2)), hours <= 14, minutes <= 59
    else { return nil }
    return (zone.first == "-" ? -60 : 60) * (hours * 60 + minutes)
  }

  private static func days(of month: Int, _ year: Int) -> Int {
    let isLeap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0
    return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  /// Counts years from March, so that the day that leap years have more is the last one.
  private static func days(since1970 year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return 365 * year + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
  }
}

extension CaptureDate: Comparable {
  public static func < (first: CaptureDate, second: CaptureDate) -> Bool {
    (first.instant, first.text) < (second.instant, second.text)
  }
}

extension CaptureDate: Codable {
  /// Reads the text; anything but a date is an error.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let date = Self(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "this is not an ISO 8601 date and time")
    }
    self = date
  }

  /// Writes the text.
  public func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}
