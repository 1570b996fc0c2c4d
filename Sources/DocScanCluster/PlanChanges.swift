// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
package import DocScanCore
internal import DocScanFiles
internal import DocScanInput
internal import DocScanStore
internal import DocScanWorkers

/// The differences between a plan and the files it was made from.
package struct PlanChanges: Encodable, Hashable, Sendable {
  /// The maximum number of names listed for each kind of change.
  static let mostNames = 1000

  package var changed = Kind()
  package var missing = Kind()
  package var new = Kind()

  package struct Kind: Encodable, Hashable, Sendable {
    package var count = 0
    package var sources: [String] = []

    mutating func add(_ source: String) {
      count += 1
      if sources.count < PlanChanges.mostNames { sources.append(source) }
    }
  }

  package var isEmpty: Bool { changed.count + missing.count + new.count == 0 }

  /// Compares a plan with its files, and looks for documents that it doesn't contain. A file is hashed only if its modification time has changed.
  package init(folder: String, root: String? = nil) throws(BatchError) {
    let files = try WorkPlan.opened(folder)
    let plan = try WorkPlan(in: files)
    let place = root.map(canonicalPath) ?? plan.root
    // Keeps hashes of identities instead of identities, so that ten million fit in memory.
    var known: Set<Int> = []
    for number in plan.shards.indices {
      let file = LineFile<PlannedDocument>(WorkPlan.shardFile(number + 1), in: files)
      while let document = try file.next() {
        known.insert(document.identity.hashValue)
        try look(at: document, below: place)
      }
    }
    let others = LineFile<DocumentOutcome>(WorkPlan.othersFile, in: files)
    while let other = try others.next() { known.insert(canonicalPath(other.source).hashValue) }
    let scanner = InputScanner(
      group: InputSettings.Grouping(rawValue: plan.group) ?? .folder, formats: try Installation.formats(),
      outputFolder: "", merged: nil)
    try scanner.find(plan.inputs) { (finding) throws(BatchError) in
      if case .document(let document) = finding, !known.contains(document.identity.hashValue) {
        new.add(document.source)
      }
    }
  }

  private mutating func look(at document: PlannedDocument, below root: String) throws(BatchError) {
    let paths = document.files.map { PlannedDocument.path($0.path, below: root) }
    let found = paths.map { PlannedDocument.File($0) }
    guard found.allSatisfy({ $0 != nil }) else { return missing.add(document.source) }
    guard zip(document.files, found).allSatisfy({ $0.bytes == $1?.bytes }) else { return changed.add(document.source) }
    if zip(document.files, found).allSatisfy({ $0.modified == $1?.modified }) { return }
    do throws(PageFailure) {
      let files = try paths.map { (path) throws(PageFailure) in try SourceFile(path: path) }
      if try ContentDigest.digest(files: files).sha256 != document.sha256 { changed.add(document.source) }
    } catch {
      missing.add(document.source)
    }
  }
}
