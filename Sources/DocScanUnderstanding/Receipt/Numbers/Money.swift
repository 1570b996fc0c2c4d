// SPDX-License-Identifier: GPL-3.0-or-later

/// An amount in the smallest unit in which its currency is written: hundredths, or whole units for won and yen.
struct Money: Hashable, Comparable, Sendable {
  var minor: Int
  /// The number of decimal places, 2 or 0.
  var places: Int

  static func < (a: Money, b: Money) -> Bool { a.minor < b.minor }
  static func + (a: Money, b: Money) -> Money { Money(minor: a.minor + b.minor, places: max(a.places, b.places)) }
  static func - (a: Money, b: Money) -> Money { Money(minor: a.minor - b.minor, places: max(a.places, b.places)) }

  var text: String {
    guard places > 0 else { return String(minor) }
    let digits = String(minor.magnitude)
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    return (minor < 0 ? "-" : "") + padded.dropLast(places) + "." + padded.suffix(places)
  }
}
