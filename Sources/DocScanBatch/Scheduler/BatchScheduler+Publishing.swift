// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Puts documents in place, and tells what became of them.
extension BatchScheduler {
  /// Has a document put in place, or has it wait for the other parts of its input.
  func publish(_ open: OpenDocument) throws(BatchError) {
    leave(open.inHand)
    let input = open.input
    if let changed = input.files.first(where: { !$0.isUnchanged }) { open.fail(changed.changeFailure) }
    let record = try writing(open.finish())
    review?.add(record)
    var outcome = DocumentOutcome(record, of: input, seconds: seconds(from: open.started, to: .now))
    outcome.workSeconds = open.inHand.workSeconds.rounded(toPlaces: 3)
    try OutputFolder.removeTree(open.setup.layersFolder)
    guard let divided = open.inHand.divided else {
      return try publish(
        BuiltDocument(
          folder: open.setup.folder, record: record, outcome: outcome, chosen: open.setup.chosen,
          edits: open.setup.edits), open.inHand)
    }
    if divided.accept(record, outcome) { try publish(divided) }
  }

  /// Has a document put in place; a failure never takes the place of a complete earlier result.
  func publish(_ built: BuiltDocument, _ document: DocumentInHand) throws(BatchError) {
    leave(document)
    let (input, folder) = (document.input, built.folder)
    guard feed.mayPublish(input) else { return try OutputFolder.removeTree(folder) }
    if built.record.status == .failed, try writing(results.hasComplete(input)) {
      var outcome = built.outcome
      outcome.noteKeptResult()
      try OutputFolder.removeTree(folder)
      return try close(input, outcome)
    }
    if let (earlier, kept) = results.better(than: built.record, of: input) {
      try results.note(kept, input, digest: document.digest)
      try OutputFolder.removeTree(folder)
      return try close(input, DocumentOutcome(kept: input, earlier, because: kept.reason))
    }
    if let chosen = built.chosen { try keep(chosen, built) }
    var built = built
    built.files = try writing(built.record.allFiles(in: folder))
    let times = options.keepTimes ? input.files : []
    let publication = try writing(
      output.publication(of: folder, as: built.record.name, times: times, for: .ofSources(input.files)))
    enter(.publishing(placing.begin(.publish(publication)), built), document)
  }

  /// Keeps the settings that were chosen for a document with it.
  private func keep(_ chosen: SettingsEdit, _ built: BuiltDocument) throws(BatchError) {
    let target = output.folder(of: built.record.name)
    guard output.results.record(named: built.record.name) != nil else {
      return try built.edits?.write(into: built.folder, baseName: built.record.baseName) ?? ()
    }
    try EditFile.change(in: target, library: output.path) { $0.settings = ($0.settings ?? []) + [chosen] }
  }

  /// A document is in place, or cannot be because something else is there.
  func published(
    _ document: DocumentInHand, _ built: BuiltDocument, _ result: Result<Bool, BatchError>
  ) throws(BatchError) {
    let isInPlace = try result.get()
    leave(document)
    guard isInPlace else { return try publishElsewhere(document.input, built.folder) }
    let contents = document.digest.files
    try writing(results.note(built.record, input: document.input, contents: contents, files: built.files))
    try close(document.input, built.outcome)
  }

  /// Somebody put something at a document's name after that was chosen: it is made once more, with another one.
  private func publishElsewhere(_ input: InputDocument, _ folder: String) throws(BatchError) {
    try OutputFolder.removeTree(folder)
    let renamed = try names.rename(input)
    try feed.rename(input, to: renamed.name)
    enter(.waiting, DocumentInHand(renamed))
  }

  /// Tells what became of a document that is done.
  func close(_ input: InputDocument, _ outcome: DocumentOutcome) throws(BatchError) {
    try feed.finished(input, outcome)
    for document in outcome.parts ?? [outcome] { onEvent(.documentFinished(document)) }
  }
}

/// A document whose folder is built, and what is to be told of it.
struct BuiltDocument {
  let folder: String
  let record: DocumentRecord
  let outcome: DocumentOutcome
  /// Settings that this run decides for it, and all that people decided with these.
  var chosen: SettingsEdit?
  var edits: EditFile?
  /// All of its files; empty until it is on its way into place.
  var files: [String: ResultFile] = [:]
}
