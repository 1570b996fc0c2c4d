// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanInput
internal import DocScanStore
internal import DocScanTranslation
internal import DocScanWire
internal import DocScanWorkers
internal import DocScanWriters

/// The phase from taking a document until its page count is known.
extension BatchScheduler {
  private static let hashedAhead = 4

  /// Takes documents from the feed and begins to hash them in advance, so that no worker waits.
  func hashAhead() throws(BatchError) {
    while documents.count(where: \.isAhead) < Self.hashedAhead, let input = try feed.next() {
      let document = ScheduledDocument(input)
      add(document)
      try handle(.taken(isKnown: document.hasKnownContent), document)
    }
  }

  func hash(_ document: ScheduledDocument) {
    document.hashings += 1
    document.task = hashing.begin(.digest(document.input.allPaths, below: document.input.root))
  }

  func hashed(_ document: ScheduledDocument, _ content: FileThread.Content) throws(BatchError) {
    document.input.files = content.files
    let failure: PageFailure?
    do throws(PageFailure) {
      document.digest = try content.digest.get()
      failure = document.input.failureOfPlan(document.digest)
    } catch {
      document.digest = InputDigest(files: [])
      failure = error
    }
    try handle(.hashed(failure), document)
  }

  func nextInspection() throws(BatchError) -> InspectJob? {
    try settleHashed()
    guard let document = documents.first(where: \.awaitsInspection) else { return nil }
    document.isWithWorker = true
    return InspectJob(document, self)
  }

  /// Settles hashed documents until one needs a worker. Waits while a revision is being published, because its files look as if others had changed
  /// them until the journal has their digests.
  func settleHashed() throws(BatchError) {
    while stepsLeft > 0, mayOpenAnother, !documents.contains(where: { $0.awaitsInspection || $0.publishesRevision }),
      let (document, failure) = try nextHashed()
    {
      try handle(settle(document, failure), document)
      if !document.awaitsInspection { stepsLeft -= 1 }
    }
  }

  /// Returns the next hashed document, preferring one that must be opened again. Documents that have changed since are hashed again.
  private func nextHashed() throws(BatchError) -> (ScheduledDocument, PageFailure?)? {
    while true {
      let again = documents.last { if case .again = $0.state { true } else { false } }
      let next = again ?? documents.first { if case .hashed = $0.state { true } else { false } }
      guard let document = next else { return nil }
      if case .hashed(let failure?) = document.state { return (document, failure) }
      if document.hasKnownContent { return (document, nil) }
      try handle(.changed, document)
    }
  }

  /// Names the document. Returns the event for whether it must be processed, needs no processing, or can't be read.
  private func settle(_ document: ScheduledDocument, _ failure: PageFailure?) throws(BatchError) -> DocumentEvent {
    let digest = document.digest
    if !document.input.isNamed {
      guard let input = try feed.settle(document.input, digest: digest) else { return .unwanted }
      document.input = input
    }
    if !document.input.isNamed {
      // Unreadable documents don't count as duplicates of each other.
      guard let named = try names.settle(document.input, digest: digest) else {
        return .settled(DocumentOutcome(repeated: document.input, first: names.first(with: digest)))
      }
      document.input = named
    }
    if let failure { return .failed(failure) }
    if let outcome = try results.unchanged(document.input, digest: digest) {
      if let review { results.records(of: document.input).forEach(review.add) }
      return .settled(outcome)
    }
    guard
      try writing(journal.begin(file: digest.sha256, number: 0, document: document.input.name))
        < RetryPolicy.tolerableRuns
    else { return .failed(.endsRuns("document")) }
    expectName(document)
    return .due
  }

