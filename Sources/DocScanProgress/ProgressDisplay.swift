// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// Converts a run's events into text for standard error. Times are seconds since the run began.
package protocol ProgressDisplay: Sendable {
  /// The interval between calls of `tick`, or `nil` for none.
  var interval: Duration? { get }

  /// Returns the text for an event, or an empty text.
  mutating func show(_ event: BatchEvent, at seconds: Double) -> String

  /// Returns the text after an interval without events.
  mutating func tick(at seconds: Double) -> String

  /// Returns the text at the end of the run, even if it was interrupted.
  mutating func end() -> String
}

extension ProgressDisplay {
  package var interval: Duration? { nil }

  package mutating func tick(at seconds: Double) -> String { "" }

  package mutating func end() -> String { "" }
}

/// `--progress none`: only failures.
package struct QuietProgress: ProgressDisplay {
  package init() {}

  package mutating func show(_ event: BatchEvent, at seconds: Double) -> String {
    EventLines.failure(event).map { $0 + "\n" } ?? ""
  }
}
