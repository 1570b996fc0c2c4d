// SPDX-License-Identifier: GPL-3.0-or-later
// Support: events of a run.

import DocScanCore

/// Returns the event at a document's end.
func outcome(
  _ name: String, _ status: DocumentStatus, pages: Int, failed: [Int] = [], reason: String? = nil
) -> BatchEvent {
  .documentFinished(
    DocumentOutcome(
      name: name, source: name + ".pdf", status: status, pages: pages, failedPages: failed, reason: reason,
      seconds: 1.5))
}

/// Returns the event at a page's end.
func page(_ document: String, _ number: Int, failing message: String? = nil) -> BatchEvent {
  .pageFinished(
    document: document, page: number, status: message == nil ? .recognized : .failed, message: message)
}

/// Returns a report with these totals.
func report(_ totals: BatchReport.Totals, seconds: Double = 10) -> BatchReport {
  BatchReport(
    pipeline: "archive", started: "2024-01-01T00:00:00Z", seconds: seconds, workers: 2,
    confinement: Confinement(landlock: 7, seccomp: true),
    interrupted: false,
    totals: totals,
    documents: [
      DocumentOutcome(
        name: "a", source: "a.pdf", status: .failed, pages: 1, failedPages: [1], reason: "Broken.", seconds: 1),
      DocumentOutcome(
        name: "", source: "x.txt", status: .ignored, pages: 0, failedPages: [], reason: nil, seconds: 0),
    ], stageSeconds: ["load": 0.5], versions: ["docscan": "0.1.0"])
}