  func inspected(_ document: ScheduledDocument, _ inspection: Inspection) throws(BatchError) {
    try writing(journal.end(file: document.digest.sha256, number: 0, outcome: "inspected"))
    let counts = inspection.untrustedPageCounts
    let limit = pipeline.limits.pagesPerDocument
    let total = counts.reduce(0) { $0.addingReportingOverflow(max($1, 0)).partialValue }
    guard counts.allSatisfy({ (1...limit).contains($0) }), (1...limit).contains(total) else {
      let message = "It has \(total) pages; limits.pagesPerDocument allows \(limit)."
      return try handle(.failed(PageFailure(kind: .limit, stage: "load", message: message)), document)
    }
    guard (1...total).contains(where: options.pages.contains) else {
      let message = "It has \(total == 1 ? "one page" : "\(total) pages"), and --pages selects none of them."
      return try handle(.failed(PageFailure(kind: .limit, stage: "load", message: message)), document)
    }
    var notes: [String] = []
    if pipeline.input.separators != nil {
      guard inspection.conditions.contains(.signed), pipeline.pages.signed == .keep else {
        let survey = Survey(
          document.input, digest: document.digest, inspection: inspection, selection: options.pages)
        return try handle(.searchable(survey), document)
      }
      notes = ["A signed PDF stays whole, so it was not searched for separators."]
    }
    try handle(.counted(inspection, notes: notes), document)
  }

  /// Creates the folders of a document with a known page count, and begins its build. `notes` are messages for its record.
  func open(
    _ document: ScheduledDocument, _ inspection: Inspection, _ notes: [String]
  ) throws(BatchError) -> DocumentBuild {
    openedDocuments += 1
    let folder =
      if let divided = document.divided, document.input.part?.isFiled == false {
        try divided.makeFolder(for: document.input)
      } else {
        try output.makePartial("\(openedDocuments)")
      }
    let layers = try output.makeScratch("layers-\(openedDocuments)")
    let setup = try setup(for: document.input, document.digest, folder: folder, layersFolder: layers)
    let open = try writing(DocumentBuild(document, inspection: inspection, setup: setup))
    open.note(notes)
    return open
  }

  /// Reports that a document's pages are now being read, unless they were already read under another name.
  func announce(_ open: DocumentBuild) {
    let document = open.document
    guard !document.isRenamed, document.divided == nil else { return }
    announce(document.input, pages: open.selection.count)
  }

  func announce(_ input: InputDocument, pages: Int) {
    onEvent(.documentOpened(name: input.name, pages: pages))
    onEvent(.measured(.bytes(input.files.reduce(0) { $0 + $1.identity.byteCount })))
  }

  func record(_ document: ScheduledDocument, _ failure: PageFailure) throws(BatchError) -> BuiltDocument {
    try writing(journal.end(file: document.digest.sha256, number: 0, outcome: failure.kind.rawValue))
    onEvent(.measured(.failure(failure.kind)))
    openedDocuments += 1
    let (input, digest) = (document.input, document.digest)
    let setup = try setup(for: input, digest, folder: try output.makePartial("\(openedDocuments)"))
    var record = setup.record(
      for: input, reference: DocumentReference(name: input.name, sha256: digest.sha256, pageCount: 0))
    record.failure = failure
    review?.add(record)
    try writing(record.write(into: setup.folder))
    return BuiltDocument(
      folder: setup.folder, record: record, outcome: DocumentOutcome(record, of: input, seconds: 0))
  }

  func inspectionFailed(_ document: ScheduledDocument, _ failure: JobFailure) throws(BatchError) {
    guard document.inspections.takeRetry(after: failure) else {
      return try handle(.failed(failure.failure), document)
    }
    try writing(journal.end(file: document.digest.sha256, number: 0, outcome: failure.failure.kind.rawValue))
    try handle(.retried, document)
  }

  func setup(
    for input: InputDocument, _ digest: InputDigest, folder: String, layersFolder: String = ""
  ) throws(BatchError) -> DocumentSetup {
    var edits = EditFile(input.decidedName, ofPile: input.part?.input, in: output.root).following(
      files: input.paths.map(fileName), sha256: digest.sha256)
    // The parts of a divided input have no individual settings.
    let chosen =
      input.part == nil ? try edits.choose(options.chosen, input.received, sha256: input.digest?.sha256 ?? "") : nil
    let decided = results.pipeline(of: input).ofWorkers
    return DocumentSetup(
      pipeline: decided, selection: options.pages, identity: try results.identity(of: input), reading: results.reading,
      versions: versions, packs: packs, writers: ChosenWriter.all(pipeline.output.writers, among: options.writers),
      edits: edits, chosen: chosen, decidedStages: decided.stages == pipeline.stages ? nil : decided.stages,
      serial: openedDocuments,
      folder: folder, layersFolder: layersFolder)
  }
}
