// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Puts documents in place, and tells what became of them.
extension BatchScheduler {
  func publish(_ document: OpenDocument) throws {
    open.removeAll { $0 === document }
    let input = document.input
    if let changed = input.files.first(where: { !$0.isUnchanged }) { document.fail(changed.changeFailure) }
    let record = try document.finish()
    review?.add(record)
    let outcome = DocumentOutcome(record, of: input, seconds: seconds(from: document.started, to: .now))
    try OutputFolder.removeTree(document.layersFolder)
    guard let divided = separators.input(of: input) else {
      return try publish(
        record, input: input, files: document.digest.files, folder: document.builtFolder, outcome: outcome)
    }
    try OutputFolder.sync(document.builtFolder)
    guard divided.accept(record, outcome) else { return }
    separators.finish(divided)
    try publish(divided)
  }

  /// Puts a document in place; a failure never takes the place of a complete earlier result.
  func publish(
    _ record: DocumentRecord, input: InputDocument, files: [String], folder: String, outcome: DocumentOutcome
  ) throws {
    guard feed.mayPublish(input) else {
      forgetTroubles(of: input)
      return try OutputFolder.removeTree(folder)
    }
    var outcome = outcome
    if record.status == .failed, try results.hasComplete(input) {
      outcome.noteKeptResult()
      try OutputFolder.removeTree(folder)
    } else {
      if options.keepTimes { try SourceTimes.apply(input.files, to: folder) }
      let all = try record.allFiles(in: folder)
      guard try output.publish(folder, as: record.name) else { return try publishElsewhere(input, folder) }
      try results.note(record, input: input, contents: files, files: all)
    }
    try close(input, outcome)
  }

  /// Somebody put something at a document's name after that was chosen: it is made once more, with another one.
  private func publishElsewhere(_ input: InputDocument, _ folder: String) throws {
    try OutputFolder.removeTree(folder)
    forgetTroubles(of: input)
    let renamed = try names.rename(input)
    try feed.rename(input, to: renamed.name)
    again.append(renamed)
  }

  func close(_ input: InputDocument, _ outcome: DocumentOutcome) throws(BatchError) {
    forgetTroubles(of: input)
    try feed.finished(input, outcome)
    for document in outcome.parts ?? [outcome] { onEvent(.documentFinished(document)) }
  }

  /// A service may meet the same name again, with another document.
  private func forgetTroubles(of input: InputDocument) {
    inspectedTwice.remove(input.name)
    rebuilding = rebuilding.filter { $0 != input.name && !$0.hasPrefix(input.name + "/") }
  }
}
