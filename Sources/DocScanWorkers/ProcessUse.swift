// SPDX-License-Identifier: GPL-3.0-or-later

/// The processor time that processes have used, and whether they are waiting for a processor.
package struct ProcessUse {
  package var seconds = 0.0
  package var isRunnable = false

  package static func + (one: Self, other: Self) -> Self {
    Self(seconds: one.seconds + other.seconds, isRunnable: one.isRunnable || other.isRunnable)
  }
}
