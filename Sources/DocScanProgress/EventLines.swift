// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCommandLine
package import DocScanCore
internal import DocScanFiles

/// Formats events as lines of text.
package enum EventLines {
  /// Returns the line for a failure, or `nil` for other events. A document whose pages all failed needs no line of its own.
  package static func failure(_ event: BatchEvent) -> String? {
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

  /// Returns the line for a failure or notice, or `nil` for other events.
  static func important(_ event: BatchEvent) -> String? {
    if case .notice(let text) = event { visibleText(text) } else { failure(event) }
  }

  /// Returns the line for a failure, a retry, a notice, or a finished document, or `nil` for other events.
  static func line(_ event: BatchEvent) -> String? {
    switch event {
    case .started, .documentOpened, .documentNamed, .measured, .finished: nil
    case .pageFinished, .notice: important(event)
    case .pageRetried(let document, let page, let message):
      visibleText("\(document): page \(page) is retried: \(message)")
    case .documentFinished(let outcome): finished(outcome) ?? failure(event)
    }
  }

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
