// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanStore

/// The documents with edits to apply: those that the caller named, and those for which other processes have left notes in the library.
final class DecisionQueue {
  private static let interval: Duration = .seconds(1)

  private let notes: WaitingDecisions
  private let library: Folder
  private let onOutcome: (Revision.Outcome) -> Void
  private var asked: [String]
  private var waiting: [String] = []
  /// The digests of the edits that couldn't be applied, by the documents' name and folder, so that each problem is reported once.
  private var refused: [String: [String: String]] = [:]
  /// The wanted names of documents that got a number, because the document with the name was about to get another one.
  private var numbered: [String: String] = [:]
  // The documents whose names no longer fit their content, as it is after an undone correction.
  private var misnamed: Set<String> = []
  private var nextLook = ContinuousClock.now

  init(_ output: OutputFolder, asked: [String] = [], onOutcome: @escaping (Revision.Outcome) -> Void) {
    (library, self.asked, self.onOutcome) = (output.root, asked, onOutcome)
    notes = WaitingDecisions(library: output.root)
  }

  // Whether the last search found edits that no revision has taken yet.
  var hasWaiting: Bool { !waiting.isEmpty }

  func look() throws(BatchError) {
    guard nextLook <= .now else { return }
    try lookNow()
  }

  /// Searches for new edits. Returns `true` if there are none.
  func isEmptyNow() throws(BatchError) -> Bool {
    try lookNow()
    return waiting.isEmpty
  }

  /// Removes and returns the next entry whose name isn't in `names`, with its documents that need a revision, or `nil` if there is none.
  func next(besides names: Set<String>) -> (name: String, due: [StoredDocument])? {
    let isFree = { (name: String) in
      // A revision of a part also changes its input.
      !names.contains { $0 == name || $0.hasPrefix(name + "/") || name.hasPrefix($0 + "/") }
    }
    while let index = waiting.firstIndex(where: isFree) {
      let name = waiting.remove(at: index)
      asked.removeAll { $0 == name }
      let isRenamed = numbered.removeValue(forKey: name) != nil || misnamed.remove(name) != nil
      // The documents may have been processed again since the search.
      let due = StoredDocument.named(name, in: library).filter { isRenamed || Revision.isDue($0) }
      if let unit = Self.units(due).first(where: { $0.name == name }) { return unit }
    }
    return nil
  }

  /// Divides the documents of an entry into those that are revised together, and parts that leave the folder of their input.
  private static func units(_ due: [StoredDocument]) -> [(name: String, due: [StoredDocument])] {
    var units: [(name: String, due: [StoredDocument])] = []
    for document in due {
      let pile = document.record.isInPile && !leavesPile(document) ? document.record.pile : nil
      let name = pile ?? document.place
      if let index = units.firstIndex(where: { $0.name == name }) {
        units[index].due.append(document)
      } else {
        units.append((name, [document]))
      }
    }
    return units
  }

  private static func leavesPile(_ document: StoredDocument) -> Bool {
    do throws(PageFailure) {
      return try document.leavesPile
    } catch {
      // The revision reports the problem.
      return false
    }
  }

  func finished(_ outcome: Revision.Outcome, seen: [String: String]) throws(BatchError) {
    if outcome.problem != nil { refused[outcome.name] = seen }
    try notes.forget(outcome.name, seen: seen)
    if let name = outcome.renamed, let wish = wantedName(of: name), wish != name {
      let other = wantedName(of: wish)
      if other != wish, other != nil || !library.exists(wish) { numbered[name] = wish }
    }
    if outcome.problem == nil, outcome.renamed == nil, isMisnamed(outcome.name) { misnamed.insert(outcome.name) }
    onOutcome(outcome)
  }

  private func isMisnamed(_ place: String) -> Bool {
    do throws(PageFailure) {
      guard let document = StoredDocument.placed(place, in: library), document.followsContent else { return false }
      return try document.namingByDecisions != nil
    } catch {
      // The name stays, as the files do.
      return false
    }
  }

  private func wantedName(of place: String) -> String? {
    StoredDocument.placed(place, in: library).flatMap { $0.followsContent ? nil : $0.edits.list.wantedName }
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
      } else {
        waiting += Self.units(due).filter { refused[$0.name] != Revision.decisions(about: $0.due) }.map(\.name)
      }
    }
    waiting += numbered.filter { !library.exists($0.value) }.keys.sorted() + misnamed.sorted()
  }
}
