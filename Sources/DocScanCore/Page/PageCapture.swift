// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFiles

/// The capture metadata of a photo or scan, such as date and camera.
public struct PageCapture: Codable, Hashable, Sendable {
  /// The capture date, or `nil` if missing. The other properties are also `nil` if missing.
  public var date: CaptureDate?
  /// The manufacturer of the camera or scanner, such as "Canon".
  public var make: String?
  /// The model of the camera or scanner, such as "EOS 5D".
  public var model: String?
  /// The capture position, or `nil` if missing or not requested.
  public var gps: Position?

  /// A position on Earth.
  public struct Position: Codable, Hashable, Sendable {
    /// The latitude in degrees north of the equator, from -90 to 90.
    public var latitude: Double
    /// The longitude in degrees east of Greenwich, from -180 to 180.
    public var longitude: Double

    package var isOnEarth: Bool { abs(latitude) <= 90 && abs(longitude) <= 180 }

    package init(latitude: Double, longitude: Double) { (self.latitude, self.longitude) = (latitude, longitude) }
  }

  private static let longestName = 100

  /// Whether all properties are `nil`.
  public var isEmpty: Bool { self == PageCapture() }

  /// Whether the names are in the form that `cleaned` returns, and the position is in range.
  package var isSensible: Bool {
    [make, model].allSatisfy { $0 == nil || $0 == Self.cleaned($0) } && gps?.isOnEarth ?? true
  }

  package init(date: CaptureDate? = nil, make: String? = nil, model: String? = nil, gps: Position? = nil) {
    (self.date, self.make, self.model, self.gps) = (date, make, model, gps)
  }

  /// Converts a name to one line of at most 100 characters without control characters. Returns `nil` if nothing remains.
  package static func cleaned(_ name: String?) -> String? {
    name.flatMap { $0.prefix(scalars: longestName).replacing(where: \.isUnseen, with: " ").words }
  }
}

/// A capture date in ISO 8601 form, such as "2019-01-09T12:30:05.25+01:00". The time zone is omitted if unknown.
public struct CaptureDate: Hashable, Sendable {
  /// The date in ISO 8601 form.
  public let text: String
  /// The time in seconds since 1970. Dates without a time zone count as UTC, for comparisons.
  private let instant: Double

  /// Parses a valid date and time with optional fraction of a second and time zone. Returns `nil` for anything else.
  package init?(_ text: String) {
    let form =
      #/
      ([0-9]{4}) - ([0-9]{2}) - ([0-9]{2}) T ([0-9]{2}) : ([0-9]{2}) : ([0-9]{2})
      (\.[0-9]{1,9})? (Z | [+\-][0-9]{2}:[0-9]{2})?
      /#
    guard text.utf8.count <= 40, let parts = text.wholeMatch(of: form)?.output else { return nil }
    let numbers = [parts.1, parts.2, parts.3, parts.4, parts.5, parts.6].map { Int($0) ?? -1 }
    let (year, month, day) = (numbers[0], numbers[1], numbers[2])
    // The oldest surviving photograph is from 1826.
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

  /// Returns the number of days between 1970-01-01 and a date. Years start in March, so that the leap day is the last day of a year.
  private static func days(since1970 year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return 365 * year + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
  }
}

extension CaptureDate: Comparable {
  /// Orders dates by time, then by text.
  ///
  /// - Parameters:
  ///   - first: A date.
  ///   - second: Another date.
  /// - Returns: `true` if the first date is earlier.
  public static func < (first: CaptureDate, second: CaptureDate) -> Bool {
    (first.instant, first.text) < (second.instant, second.text)
  }
}

extension CaptureDate: Codable {
  /// Decodes a date from its ISO 8601 form.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: A `DecodingError` if the text isn't a date and time.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let date = Self(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "this is not an ISO 8601 date and time")
    }
    self = date
  }

  /// Encodes the date in its ISO 8601 form.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: An `EncodingError` if the text can't be encoded.
  public func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}
