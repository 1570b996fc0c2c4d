// SPDX-License-Identifier: GPL-3.0-or-later

/// The number of pages a second over the last minute.
struct PageRate: Sendable {
  private static let window = 60.0
  /// Samples are at least so far apart, so that a minute has few of them.
  private static let spacing = 0.5

  private var samples: [(seconds: Double, pages: Int)] = []

  /// Notes how many pages are done.
  mutating func record(pages: Int, at seconds: Double) {
    if let last = samples.last, seconds - last.seconds < Self.spacing { return }
    samples.append((seconds, pages))
    // One sample beyond the window stays, so that the time since then is never empty.
    while samples.count > 1, samples[1].seconds < seconds - Self.window { samples.removeFirst() }
  }

  /// Pages a second now; nil while there is too little to tell.
  func value(pages: Int, at seconds: Double) -> Double? {
    guard let first = samples.first, pages > first.pages, seconds - first.seconds >= 1 else { return nil }
    return Double(pages - first.pages) / (seconds - first.seconds)
  }
}
