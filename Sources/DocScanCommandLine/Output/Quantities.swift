// SPDX-License-Identifier: GPL-3.0-or-later

/// Returns a number with this many decimal places, such as `0.50`.
package func decimal(_ value: Double, places: Int) -> String {
  guard value.isFinite, abs(value) < 1e15 else { return "?" }
  let factor = (0..<places).reduce(1) { factor, _ in factor * 10 }
  let scaled = Int((abs(value) * Double(factor)).rounded())
  let sign = value < 0 && scaled > 0 ? "-" : ""
  guard places > 0 else { return sign + String(scaled) }
  let fraction = String(scaled % factor)
  return sign + "\(scaled / factor)." + String(repeating: "0", count: places - fraction.count) + fraction
}

/// Returns a duration, such as `0.8 s`, `46 s`, `3 min 05 s`, or `2 h 10 min`.
package func duration(_ seconds: Double) -> String {
  guard seconds.isFinite, seconds < 1e9 else { return "?" }
  if seconds < 9.95 { return decimal(max(0, seconds), places: 1) + " s" }
  let whole = Int(seconds.rounded())
  func twoDigits(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
  if whole < 60 { return "\(whole) s" }
  if whole < 3600 { return "\(whole / 60) min \(twoDigits(whole % 60)) s" }
  return "\(whole / 3600) h \(twoDigits(whole % 3600 / 60)) min"
}

/// Returns an estimated duration in whole seconds, such as `46 s` or `5 min`.
package func timeLeft(_ seconds: Double) -> String {
  if seconds > 59, seconds < 3599, case let whole = Int(seconds.rounded()), whole.isMultiple(of: 60) {
    return "\(whole / 60) min"
  }
  return seconds < 9.95 ? decimal(max(1, seconds.rounded(.up)), places: 0) + " s" : duration(seconds)
}

/// Returns a speed such as `24 pages/min`, always in the same unit, so that runs can be compared.
package func pageRate(_ pagesPerSecond: Double) -> String {
  guard pagesPerSecond > 0, pagesPerSecond.isFinite else { return "0 pages/min" }
  let rate = pagesPerSecond * 60
  return decimal(rate, places: rate < 9.95 ? 1 : 0) + " pages/min"
}

/// Returns a number with its noun: `1 page`, `2 pages`.
package func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)" + (count == 1 ? "" : "s") }

package func bytes(_ count: Double) -> String {
  count < 1_073_741_824
    ? decimal(count / 1_048_576, places: 0) + " MiB" : decimal(count / 1_073_741_824, places: 1) + " GiB"
}
