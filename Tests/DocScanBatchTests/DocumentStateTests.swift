// SPDX-License-Identifier: GPL-3.0-or-later

import DocScanCore
import Testing

@testable import DocScanBatch

@Suite("What follows for a document from what happens to it")
struct DocumentStateTests {
  /// The states after some events, as far as they can be: the names of their cases.
  private func path(_ events: [DocumentEvent], from start: DocumentState = .new) -> [String] {
    var state = start
    return events.map { event in
      guard let next = state.after(event) else { return "–" }
      state = next.state
      return "\(state)".prefix { $0 != "(" }.description
    }
  }

  private static let crash = PageFailure(kind: .crash, stage: "load", message: "It ended.")

  @Test("A document is hashed, has its turn, and is settled at once where nothing is to be done")
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

  @Test("Files that change before their document's turn are hashed again")
  func changed() {
    #expect(
      path([.taken(isKnown: true), .changed, .hashed(nil), .due]) == ["hashed", "hashing", "hashed", "inspecting"])
    #expect(path([.due, .retried, .changed], from: .again) == ["inspecting", "again", "hashing"])
  }

  @Test("What fails before its pages are known ends with a record of that")
  func failed() {
    for state in [DocumentState.hashed(nil), .again, .inspecting] {
      guard case (.ending, .record(let failure)?)? = state.after(.failed(Self.crash)) else {
        Issue.record("\(state) does not end.")
        continue
      }
      #expect(failure == Self.crash)
    }
  }

  @Test("What comes too late changes nothing")
  func late() {
    let events: [DocumentEvent] = [
      .taken(isKnown: true), .changed, .hashed(nil), .due, .unwanted, .failed(Self.crash), .read(nil), .written(nil),
      .compared, .nameless, .named, .renamed, .assembled(nil), .grafted(file: nil), .ungraftable, .copied, .verified,
      .retried, .collected, .placed, .displaced(folder: "a"), .revised,
    ]
    #expect(path(events, from: .done) == events.map { _ in "–" })
    // A document that has its turn already is not hashed by an answer that was on its way.
    #expect(path([.hashed(nil)], from: .inspecting) == ["–"])
    #expect(path([.placed, .copied, .verified], from: .again) == ["–", "–", "–"])
  }
}
