// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// What happened, as lines that a person reads.
enum EventLines {
  /// A line for a failure, nil for everything else; a document whose pages have all failed has a line for each already.
  static func failure(_ event: BatchEvent) -> String? {
    switch event {
    case .started, .documentOpened, .documentNamed, .pageRetried, .notice, .measured, .finished: return nil
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

  /// A line for a failure, a retry, a notice, or a document that is done; nil for everything else.
  static func line(_ event: BatchEvent) -> String? {
    switch event {
    case .started, .documentOpened, .documentNamed, .measured, .finished: nil
    case .pageFinished, .notice: important(event)
    case .pageRetried(let document, let page, let message):
      visibleText("\(document): page \(page) is tried again: \(message)")
    case .documentFinished(let outcome): finished(outcome) ?? failure(event)
    }
  }

  /// A line for a document that is done; nil if its failure says it all.
  private static func finished(_ outcome: DocumentOutcome) -> String? {
    let name = visibleText(outcome.name)
    let (pages, time) = (counted(outcome.pages, "page"), duration(outcome.seconds))
    let noText =
      (noTextSentence(pages: outcome.noTextPages ?? []).map { "; \($0)" } ?? "")
      + (outcome.unnamed.map { "; not named: \(visibleText($0))" } ?? "")
    return switch outcome.status {
    case .complete: "\(name): complete, \(pages), \(time)\(noText)"
    case .partial: "\(name): partial, \(outcome.pages - outcome.failedPages.count) of \(pages), \(time)\(noText)"
    case .failed: outcome.reason == nil ? "\(name): failed, 0 of \(pages), \(time)" : nil
    case .unchanged: "\(name): unchanged\(noText)"
    case .ignored: nil
    }
  }
}
