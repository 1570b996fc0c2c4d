// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanStore
internal import DocScanTranslation
internal import DocScanWriters
internal import FoundationEssentials

/// What earlier runs have put in place: tells documents that need no work.
struct ResultsInPlace {
  let folder: ResultsFolder
  /// Where what is found in place may be noted; nil where nothing is written.
  let journal: Journal?
  let pipelines: DecidedPipelines
  let options: BatchOptions
  /// Where no page is overridden.
  let identity: DocumentRecord.PipelineIdentity
  /// How pages are read: see `PageKey`.
  let reading: String

  /// What there is of a document, and whether it is what this run would make. Whoever asks, gets the same answer: the run, and a dry run.
  func state(of input: InputDocument, digest: InputDigest) throws(BatchError) -> ResultState {
    guard let record = folder.record(named: input.name) else { return .missing }
    guard let reason = try staleness(of: record, input, digest) else { return .current(record) }
    if let why = try whyKept(record, input, digest) { return .kept(record, because: why) }
    return .stale(record, reason)
  }

  /// The outcome of a document for which nothing is to be done, as its result is there already; nil otherwise.
  func unchanged(_ input: InputDocument, digest: InputDigest) throws(BatchError) -> DocumentOutcome? {
    switch try state(of: input, digest: digest) {
    case .missing, .stale: return nil
    case .kept(let record, let reason): return DocumentOutcome(kept: input, record, because: reason)
    case .current(let record):
      guard record.parts != nil else { return DocumentOutcome(unchanged: input, record) }
      return DocumentOutcome(
        divided: input, status: .unchanged,
        parts: parts(of: record, input).map { DocumentOutcome(unchanged: $0, folder.record(named: $0.name)) })
    }
  }

  /// Why a result is not what this run would make; nil if it is.
  private func staleness(
    of record: DocumentRecord, _ input: InputDocument, _ digest: InputDigest
  ) throws(BatchError) -> ResultState.Staleness? {
    if record.sha256 != digest.sha256 { return .otherSource }
    if record.status != .complete { return .incomplete(record.status) }
    let identity = try identity(of: input)
    if record.pipeline != identity, record.pipeline == (try pipelines.base.ofWorkers.identity(files: input.paths)) {
      return .translationPending
    }
    if options.overwrite { return .overwritten }
    if record.pipeline.sha256 != identity.sha256 { return .otherPipeline(record.quality.expected?.grade) }
    if record.selection != "\(options.pages)" { return .otherPages }
    if !hasEdits(record) { return .decisionsPending }
    if !hasChosen(input) { return .choicesPending }
    return try writing(hasFiles(of: record, input, digest: digest)) ? nil : .filesMissing
  }

  /// Why a result stays although this run would make another one: one with these settings was worse when it was made. Nil where that
  /// is not known.
  private func whyKept(
    _ record: DocumentRecord, _ input: InputDocument, _ digest: InputDigest
  ) throws(BatchError) -> String? {
    guard !options.overwrite, let journal = folder.journal, hasChosen(input) else { return nil }
    let attempt = try attempt(at: input, digest: digest)
    guard let reason = try writing(journal.kept(attempt)), try writing(hasFiles(of: record, input, digest: digest))
    else { return nil }
    return reason
  }

  /// Notes that a result was worse than the one in place.
  func note(_ kept: KeptResult, _ input: InputDocument, digest: InputDigest) throws(BatchError) {
    let attempt = try attempt(at: input, digest: digest)
    try writing(journal?.keep(attempt, because: kept.reason))
  }

  /// What tells an attempt to make a document from others.
  private func attempt(at input: InputDocument, digest: InputDigest) throws(BatchError) -> Journal.Attempt {
    let edits = EditFile(named: input.name, in: folder.root).sha256 ?? ""
    return Journal.Attempt(
      name: input.name, key: "\(digest.sha256) \(try identity(of: input).sha256) \(options.pages) \(edits)")
  }

  /// Whether what this run chooses for its documents, or what came with this one, was decided about it before.
  private func hasChosen(_ input: InputDocument) -> Bool {
    guard options.chosen != nil || input.received != nil else { return true }
    let list = EditFile(named: input.name, in: folder.root).list
    let received = input.received?.decisions(missingIn: list, sha256: input.digest?.sha256 ?? "") ?? []
    return list.holds(options.chosen?.changes ?? []) && received.isEmpty
  }

