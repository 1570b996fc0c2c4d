// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: the summary of a run contains every failure, or their number.

import DocScanCore
import Testing

@testable import DocScanCLI

@Suite("The summary of a run")
struct RunSummaryTests {
  @Test("Prints counts, failures with reasons, and the results' path")
  func summary() {
    var totals = BatchReport.Totals()
    (totals.complete, totals.partial, totals.failed, totals.ignored) = (10, 1, 1, 1)
    (totals.pages, totals.failedPages) = (40, 2)
    var summary = RunSummary()
    for event in [page("a", 4, failing: "Torn."), page("a", 4, failing: "Torn."), page("b", 1)] {
      summary.record(event)
    }
    summary.record(outcome("c", .failed, pages: 0, reason: "Broken."))
    let expected = """
      Documents  12: 10 complete, 1 partial, 1 failed; 1 other file ignored
      Pages      40: 38 done, 2 failed
      Time       10 s, 240 pages/min, 2 workers
      Failures   a: page 4 failed: Torn.
                 c: failed: Broken.
      Ignored    x.txt: It is not a document.
      Results    out (report: out/report.json)

      """
    #expect(summary.text(report(totals), results: RunSummary.results(in: "out", report: "out/report.json")) == expected)
  }

  @Test("Omits failures that are already on the screen")
  func shownFailures() {
    var summary = RunSummary()
    summary.record(page("a", 4, failing: "Torn."))
    let results = RunSummary.results(in: "out", report: "out/report.json")
    #expect(!summary.text(report(.init()), results: results, failuresAreShown: true).contains("Torn."))
    #expect(summary.text(report(.init()), results: results).contains("Torn."))
  }

  @Test("Counts the kept pages of unfinished documents after an interruption")
  func interrupted() {
    var summary = RunSummary()
    for number in 1...5 { summary.record(page("a", number)) }
    summary.record(page("b", 1))
    summary.record(outcome("b", .complete, pages: 1))
    var stopped = report(.init())
    stopped.interrupted = true
    let text = summary.text(stopped, results: RunSummary.results(in: "out", report: "out/report.json"))
    #expect(text.contains("Kept       5 pages of a, which is not finished\n"), "\(text)")
  }

  @Test("Counts many failures, and lists the first 20")
  func many() {
    var summary = RunSummary()
    for number in 1...50 { summary.record(page("a", number, failing: "Torn.")) }
    let text = summary.text(report(.init()), results: RunSummary.results(in: "out", report: "out/report.json"))
    #expect(text.contains("page 20 failed"))
    #expect(!text.contains("page 21 failed"))
    #expect(text.contains("and 30 more"))
  }
}
