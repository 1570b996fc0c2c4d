// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCommandLine
internal import DocScanCore
internal import DocScanFiles

/// `--progress bar`: a line that is redrawn on a terminal, with failures above it.
struct BarProgress: ProgressDisplay {
  /// The minimum time between two redraws, in seconds.
  private static let pause = 0.1
  /// The escape sequence that returns to the start of the line and clears it.
  static let clear = "\r\u{1B}[K"

  private let columns: @Sendable () -> Int
  private var state = ProgressState()
  private var lastDrawn: Double?

  init(columns: @escaping @Sendable () -> Int) { self.columns = columns }

  var interval: Duration? { .milliseconds(500) }

  mutating func show(_ event: BatchEvent, at seconds: Double) -> String {
    state.record(event, at: seconds)
    guard let line = EventLines.important(event) else { return tick(at: seconds) }
    lastDrawn = seconds
    return Self.clear + line + "\n" + self.line(at: seconds)
  }

  mutating func tick(at seconds: Double) -> String {
    if let lastDrawn, seconds - lastDrawn < Self.pause { return "" }
    lastDrawn = seconds
    return Self.clear + line(at: seconds)
  }

  mutating func end() -> String {
    guard lastDrawn != nil else { return "" }
    lastDrawn = nil
    return Self.clear
  }

  /// Returns the line, which leaves the last column free. Less important parts are dropped if it is too long.
  private func line(at seconds: Double) -> String {
    let width = columns() - 1
    let percent = "\(state.percent)%"
    let pages = state.count(separator: "/")
    let failures = state.failures > 0 ? "\(state.failures) failed" : nil
    let rate = state.pagesPerSecond(at: seconds).map(pageRate)
    let left = state.secondsLeft(at: seconds).map { timeLeft($0) + " left" }
    let document = state.currentDocument.isEmpty ? nil : visibleText(state.currentDocument)
    let parts = [percent, pages, rate, left, failures].compactMap(\.self)
    let full = parts.joined(separator: "  ")
    for barWidth in [24, 12] {
      let text = bar(barWidth) + " " + full
      let room = width - text.count - 2
      if room >= 0 {
        guard let document, room >= 8 else { return text }
        return text + "  " + fitted(document, to: room)
      }
    }
    if full.count <= width { return full }
    return fitted([percent, left ?? pages, failures].compactMap(\.self).joined(separator: " "), to: width)
  }

  private func bar(_ width: Int) -> String {
    let done = Int(state.fraction * Double(width))
    return "[" + String(repeating: "#", count: done) + String(repeating: ".", count: width - done) + "]"
  }
}
