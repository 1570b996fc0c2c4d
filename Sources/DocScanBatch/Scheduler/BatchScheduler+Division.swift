// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanInput
internal import DocScanStore

/// Division of inputs into several documents.
extension BatchScheduler {
  func nextSurvey() -> SurveyJob? {
    for document in documents {
      guard case .surveying(let survey) = document.state, let pages = survey.take() else { continue }
      return SurveyJob(document: document, scheduler: self, survey: survey, pages: pages)
    }
    return nil
  }

  func surveyed(_ document: ScheduledDocument, _ survey: Survey) throws(BatchError) {
    guard survey.isComplete, let settings = pipeline.input.separators else { return }
    try handle(.divided(survey, survey.division(SeparatorRules(settings: settings))), document)
  }

  func divide(_ survey: Survey, _ division: Division, _ document: ScheduledDocument) throws(BatchError) {
    document.awaitsName = false
    openedDocuments += 1
    let earlier = EarlierParts(of: survey.input, digest: survey.digest, selection: options.pages, in: output.results)
    // Parts that the user renamed keep their names.
    let kept = try division.parts.map { (part) throws(BatchError) in try earlier.part(of: part.pages) }
    let filed = kept.map { $0.flatMap { $0.isInPile ? nil : $0.name } }
    let divided = DividedInput(
      survey, division: division, filed: filed, folder: try output.makePartial("\(openedDocuments)"))
    announce(survey.input, pages: division.parts.reduce(0) { $0 + $1.pages.count })
    for (index, input) in divided.parts.enumerated() {
      let part = ScheduledDocument(input, digest: survey.digest, of: divided, state: .part)
      (part.turn, part.naming) = (document.turn, kept[index]?.naming)
      // A name on a sheet is the user's.
      part.awaitsName = template != nil && kept[index] == nil && !division.parts[index].isNamedBySheet
      add(part)
    }
  }

  /// Adds the documents of a stack, each of which is built from the pages in the journal.
  func divide(_ open: DocumentBuild, _ pile: DividedInput.Pile) throws(BatchError) {
    for folder in [open.setup.folder, open.setup.layersFolder] { try OutputFolder.removeTree(folder) }
    open.document.awaitsName = false
    openedDocuments += 1
    let folder = try output.makePartial("\(openedDocuments)")
    let names = try names(of: pile)
    let divided = DividedInput(
      pile, division: pile.division(wishes: names.map(\.wish)), filed: names.map(\.filed), folder: folder)
    for (var part, name) in zip(divided.parts, names) {
      if let place = name.joined {
        part.replaced = place
        divided.reopen(part)
      }
      let document = ScheduledDocument(part, digest: open.digest, of: divided, state: .part)
      document.naming = name.naming
      // The pages were reported when they were read.
      document.isRenamed = true
      add(document)
    }
    try nameDocuments()
  }

  func openParts() throws(BatchError) {
    while mayOpenAnother, let part = documents.first(where: { if case .part = $0.state { true } else { false } }),
      let divided = part.divided
    {
      try handle(.counted(divided.inspection), part)
    }
  }

  /// Publishes the parts with names of their own, and then the input with the other parts. A rerun after a kill finds the published parts.
  func place(_ divided: DividedInput) throws(BatchError) {
    let filed = divided.takeFiled()
    guard !filed.isEmpty else { return try publish(divided) }
    guard feed.mayPublish(divided.input) else {
      for folder in [divided.folder] + filed.map(\.built.folder) { try OutputFolder.removeTree(folder) }
      return
    }
    for (input, built) in filed {
      let document = ScheduledDocument(input, digest: divided.digest, of: divided, state: .ending)
      (document.naming, document.isRenamed, document.replaces) = (built.record.naming, true, input.replaced)
      add(document)
      try handle(.built(built), document)
    }
  }

  func publish(_ divided: DividedInput) throws(BatchError) {
    let input = divided.input
    let setup = try setup(for: input, divided.digest, folder: divided.folder)
    let reference = DocumentReference(
      name: input.name, sha256: divided.digest.sha256, pageCount: divided.parts.first?.part?.inputPageCount ?? 0)
    var record = divided.record(
      from: setup.record(for: input, reference: reference), edits: setup.edits)
    try writing(record.write(into: divided.folder, besides: divided.files()))
    let document = ScheduledDocument(input, digest: divided.digest, state: .ending)
    add(document)
    try handle(
      .built(BuiltDocument(folder: divided.folder, record: record, outcome: divided.outcome(status: record.status))),
      document)
  }
}
