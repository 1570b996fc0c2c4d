// SPDX-License-Identifier: GPL-3.0-or-later

internal import FoundationEssentials
internal import Glibc

/// The time on the clock of the place.
package struct LocalTime: Hashable, Sendable {
  /// Such as `2026-11-21`.
  package let date: String
  /// Such as `18:40:05`.
  package let time: String

  /// The time now.
  package static var now: LocalTime { LocalTime(secondsSince1970: Glibc.time(nil)) }

  /// The moment that a text in ISO 8601 names, such as `2026-11-21T17:40:05Z`; nil for any other text.
  package init?(_ iso: String) {
    do {
      self.init(secondsSince1970: Int(try Date(iso, strategy: .iso8601).timeIntervalSince1970))
    } catch {
      return nil
    }
  }

  /// Date and time, such as `2026-11-21 18:40:05`.
  package var text: String { "\(date) \(time)" }

  package init(secondsSince1970 seconds: Int) {
    var seconds = seconds
    var parts = unsafe tm()
    unsafe localtime_r(&seconds, &parts)
    func digits(_ value: Int32) -> String { value < 10 ? "0\(value)" : "\(value)" }
    date = unsafe "\(parts.tm_year + 1900)-\(digits(parts.tm_mon + 1))-\(digits(parts.tm_mday))"
    time = unsafe "\(digits(parts.tm_hour)):\(digits(parts.tm_min)):\(digits(parts.tm_sec))"
  }
}

/// The time between two instants in seconds.
package func seconds(from start: ContinuousClock.Instant, to end: ContinuousClock.Instant) -> Double {
  let duration = (end - start).components
  return Double(duration.seconds) + Double(duration.attoseconds) / 1e18
}
