// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanFiles
internal import Glibc

/// `--progress plain` for a service: a line with date and time for each document, failure, and notice.
package struct WatchProgress: ProgressDisplay {
  /// Whether to print the time, which systemd's journal adds by itself.
  private let showsTime = unsafe getenv("JOURNAL_STREAM") == nil

  package init() {}

  package mutating func show(_ event: BatchEvent, at seconds: Double) -> String {
    guard let line = Self.line(event) else { return "" }
    let now = LocalTime.now
    return showsTime ? "\(now.date) \(now.time) \(line)\n" : line + "\n"
  }

  private static func line(_ event: BatchEvent) -> String? {
    switch event {
    case .documentFinished(let outcome) where outcome.status == .unchanged:
      visibleText("\(outcome.source): \(outcome.reason ?? "It is done already.")")
    case .documentFinished(let outcome) where outcome.status == .ignored:
      visibleText("\(outcome.source) is ignored: \(outcome.reason ?? "")")
    case .finished(let report):
      "Stopped: \(report.totals.complete) complete, \(report.totals.partial + report.totals.failed) failed."
    case .started, .documentOpened, .documentNamed, .pageFinished, .pageRetried, .documentFinished, .notice, .measured:
      EventLines.line(event)
    }
  }
}
