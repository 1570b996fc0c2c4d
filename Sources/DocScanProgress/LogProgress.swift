// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCommandLine
package import DocScanCore
internal import DocScanFiles

/// `--log`: the lines of `--progress plain` with date and time, and the totals at the end.
package struct LogProgress: ProgressDisplay {
  private var plain = PlainProgress()

  package init() {}

  package mutating func show(_ event: BatchEvent, at seconds: Double) -> String {
    guard case .finished(let report) = event else { return Self.dated(plain.show(event, at: seconds)) }
    let totals = report.totals
    let parts = [
      "\(totals.complete) complete", "\(totals.partial) partial", "\(totals.failed) failed",
      "\(totals.unchanged) unchanged", counted(totals.pages, "page"), duration(report.seconds),
    ]
    return Self.dated((report.interrupted ? "interrupted: " : "finished: ") + parts.joined(separator: ", ") + "\n")
  }

  package static func dated(_ text: String) -> String {
    let now = LocalTime.now
    return text.split(separator: "\n").map { "\(now.date) \(now.time) \($0)\n" }.joined()
  }
}
