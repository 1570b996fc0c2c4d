// SPDX-License-Identifier: GPL-3.0-or-later

/// The number of pages per second over the last minute.
struct PageRate: Sendable {
  private static let window = 60.0
  /// The minimum time between two samples, in seconds, which limits their number.
  private static let spacing = 0.5

  private var samples: [(seconds: Double, pages: Int)] = []

  mutating func record(pages: Int, at seconds: Double) {
    if let last = samples.last, seconds - last.seconds < Self.spacing { return }
    samples.append((seconds, pages))
    // One sample before the window is kept, so that the measured time is at least a minute.
    while samples.count > 1, samples[1].seconds < seconds - Self.window { samples.removeFirst() }
  }

  func value(pages: Int, at seconds: Double) -> Double? {
    guard let first = samples.first, pages > first.pages, seconds - first.seconds >= 1 else { return nil }
    return Double(pages - first.pages) / (seconds - first.seconds)
  }
}
