// SPDX-License-Identifier: GPL-3.0-or-later

internal import FoundationEssentials
internal import Glibc

/// A date and time in the local time zone.
package struct LocalTime: Hashable, Sendable {
  /// The date, such as `2026-11-21`.
  package let date: String
  package let time: String

  package static var now: LocalTime { LocalTime(secondsSince1970: Glibc.time(nil)) }

  /// Parses an ISO 8601 time, such as `2026-11-21T17:40:05Z`.
  package init?(_ iso: String) {
    do {
      self.init(secondsSince1970: Int(try Date(iso, strategy: .iso8601).timeIntervalSince1970))
    } catch {
      return nil
    }
  }

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

package func seconds(from start: ContinuousClock.Instant, to end: ContinuousClock.Instant) -> Double {
  let duration = (end - start).components
  return Double(duration.seconds) + Double(duration.attoseconds) / 1e18
}
