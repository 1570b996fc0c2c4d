// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: a document passes only through valid states, and late events change nothing.

import DocScanCore
import DocScanFixtures
import DocScanInput
import DocScanStore
import Testing

@testable import DocScanBatch

@Suite("States of documents")
struct DocumentStateTests {
  /// Returns the name of the state after each event, or "–" if the event isn't valid in the state before.
  private func path(_ events: [DocumentEvent], from start: DocumentState = .new) -> [String] {
    var state = start
    return events.map { event in
      guard let next = state.after(event) else { return "–" }
      state = next.state
      return "\(state)".prefix { $0 != "(" }.description
    }
  }

  private static let crash = PageFailure(kind: .crash, stage: "load", message: "It ended.")

  @Test("Hashes a document, and settles it at once if there is nothing to do")
  func settled() {
    let outcome = DocumentOutcome(
      divided: InputDocument(name: "a", source: "a", identity: "a", paths: []), status: .complete, parts: [])
    #expect(path([.taken(isKnown: false), .hashed(nil), .settled(outcome)]) == ["hashing", "hashed", "done"])
    #expect(path([.taken(isKnown: true), .unwanted]) == ["hashed", "done"])
    guard case .close? = DocumentState.hashed(nil).after(.settled(outcome))?.effect else {
      Issue.record("Nobody is told of it.")
      return
    }
  }

  @Test("Hashes files again that change before processing")
  func changed() {
    #expect(
      path([.taken(isKnown: true), .changed, .hashed(nil), .due]) == ["hashed", "hashing", "hashed", "inspecting"])
    #expect(path([.due, .retried, .changed], from: .again) == ["inspecting", "again", "hashing"])
  }

  @Test("Records a failure that happens before the pages are known")
  func failed() {
    for state in [DocumentState.hashed(nil), .again, .inspecting] {
      guard case (.ending, .record(let failure)?)? = state.after(.failed(Self.crash)) else {
        Issue.record("\(state) does not end.")
        continue
      }
      #expect(failure == Self.crash)
    }
  }

  @Test("Cancels a revision for a run, but completes one that is being published")
  func revising() throws {
    let folder = try TemporaryFolder()
    let revision = EntryRevision("a", [], in: try OutputFolder(path: folder / "out"), stages: TextStages([]))
    let phases: [RevisionPhase] = [.checking, .due(.next), .publishing]
    let next = phases.map { DocumentState.revising(revision, $0).after(.unwanted)?.state.isDone }
    #expect(next == [true, true, nil])
    for phase in phases {
      #expect(DocumentState.revising(revision, phase).after(.revised(problem: nil))?.state.isDone == true)
    }
    // A late answer of a worker doesn't publish twice.
    #expect(DocumentState.revising(revision, .publishing).after(.step(.next)).map { _ in true } == nil)
  }

  @Test("Ignores late events")
  func late() {
    let events: [DocumentEvent] = [
      .taken(isKnown: true), .changed, .hashed(nil), .due, .unwanted, .failed(Self.crash), .read(nil), .written(nil),
      .compared, .nameless, .named, .renamed, .assembled(nil), .grafted(file: nil), .ungraftable, .copied, .verified,
      .retried, .collected, .placed, .displaced(folder: "a"), .checked, .step(.next),
      .revised(problem: nil),
    ]
    #expect(path(events, from: .done) == events.map { _ in "–" })
    // A late answer doesn't reset a document in progress.
    #expect(path([.hashed(nil)], from: .inspecting) == ["–"])
    #expect(path([.placed, .copied, .verified], from: .again) == ["–", "–", "–"])
  }
}
