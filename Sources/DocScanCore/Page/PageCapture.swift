// SPDX-License-Identifier: GPL-3.0-or-later

/// What a photograph says of how it was taken; nil is what it does not say.
public struct PageCapture: Codable, Hashable, Sendable {
  /// When it was taken; nil where the camera does not say, as with the others.
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
