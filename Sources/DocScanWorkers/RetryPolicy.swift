// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// How often what came to nothing is tried again: a value for each thing that is tried.
package struct RetryPolicy {
  /// What was in progress when this many runs in a row were killed counts as the cause.
  package static let tolerableRuns = 5
  /// Workers may be killed while they start, all of a usual machine's at a time; when this many in a row do not start,
  /// none will.
  package static let tolerableStarts = 12

  /// Nothing is tried again.
  package static let never = Self(isSpent: true)

  private var isSpent = false

  /// One more try.
  package init() {}

  private init(isSpent: Bool) { self.isSpent = isSpent }

  /// True once, where a worker ended: another may manage. What took too long would take too long again.
  package mutating func takeRetry(after failure: JobFailure) -> Bool {
    guard case .lost(let failure) = failure, failure.kind != .timeout, !isSpent else { return false }
    isSpent = true
    return true
  }
}
