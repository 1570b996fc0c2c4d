// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: progress is an honest estimate, and failures always appear.

import DocScanCore
import Testing

@testable import DocScanCLI
@testable import DocScanCommandLine
@testable import DocScanProgress

@Suite("Progress")
struct ProgressTests {
  @Test("Counts unopened documents with the average number of pages")
  func estimate() {
    var state = ProgressState()
    state.record(.started(documents: 4, workers: 2), at: 0)
    state.record(.documentOpened(name: "a", pages: 10), at: 0)
    for number in 1...10 { state.record(page("a", number), at: Double(number)) }
    #expect(state.percent == 25)
    #expect(state.count(separator: "/") == "10/10+ pages")
    #expect(state.secondsLeft(at: 10) == 30)
    state.record(outcome("b", .unchanged, pages: 0), at: 10)
    state.record(outcome("c", .failed, pages: 0, reason: "Broken."), at: 10)
    #expect(state.percent == 50)
    #expect(state.failures == 1)
    state.record(.documentOpened(name: "d", pages: 5), at: 10)
    #expect(state.count(separator: "/") == "10/15 pages")
    for number in 1...5 { state.record(page("d", number), at: 11) }
    #expect(state.percent == 100)
    #expect(state.secondsLeft(at: 11) == nil)
  }

  @Test("Counts a document once that is opened again")
  func again() {
    var state = ProgressState()
    state.record(.started(documents: 1, workers: 2), at: 0)
    state.record(.documentOpened(name: "a", pages: 2), at: 0)
    state.record(page("a", 1), at: 1)
    state.record(page("a", 2, failing: "No."), at: 1)
    state.record(.documentOpened(name: "a", pages: 2), at: 2)
    #expect(state.count(separator: "/") == "0/2 pages")
    #expect(state.failures == 0)
  }

  @Test("Counts a divided input as one document")
  func divided() {
    var state = ProgressState()
    state.record(.started(documents: 4, workers: 2), at: 0)
    state.record(.documentOpened(name: "pile", pages: 3), at: 0)
    for number in 1...3 { state.record(page("pile", number), at: 1) }
    let parts = ["pile/1", "letter", "pile/3"].map { name in
      DocumentOutcome(
        name: name, source: "pile.pdf", status: .complete, pages: 1, failedPages: [], reason: nil, seconds: 1)
    }
    for part in parts { state.record(.documentFinished(part), at: 2) }
    #expect(state.percent == 25 && state.finishedDocuments == 1)
    state.record(.documentOpened(name: "a", pages: 3), at: 3)
    #expect(state.percent == 25 && state.count(separator: "/") == "3/6+ pages")
  }

  @Test("Measures the speed of the last minute")
  func rate() {
    var rate = PageRate()
    for second in 0...100 { rate.record(pages: second, at: Double(second)) }
    for second in 101...200 { rate.record(pages: 100 + (second - 100) * 3, at: Double(second)) }
    let value = rate.value(pages: 400, at: 200)
    #expect(value == 3)
  }

  @Test("Prints documents, failures, and progress every ten seconds")
  func plain() {
    var display = PlainProgress()
    var text = display.show(.started(documents: 2, workers: 1), at: 0)
    text += display.show(.documentOpened(name: "a", pages: 3), at: 0.1)
    text += display.show(page("a", 1), at: 2)
    text += display.show(page("a", 2, failing: "Torn\u{1B}."), at: 4)
    text += display.tick(at: 9)
    text += display.tick(at: 10)
    text += display.tick(at: 11)
    text += display.show(.pageRetried(document: "a", page: 3, message: "It crashed."), at: 12)
    text += display.show(page("a", 3), at: 12)
    text += display.show(outcome("a", .partial, pages: 3, failed: [2]), at: 12)
    text += display.show(outcome("b", .failed, pages: 0, reason: "Broken."), at: 12)
    let expected = """
      2 documents, 1 worker
      a: page 2 failed: Torn\\u{1B}.
      progress: 33%, 2 of 3+ pages, 12 pages/min, about 20 s left, 1 failed
      a: page 3 is retried: It crashed.
      a: partial, 2 of 3 pages, 1.5 s
      b: failed: Broken.

      """
    #expect(text == expected)
  }

  @Test("Prints only failures when quiet")
  func quiet() {
    var display = QuietProgress()
    #expect(display.show(page("a", 1), at: 0).isEmpty)
    #expect(display.show(outcome("a", .complete, pages: 1), at: 0).isEmpty)
    #expect(display.show(page("a", 2, failing: "Torn."), at: 0) == "a: page 2 failed: Torn.\n")
    #expect(display.show(outcome("b", .failed, pages: 1, failed: [1]), at: 0).isEmpty, "its page was told")
    #expect(display.show(outcome("c", .failed, pages: 0, reason: "Broken."), at: 0) == "c: failed: Broken.\n")
  }

  @Test(
    "Prints each event as a line of JSON",
    arguments: [
      (BatchEvent.started(documents: 2, workers: 1), #"{"at":1.5,"documents":2,"event":"started","workers":1}"#),
      (.documentOpened(name: "a", pages: 3), #"{"at":1.5,"document":"a","event":"document-opened","pages":3}"#),
      (
        page("a", 1),
        #"{"at":1.5,"document":"a","event":"page-finished","message":null,"page":1,"status":"recognized"}"#
      ),
      (
        .pageRetried(document: "a\n\u{9B}", page: 1, message: "It crashed."),
        #"{"at":1.5,"document":"a\n\u009b","event":"page-retried","message":"It crashed.","page":1}"#
      ),
      (
        outcome("a", .partial, pages: 3, failed: [2]),
        #"{"at":1.5,"blankPages":[],"document":"a","event":"document-finished","failedPages":[2],"message":null,"#
          + #""notes":[],"pages":3,"poorPages":[],"seconds":1.5,"source":"a.pdf","status":"partial"}"#
      ),
      (
        .finished(report(.init())),
        #"{"at":1.5,"blankPages":0,"complete":0,"event":"finished","failed":0,"failedPages":0,"ignored":0,"#
          + #""interrupted":false,"noTextPages":0,"pages":0,"partial":0,"poorPages":0,"seconds":10,"unchanged":0}"#
      ),
    ])
  func json(event: BatchEvent, expected: String) {
    var display = JSONProgress()
    #expect(display.show(event, at: 1.5) == expected + "\n")
  }

  @Test("Passes ticks to the display until the end, and nothing later")
  func live() async throws {
    let recording = RecordingConsole()
    let live = LiveProgress(Ticker(), write: recording.console.writeError)
    while recording.errors.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    live.end()
    let text = recording.errors
    #expect(text.hasSuffix("end"))
    live.show(.started(documents: 1, workers: 1))
    try await Task.sleep(for: .milliseconds(30))
    #expect(recording.errors == text)
  }

  private struct Ticker: ProgressDisplay {
    var interval: Duration? { .milliseconds(5) }
    mutating func show(_ event: BatchEvent, at seconds: Double) -> String { "event" }
    mutating func tick(at seconds: Double) -> String { "tick" }
    mutating func end() -> String { "end" }
  }
}
