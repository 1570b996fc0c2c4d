// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: the state of a service counts each original by its last outcome.

import DocScanCore
import DocScanStore
import Testing

@Suite("The counts of a service")
struct ServiceCountTests {
  @Test("Doesn't count an original as failed after a retry that succeeded")
  func retried() {
    var state = ServiceState(inbox: "in", processed: "done", failed: "failed", process: 1, started: "")
    var counts: ServiceState.Counts { state.total }
    func outcome(_ source: String, _ status: DocumentStatus) -> DocumentOutcome {
      DocumentOutcome(
        name: source, source: source, status: status, pages: 1, failedPages: [], reason: nil, seconds: 1)
    }
    for source in ["a.pdf", "b.pdf", "a.pdf"] { state.count(outcome(source, .failed)) }
    #expect(counts.failed == 2)
    state.count(outcome("a.pdf", .complete))
    #expect(counts.failed == 1 && counts.complete == 1 && counts.failedInputs == ["b.pdf"])
    state.count(outcome("a.pdf", .complete))
    #expect(counts.failed == 1)
  }
}