  /// The earlier result that a new one must not replace, because it is better; nil where it may.
  /// What a pipeline file says of single pages is a decision, too: it is always done.
  func better(than new: DocumentRecord, of input: InputDocument) -> (DocumentRecord, KeptResult)? {
    guard !options.overwrite, pipelines.base.overrides(files: input.paths).isEmpty,
      let record = folder.record(named: new.name)
    else { return nil }
    return KeptResult(record, insteadOf: new).map { (record, $0) }
  }

  /// The pipeline of a document: with the settings that people chose for it.
  func pipeline(of input: InputDocument) -> Pipeline { pipelines.pipeline(settings(of: input)) }

  private func settings(of input: InputDocument) -> [SettingsEdit.Change] {
    let standing = EditFile(named: input.name, in: folder.root).list.standingSettings
    return standing.isEmpty ? [] : standing.replacing(options.chosen?.changes ?? [])
  }

  /// Whether there is a complete result of a document, of whatever its file holds now or held before.
  func hasComplete(_ input: InputDocument) throws(OutputError) -> Bool {
    let earlier = try (folder.journal?.documents(source: input.identity) ?? []).filter {
      $0.selection == "\(options.pages)"
    }
    return Set([input.name] + earlier.map(\.name)).contains { folder.record(named: $0)?.status == .complete }
  }

  /// The records of what is in place of an input: its own, or those of its parts.
  func records(of input: InputDocument) -> [DocumentRecord] {
    guard let record = folder.record(named: input.name) else { return [] }
    return record.parts == nil ? [record] : parts(of: record, input).compactMap { folder.record(named: $0.name) }
  }

  /// What decides the document's result beside its bytes.
  func identity(of input: InputDocument) throws(BatchError) -> DocumentRecord.PipelineIdentity {
    let settings = settings(of: input)
    guard !settings.isEmpty || !pipelines.base.overrides(files: input.paths).isEmpty else { return identity }
    return try pipelines.pipeline(settings).identity(files: input.paths)
  }

  /// Notes in the journal what is in place; `contents` are the digests of the input's files.
  func note(
    _ record: DocumentRecord, input: InputDocument, contents: [String], files: [String: ResultFile]
  ) throws(OutputError) {
    let entry = JournalEntry(
      name: record.name, source: input.identity, sha256: record.sha256, pipeline: record.pipeline.sha256,
      selection: record.selection, status: record.status, pages: record.pages.count,
      finished: Date().formatted(.iso8601), files: files, contents: contents)
    try journal?.remember(entry, reading: reading)
  }

  /// Whether the edits that people made are those in the results; they are no part of those of an input's parts.
  private func hasEdits(_ record: DocumentRecord) -> Bool {
    let parts = (record.parts ?? []).compactMap { folder.record(named: record.name + "/" + $0) }
    return ([record] + parts).allSatisfy { record in
      let file = EditFile(named: record.name, in: folder.root)
      return record.edits?.sha256 == file.sha256 && !file.waitsForRun(record)
    }
  }

  /// Whether what was written is still there: if a file was removed, the document is made again.
  private func hasFiles(of record: DocumentRecord, _ input: InputDocument, digest: InputDigest) throws(OutputError)
    -> Bool
  {
    let place = folder.root?.folder(input.name)
    if let entry = try folder.journal?.document(named: input.name), entry.isOf(record),
      entry.selection == record.selection, entry.status == record.status
    {
      return entry.files.areIn(place)
    }
    // The run that put it in place ended before it could note it, or the journal was removed.
    guard let place, let files = record.files, files.areIn(place) else { return false }
    try note(record, input: input, contents: digest.files, files: try record.allFiles(in: place))
    return true
  }

  /// The documents that an input was divided into.
  private func parts(of record: DocumentRecord, _ input: InputDocument) -> [InputDocument] {
    (record.parts ?? []).map {
      InputDocument(
        name: input.name + "/" + $0, source: input.source, identity: input.identity, paths: input.paths, isNamed: true)
    }
  }
}
