// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// `--progress none`: nothing but failures.
struct QuietProgress: ProgressDisplay {
  mutating func show(_ event: BatchEvent, at seconds: Double) -> String {
    EventLines.failure(event).map { $0 + "\n" } ?? ""
  }
}
