// SPDX-License-Identifier: GPL-3.0-or-later

/// What a photograph says of how it was taken; nil is what it does not say.
public struct PageCapture: Codable, Hashable, Sendable {
  /// When it was taken; nil if the camera does not say, as with the others.
  public var date: CaptureDate?
  /// Who made the camera or the scanner, such as "Canon".
  public var make: String?
  /// The camera or the scanner, such as "EOS 5D".
  public var model: String?
  /// Where it was taken; nil also where nobody asked.
  public var gps: Position?

  /// A place on Earth.
  public struct Position: Codable, Hashable, Sendable {
    /// Degrees north of the equator, -90 to 90.
    public var latitude: Double
    /// Degrees east of Greenwich, -180 to 180.
    public var longitude: Double

    /// Whether there is such a place.
    package var isOnEarth: Bool { abs(latitude) <= 90 && abs(longitude) <= 180 }

    /// A position in degrees.
    package init(latitude: Double, longitude: Double) { (self.latitude, self.longitude) = (latitude, longitude) }
  }

  private static let longestName = 100

  /// Whether nothing is known.
  public var isEmpty: Bool { self == PageCapture() }

  /// Whether the names are such as `cleaned` makes, and the place is one.
  package var isSensible: Bool {
    [make, model].allSatisfy { $0 == nil || $0 == Self.cleaned($0) } && gps?.isOnEarth ?? true
  }

  /// What a camera says of a picture.
  package init(date: CaptureDate? = nil, make: String? = nil, model: String? = nil, gps: Position? = nil) {
    (self.date, self.make, self.model, self.gps) = (date, make, model, gps)
  }

  /// A name as one line of at most 100 characters without control characters; nil when nothing is left of it.
  package static func cleaned(_ name: String?) -> String? {
    name.flatMap { $0.prefix(scalars: longestName).replacing(where: \.isUnseen, with: " ").words }
  }
}

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
