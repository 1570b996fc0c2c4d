// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanStore
internal import DocScanTranslation
internal import DocScanWriters
internal import FoundationEssentials

/// What earlier runs have put in place: tells documents that need no work.
struct ResultsInPlace {
  let folder: ResultsFolder
  /// Where what is found in place may be noted; nil if nothing is written.
  let journal: Journal?
  let pipelines: DecidedPipelines
  let options: BatchOptions
  /// Where no page is overridden.
  let identity: DocumentRecord.PipelineIdentity
  /// How pages are read: see `PageKey`.
  let reading: String

  /// What there is of a document in an output folder, against what this run would make.
  enum State {
    /// Nothing of docscan's has its name.
    case missing
    /// The result is what the run would make.
    case current(DocumentRecord)
    /// The run would make another one, which was worse than this when it was made: it stays.
    case kept(DocumentRecord, because: String)
    /// It is to be made again.
    case stale(DocumentRecord, StoredDocument.Staleness)
  }

  /// What there is of a document, and whether it is what this run would make. Whoever asks, gets the same answer: the run, and a dry run.
  func state(of input: InputDocument, digest: InputDigest) throws(BatchError) -> State {
    guard let stored = folder.document(named: input.name) else { return .missing }
    let record = stored.record
    let wanted = WantedResult(
      sha256: digest.sha256, pipelines: [try identity(of: input).sha256], selection: "\(options.pages)",
      isMadeAnyway: options.overwrite, chosen: options.chosen, received: input.received)
    switch try writing(stored.state(wanted: wanted, in: folder.journal)) {
    case .current(let isNoted):
      if !isNoted { try writing(note(stored, input, contents: digest.files)) }
      return .current(record)
    case .stale(let reason):
      if let why = try whyKept(stored, input, wanted, digest) { return .kept(record, because: why) }
      if case .otherPipeline = reason, record.pipeline == (try pipelines.base.ofWorkers.identity(files: input.paths)) {
        return .stale(record, .translationPending)
      }
      return .stale(record, reason)
    }
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

  /// Why a result stays although this run would make another one: one with these settings was worse when it was made. Nil where that
  /// is not known.
  private func whyKept(
    _ stored: StoredDocument, _ input: InputDocument, _ wanted: WantedResult, _ digest: InputDigest
  ) throws(BatchError) -> String? {
    guard !options.overwrite, !wanted.hasNews(for: stored.ownEdits), let journal = folder.journal else { return nil }
    let attempt = try attempt(at: input, digest: digest)
    guard let why = try writing(journal.kept(attempt)), try writing(stored.hasFiles(in: journal)) != nil else {
      return nil
    }
    return why
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

  /// The earlier result that a new one must not replace, because it is better; nil if it may.
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

  /// Notes a result that is in place and that the journal lacks.
  private func note(_ stored: StoredDocument, _ input: InputDocument, contents: [String]) throws(OutputError) {
    guard let place = stored.files else { return }
    try note(stored.record, input: input, contents: contents, files: try stored.record.allFiles(in: place))
  }

  /// The documents that an input was divided into.
  private func parts(of record: DocumentRecord, _ input: InputDocument) -> [InputDocument] {
    (record.parts ?? []).map {
      InputDocument(
        name: input.name + "/" + $0, source: input.source, identity: input.identity, paths: input.paths, isNamed: true)
    }
  }
}
