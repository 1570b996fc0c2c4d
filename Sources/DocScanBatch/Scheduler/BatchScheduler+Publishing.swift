// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Puts documents in place, and tells what became of them.
extension BatchScheduler {
  /// Puts a document in place, or has it wait for the other parts of its input.
  func publish(_ open: OpenDocument) throws(BatchError) {
    leave(open.inHand)
    let input = open.input
    if let changed = input.files.first(where: { !$0.isUnchanged }) { open.fail(changed.changeFailure) }
    let record = try writing(open.finish())
    review?.add(record)
    let outcome = DocumentOutcome(record, of: input, seconds: seconds(from: open.started, to: .now))
    try OutputFolder.removeTree(open.setup.layersFolder)
    guard let divided = open.inHand.divided else {
      return try publish(record, input: input, files: open.digest.files, folder: open.setup.folder, outcome: outcome)
    }
    try OutputFolder.sync(open.setup.folder)
    if divided.accept(record, outcome) { try publish(divided) }
  }

  /// Puts a document in place; a failure never takes the place of a complete earlier result.
  func publish(
    _ record: DocumentRecord, input: InputDocument, files: [String], folder: String, outcome: DocumentOutcome
  ) throws(BatchError) {
    guard feed.mayPublish(input) else { return try OutputFolder.removeTree(folder) }
    var outcome = outcome
    if record.status == .failed, try writing(results.hasComplete(input)) {
      outcome.noteKeptResult()
      try OutputFolder.removeTree(folder)
    } else {
      if options.keepTimes { try writing(SourceTimes.apply(input.files, to: folder)) }
      let all = try writing(record.allFiles(in: folder))
      guard try output.publish(folder, as: record.name) else { return try publishElsewhere(input, folder) }
      try writing(results.note(record, input: input, contents: files, files: all))
    }
    try close(input, outcome)
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
