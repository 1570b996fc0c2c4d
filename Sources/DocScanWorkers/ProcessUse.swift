// SPDX-License-Identifier: GPL-3.0-or-later

/// What processes have used so far, and whether they would use more.
package struct ProcessUse {
  /// Processor time.
  package var seconds = 0.0
  /// Whether one of them runs or waits for a processor, and for nothing else.
  package var isRunnable = false

  /// What both have used.
  package static func + (one: Self, other: Self) -> Self {
    Self(seconds: one.seconds + other.seconds, isRunnable: one.isRunnable || other.isRunnable)
  }
}
