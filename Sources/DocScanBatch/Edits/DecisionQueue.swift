// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanStore
internal import DocScanWriters

/// What is to be brought up to what people decided: names that somebody asks for, and those that are noted meanwhile.
final class DecisionQueue {
  /// How long a decision waits at most until it is seen.
  private static let interval: Duration = .seconds(1)

  private let notes: WaitingDecisions
  private let library: Folder
  private let onOutcome: (Revision.Outcome) -> Void
  /// The names that are still to be begun.
  private var asked: [String]
  private var waiting: [String] = []
  /// The decisions that cannot be brought in, by names: that is told once.
  private var refused: [String: [String: String]] = [:]
  private var nextLook = ContinuousClock.now

  init(_ output: OutputFolder, asked: [String] = [], onOutcome: @escaping (Revision.Outcome) -> Void) {
    (library, self.asked, self.onOutcome) = (output.root, asked, onOutcome)
    notes = WaitingDecisions(library: output.root)
  }

  /// Looks for decisions, if that was not done just now.
  func look() throws(BatchError) {
    guard nextLook <= .now else { return }
    try lookNow()
  }

  /// Looks for decisions; true when there are none.
  func isEmptyNow() throws(BatchError) -> Bool {
    try lookNow()
    return waiting.isEmpty
  }

  /// Takes the next one that has none of these names, with its documents as they are now.
  func next(besides names: Set<String>) -> (name: String, due: [StoredDocument])? {
    while let index = waiting.firstIndex(where: { !names.contains($0) }) {
      let name = waiting.remove(at: index)
      asked.removeAll { $0 == name }
      // The documents may have been made anew since the look.
      let due = StoredDocument.named(name, in: library).filter(Revision.isDue)
      if !due.isEmpty { return (name, due) }
    }
    return nil
  }

  /// Tells what became of one.
  func finished(_ outcome: Revision.Outcome, seen: [String: String]) throws(BatchError) {
    if outcome.problem != nil { refused[outcome.name] = seen }
    try notes.forget(outcome.name, seen: seen)
    onOutcome(outcome)
  }

  private func lookNow() throws(BatchError) {
    nextLook = .now + Self.interval
    var names: Set<String> = []
    waiting = []
    for name in asked + notes.entries where names.insert(name).inserted {
      let documents = StoredDocument.named(name, in: library)
      let due = documents.filter(Revision.isDue)
      if due.isEmpty {
        asked.removeAll { $0 == name }
        try notes.forget(name, seen: Revision.decisions(about: documents))
      } else if refused[name] != Revision.decisions(about: due) {
        waiting.append(name)
      }
    }
  }
}
