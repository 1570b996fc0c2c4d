// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCommandLine
package import DocScanCore
internal import DocScanFiles
internal import FoundationEssentials

/// `--progress json`: one JSON object per event and line. The keys are a stable interface.
package struct JSONProgress: ProgressDisplay {
  package mutating func show(_ event: BatchEvent, at seconds: Double) -> String {
    guard let (name, members) = Self.members(of: event) else { return "" }
    return Self.line(name, members.merging(["at": .number(seconds.rounded(toPlaces: 3))]) { $1 })
  }

  package static func line(for error: CommandError) -> String {
    var message = error.lines
    for beginning in ["docscan: "] where message.hasPrefix(beginning) { message.removeFirst(beginning.count) }
    while message.hasSuffix("\n") { message.removeLast() }
    return line("error", ["message": .string(message), "exitCode": .number(Double(error.exitCode.rawValue))])
  }

  /// Returns the line after a run: the place of the results, the report's file, the pages to review, and the failure because of `--fail-grade`.
  package static func summary(of report: BatchReport, results: String, report file: String?, failure: String?) -> String
  {
    var members: [String: JSONValue] = ["results": .string(results)]
    members["report"] = file.map { .string($0) }
    members["failure"] = failure.map { .string($0) }
    do {
      members["review"] = try report.review.map { try JSONFile.parse(JSONText.compact($0)) }
    } catch {
      members["notice"] = .string("The pages to review cannot be listed: \(error)")
    }
    return line("summary", members)
  }

  package static func line(for notice: String) -> String { line("notice", ["message": .string(notice)]) }

  private static func line(_ event: String, _ members: [String: JSONValue]) -> String {
    let object = JSONValue.object(members.merging(["event": .string(event)]) { $1 })
    do {
      return visibleJSON(String(decoding: try JSONText.compact(object), as: UTF8.self)) + "\n"
    } catch {
      // Text and finite numbers can always be encoded, so this event contains something else and is dropped.
      return ""
    }
  }

  private static func members(of event: BatchEvent) -> (String, [String: JSONValue])? {
    switch event {
    case .started(let documents, let workers):
      return ("started", ["documents": number(documents), "workers": number(workers)])
    case .documentOpened(let name, let pages):
      return ("document-opened", ["document": .string(name), "pages": number(pages)])
    case .pageFinished(let document, let page, let status, let message):
      return (
        "page-finished",
        [
          "document": .string(document), "page": number(page), "status": .string(status.rawValue),
          "message": message.map { .string($0) } ?? .null,
        ]
      )
    case .documentNamed(let name, let other):
      return ("document-named", ["document": .string(name), "name": .string(other)])
    case .pageRetried(let document, let page, let message):
      return ("page-retried", ["document": .string(document), "page": number(page), "message": .string(message)])
    case .documentFinished(let outcome):
      return (
        "document-finished",
        [
          "document": .string(outcome.name), "source": .string(outcome.source),
          "status": .string(outcome.status.rawValue), "pages": number(outcome.pages),
          "failedPages": .array(outcome.failedPages.map(number)),
          "blankPages": .array(outcome.blankPages.map(number)), "poorPages": .array(outcome.poorPages.map(number)),
          "message": outcome.reason.map { .string($0) } ?? .null, "notes": .array(outcome.notes.map { .string($0) }),
          "seconds": .number(outcome.seconds),
        ].merging(outcome.untrustedPages.map { ["untrustedPages": .array($0.map(number))] } ?? [:]) { $1 }
          .merging(outcome.unnamed.map { ["unnamed": .string($0)] } ?? [:]) { $1 }
          .merging(outcome.noTextPages.map { ["noTextPages": .array($0.map(number))] } ?? [:]) { $1 }
      )
    case .measured: return nil
    case .notice(let text): return ("notice", ["message": .string(text)])
    case .finished(let report):
      let totals = report.totals
      return (
        "finished",
        [
          "complete": number(totals.complete), "partial": number(totals.partial), "failed": number(totals.failed),
          "unchanged": number(totals.unchanged), "ignored": number(totals.ignored), "pages": number(totals.pages),
          "failedPages": number(totals.failedPages), "blankPages": number(totals.blankPages),
          "noTextPages": number(totals.noTextPages), "poorPages": number(totals.poorPages),
          "interrupted": .boolean(report.interrupted),
          "seconds": .number(report.seconds),
        ]
      )
    }
  }

  private static func number(_ value: Int) -> JSONValue { .number(Double(value)) }
}
