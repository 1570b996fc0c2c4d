// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanHooks
internal import DocScanInput
internal import DocScanPresets
internal import DocScanStore

extension BatchScheduler {
  /// Writes the record of a document. After the last part of a divided input, also writes the input's record.
  func finish(_ open: DocumentBuild, _ failure: PageFailure?) throws(BatchError) -> DocumentEvent {
    if let failure { open.fail(failure) }
    let input = open.input
    if let changed = input.files.first(where: { !$0.isUnchanged }) { open.fail(changed.changeFailure) }
    let record = try writing(open.finish())
    review?.add(record)
    var outcome = DocumentOutcome(
      record, of: input, seconds: seconds(from: open.document.started ?? open.started, to: .now))
    outcome.workSeconds = open.document.workSeconds.rounded(toPlaces: 3)
    try OutputFolder.removeTree(open.setup.layersFolder)
    let built = BuiltDocument(
      folder: open.setup.folder, record: record, outcome: outcome, chosen: open.setup.chosen, edits: open.setup.edits)
    guard let divided = open.document.divided else { return .built(built) }
    if divided.accept(built, of: input) { try place(divided) }
    return .collected
  }

  /// Decides whether a document is published, and prepares its publication. A failed document never replaces a complete earlier result.
  func place(_ built: BuiltDocument, _ document: ScheduledDocument) throws(BatchError) -> DocumentEvent {
    document.awaitsName = false
    let (input, folder) = (document.input, built.folder)
    guard feed.mayPublish(input) else {
      try OutputFolder.removeTree(folder)
      return .unwanted
    }
    if built.record.status == .failed, try writing(results.hasComplete(input)) {
      var outcome = built.outcome
      outcome.noteKeptResult()
      try hooks?.report(.failed, built.record, in: folder)
      try OutputFolder.removeTree(folder)
      return .settled(outcome)
    }
    if let (earlier, kept) = results.better(than: built.record, of: input) {
      try results.note(kept, input, digest: document.digest)
      try OutputFolder.removeTree(folder)
      return .settled(DocumentOutcome(kept: input, earlier, because: kept.reason))
    }
    guard try isOwn(built.record.name, of: document) else { return .displaced(folder: folder) }
    try retireParts(besides: built.record, ofEarlier: document.replaces ?? built.record.name)
    if let chosen = built.chosen { try keep(chosen, built) }
    var built = built
    built.outcome.notes += [built.chosen?.note, formatsLost(by: built.record)].compactMap(\.self)
    guard let place = Folder(root: folder) else { throw OutputFolder.failure("read", folder) }
    built.files = try writing(built.record.allFiles(in: place))
    built.intent = try hooks?.intend(built.record.status == .failed ? .failed : .finished, built.record, in: folder)
    let times = options.keepTimes ? input.files : []
    let publication = try writing(
      output.publication(
        of: folder, as: built.record.name, insteadOf: document.replaces, isRetired: input.part != nil, times: times,
        for: .ofSources(input.files)))
    return .placeable(built, publication)
  }

  /// Returns a note about the files of an earlier result that the new one lacks, or `nil` if there are none.
  private func formatsLost(by record: DocumentRecord) -> String? {
    results.folder.record(named: record.name).flatMap { $0.noteOfFormats(lostIn: record.pipeline) }
  }

  /// Returns whether a name is free, or its published result is an earlier one of the document. Another document may have taken the name since.
  private func isOwn(_ name: String, of document: ScheduledDocument) throws(BatchError) -> Bool {
    guard let record = output.results.record(named: name), record.sha256 != document.digest.sha256 else { return true }
    return try writing(journal.document(named: name)).map { PathKey($0.source) } == PathKey(document.input.identity)
  }

  /// Removes the filed parts of an input's earlier result that the new one doesn't have, before the new one is published.
  private func retireParts(besides new: DocumentRecord, ofEarlier name: String) throws(BatchError) {
    let kept = Set((new.filed ?? []).map(\.name) + [new.name])
    for part in results.folder.document(named: name)?.filedParts ?? [] where !kept.contains(part.place) {
      try output.retire(part.place, of: name)
    }
  }

  private func keep(_ chosen: RunDecisions, _ built: BuiltDocument) throws(BatchError) {
    let name = built.record.name
    guard output.results.record(named: name) != nil,
      let document = StoredDocument.placed(name, in: output.root)
    else {
      return try built.edits?.write(into: built.folder, baseName: built.record.baseName) ?? ()
    }
    try EditFile.change(of: document) { chosen.add(to: &$0) }
  }

  /// Handles the end of a publication, which fails if the name belongs to files that docscan didn't write.
  func published(
    _ document: ScheduledDocument, _ built: BuiltDocument, _ result: Result<Bool, BatchError>
  ) throws(BatchError) {
    let isInPlace = try result.get()
    if let intent = built.intent { try hooks?.settle(intent, isInPlace: isInPlace) }
    try handle(isInPlace ? .placed : .displaced(folder: built.folder), document)
  }

  func note(_ built: BuiltDocument, _ document: ScheduledDocument) throws(BatchError) {
    let contents = document.digest.files
    try writing(results.note(built.record, input: document.input, contents: contents, files: built.files))
    if let earlier = document.replaces, !output.results.exists(earlier) { try writing(journal.forget(earlier)) }
    try close(document, built.outcome)
  }

  /// Adds a document again under another name, because another process took its name.
  func makeElsewhere(_ document: ScheduledDocument, _ folder: String) throws(BatchError) {
    try OutputFolder.removeTree(folder)
    let renamed = try names.rename(document.input)
    if let divided = document.divided {
      divided.reopen(renamed)
      let again = ScheduledDocument(renamed, digest: document.digest, of: divided, state: .part)
      (again.naming, again.isRenamed) = (document.naming, true)
      return add(again)
    }
    try feed.rename(document.input, to: renamed.name)
    let again = ScheduledDocument(renamed, state: .again)
    (again.turn, again.naming, again.replaces) = (document.turn, document.naming, document.replaces)
    add(again)
  }

  func close(_ document: ScheduledDocument, _ outcome: DocumentOutcome) throws(BatchError) {
    if let divided = document.divided {
      if divided.note(placed: document.input, outcome) { try publish(divided) }
      return
    }
    try feed.finished(document.input, outcome)
    for document in outcome.listed { onEvent(.documentFinished(document)) }
  }
}

/// A document whose files are complete, but haven't been published.
struct BuiltDocument {
  let folder: String
  let record: DocumentRecord
  var outcome: DocumentOutcome
  /// The edits that this run makes, and all edits including these.
  var chosen: RunDecisions?
  var edits: EditFile?
  /// All files of the document, or empty before its publication begins.
  var files: [String: ResultFile] = [:]
  var intent: HookIntent?
}
