// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// What happened, as lines that a person reads.
enum EventLines {
  /// A line for a failure, nil for everything else; a document whose pages have all failed has a line for each already.
  static func failure(_ event: BatchEvent) -> String? {
    switch event {
    case .started, .documentOpened, .pageRetried, .notice, .finished: return nil
    case .pageFinished(let document, let page, let status, let message):
      guard status == .failed else { return nil }
      return visibleText("\(document): page \(page) failed: \(message ?? "no reason is known.")")
    case .documentFinished(let outcome):
      guard outcome.status == .failed, let reason = outcome.reason else { return nil }
      return visibleText("\(outcome.name.isEmpty ? outcome.source : outcome.name): failed: \(reason)")
    }
  }

  /// A line that is shown whatever else is: a failure or a notice; nil for everything else.
  static func important(_ event: BatchEvent) -> String? {
    if case .notice(let text) = event { visibleText(text) } else { failure(event) }
  }

  /// A line for a document that is done, nil for everything else.
  static func finished(_ event: BatchEvent) -> String? {
    switch event {
    case .started, .documentOpened, .pageRetried, .pageFinished, .notice, .finished: return nil
    case .documentFinished(let outcome):
      let name = visibleText(outcome.name)
      let time = duration(outcome.seconds)
      switch outcome.status {
      case .complete: return "\(name): complete, \(counted(outcome.pages, "page")), \(time)"
      case .partial:
        let done = outcome.pages - outcome.failedPages.count
        return "\(name): partial, \(done) of \(counted(outcome.pages, "page")), \(time)"
      case .failed: return failure(event) ?? "\(name): failed, 0 of \(counted(outcome.pages, "page")), \(time)"
      case .unchanged: return "\(name): unchanged"
      case .ignored: return nil
      }
    }
  }
}
