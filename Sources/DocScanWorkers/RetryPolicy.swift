// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// The decision whether to repeat a failed attempt. Each task has its own policy.
package struct RetryPolicy {
  /// The number of consecutive killed runs after which the documents in progress count as the cause.
  package static let tolerableRuns = 5
  /// The number of consecutive failed starts after which no worker is expected to start. Allows for killing all workers of a typical machine.
  package static let tolerableStarts = 12

  package static let never = Self(isSpent: true)

  private var isSpent = false

  package init() {}

  private init(isSpent: Bool) { self.isSpent = isSpent }

  /// Returns `true` once after a crash, because another worker may succeed. A timeout would happen again.
  package mutating func takeRetry(after failure: JobFailure) -> Bool {
    guard case .lost(let failure) = failure, failure.kind != .timeout, !isSpent else { return false }
    isSpent = true
    return true
  }
}
