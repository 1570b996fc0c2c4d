// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCommandLine
internal import DocScanCore
internal import DocScanFiles
internal import DocScanStore
internal import DocScanWatch

/// The text output of `docscan status`.
enum StatusText {
  static func text(of status: ServiceStatus) -> String {
    var rows = [("Service", running(status))]
    if let service = status.service {
      rows.append(("Inbox", "\(service.inbox): \(service.waiting) waiting"))
      if let ignored = service.ignored {
        rows += labelled("Not taken", ignored.files.map { "\($0.path): \($0.reason)" })
        if ignored.count > ignored.files.count {
          rows.append(("", "and \(ignored.count - ignored.files.count) more"))
        }
      }
      if !service.inHand.isEmpty { rows.append(("In progress", service.inHand.joined(separator: ", "))) }
      rows.append(("Today", counts(service.today)))
      rows.append(("In total", counts(service.total)))
      if let last = service.last {
        let noText = noTextSentence(pages: last.noTextPages ?? []).map { "; \($0)" } ?? ""
        rows.append(("Last", "\(last.name), \(last.status.rawValue), \(time(last.time))\(noText)"))
      }
    }
    rows += labelled(
      "Failed",
      status.latestFailures.map { failure in
        failure.summary.hasPrefix(failure.name) ? failure.summary : "\(failure.name): \(failure.summary)"
      })
    if status.failures > status.latestFailures.count {
      rows.append(("", "and \(status.failures - status.latestFailures.count) more"))
    }
    if let settings = status.settings {
      rows += labelled("Settings", settings.documents.map { "\($0.name): \($0.settings)" })
      let more = settings.count - settings.documents.count
      if more > 0 || settings.isPartial == true {
        rows.append(
          ("", "\(more > 0 ? "and \(more) more" : "perhaps more"): docscan review \(status.output) lists all"))
      }
    }
    rows.append(("Results", "\(status.output): \(bytes(Double(status.freeBytes))) free"))
    rows += labelled("To do", status.problems)
    return rows.map { padded($0.0, to: 13) + visibleText($0.1) + "\n" }.joined()
  }

  private static func running(_ status: ServiceStatus) -> String {
    guard let process = status.process else { return "not running" }
    guard let service = status.service, service.process == process else {
      return "not running; process \(process) is writing to the output folder"
    }
    return "running, process \(process), since \(time(service.started))" + (service.paused == nil ? "" : ", paused")
  }

  private static func time(_ iso: String) -> String { LocalTime(iso)?.text ?? iso }

  private static func counts(_ counts: ServiceState.Counts) -> String {
    let parts = [
      (counts.complete, "complete"), (counts.partial, "partial"), (counts.failed, "failed"),
      (counts.duplicates, "already done"), (counts.noText ?? 0, "with pages without text"),
    ]
    return parts.filter { $0.0 > 0 || $0.1 == "complete" }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }
}
