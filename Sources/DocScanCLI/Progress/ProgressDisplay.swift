// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Turns what happens in a run into text for standard error. Times are seconds since the run began.
protocol ProgressDisplay: Sendable {
  /// How often `tick` is wanted; nil for never.
  var interval: Duration? { get }

  /// What to write when something happens; empty for nothing.
  mutating func show(_ event: BatchEvent, at seconds: Double) -> String

  /// What to write when some time has passed.
  mutating func tick(at seconds: Double) -> String

  /// What to write at the end, also when the run ended early.
  mutating func end() -> String
}

extension ProgressDisplay {
  var interval: Duration? { nil }

  mutating func tick(at seconds: Double) -> String { "" }

  mutating func end() -> String { "" }
}

/// `--progress none`: nothing but failures.
struct QuietProgress: ProgressDisplay {
  mutating func show(_ event: BatchEvent, at seconds: Double) -> String {
    EventLines.failure(event).map { $0 + "\n" } ?? ""
  }
}
