// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCore
internal import Glibc

/// `--progress plain` of a service: a line with its time for each document, failure and notice.
struct WatchProgress: ProgressDisplay {
  /// The journal of systemd has the time of each line already.
  private let showsTime = unsafe getenv("JOURNAL_STREAM") == nil

  mutating func show(_ event: BatchEvent, at seconds: Double) -> String {
    guard let line = Self.line(event) else { return "" }
    let now = LocalTime.now
    return showsTime ? "\(now.date) \(now.time) \(line)\n" : line + "\n"
  }

  private static func line(_ event: BatchEvent) -> String? {
    switch event {
    case .started, .documentOpened: return nil
    case .pageFinished: return EventLines.failure(event)
    case .pageRetried(let document, let page, let message):
      return visibleText("\(document): page \(page) is tried again: \(message)")
    case .notice(let text): return visibleText(text)
    case .documentFinished(let outcome):
      switch outcome.status {
      case .unchanged: return visibleText("\(outcome.source): \(outcome.reason ?? "It is done already.")")
      case .ignored: return visibleText("\(outcome.source) is ignored: \(outcome.reason ?? "")")
      case .complete, .partial, .failed: return EventLines.finished(event)
      }
    case .finished(let report):
      let totals = report.totals
      return "Stopped: \(totals.complete) complete, \(totals.partial + totals.failed) failed."
    }
  }
}
