// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanInput
internal import DocScanPresets
internal import DocScanStore
internal import DocScanTranslation
internal import FoundationEssentials

/// The results of earlier runs, to detect documents that need no processing.
struct ResultsInPlace {
  let folder: ResultsFolder
  /// The journal in which to record existing results, or `nil` for a dry run.
  let journal: Journal?
  let pipelines: DecidedPipelines
  let options: BatchOptions
  /// The pipeline's identity for documents without overrides.
  let identity: DocumentRecord.PipelineIdentity
  /// The digest of everything that affects reading, see `PageKey`.
  let reading: String

  /// The state of an existing result compared with the one that this run would make.
  enum State {
    case missing
    case current(DocumentRecord)
    /// The existing result is kept, because the one that this run would make was worse in an earlier attempt.
    case kept(DocumentRecord, because: String)
    case stale(DocumentRecord, StoredDocument.Staleness)
  }

  /// Returns the state of a document's existing result, for runs and dry runs. Records a current result in the journal if it's missing there.
  func state(of input: InputDocument, digest: InputDigest) throws(BatchError) -> State {
    guard let stored = folder.document(named: input.name) else { return .missing }
    let record = stored.record
    let wanted = WantedResult(
      sha256: digest.sha256, pipelines: [try identity(of: input).sha256], selection: "\(options.pages)",
      isMadeAnyway: options.overwritesExistingResults, chosen: options.chosen, received: input.received)
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

  /// Returns the outcome of a document that needs no processing, or `nil` if it must be processed.
  func unchanged(_ input: InputDocument, digest: InputDigest) throws(BatchError) -> DocumentOutcome? {
    switch try state(of: input, digest: digest) {
    case .missing, .stale: return nil
    case .kept(let record, let reason): return DocumentOutcome(kept: input, record, because: reason)
    case .current(let record):
      guard record.parts != nil else { return DocumentOutcome(unchanged: input, record) }
      return DocumentOutcome(
        divided: input, status: .unchanged,
        parts: parts(of: input).map { record in
          var part = input
          part.name = record.name
          return DocumentOutcome(unchanged: part, record)
        })
    }
  }

  /// Returns the reason to keep a result despite other settings, because an earlier attempt with these was worse, or `nil` if no attempt is known.
  private func whyKept(
    _ stored: StoredDocument, _ input: InputDocument, _ wanted: WantedResult, _ digest: InputDigest
  ) throws(BatchError) -> String? {
    guard !options.overwritesExistingResults, !wanted.hasNews(for: stored.ownEdits), let journal = folder.journal else {
      return nil
    }
    let attempt = try attempt(at: input, digest: digest)
    guard let why = try writing(journal.kept(attempt)), try writing(stored.hasFiles(in: journal)) != nil else {
      return nil
    }
    return why
  }

  func note(_ kept: KeptResult, _ input: InputDocument, digest: InputDigest) throws(BatchError) {
    let attempt = try attempt(at: input, digest: digest)
    try writing(journal?.keep(attempt, because: kept.reason))
  }

  private func attempt(at input: InputDocument, digest: InputDigest) throws(BatchError) -> Journal.Attempt {
    let edits = EditFile(named: input.decidedName, in: folder.root).sha256 ?? ""
    return Journal.Attempt(
      name: input.name, key: "\(digest.sha256) \(try identity(of: input).sha256) \(options.pages) \(edits)")
  }

  /// Returns the existing result that is better than a new one and must be kept, or `nil` to publish the new one. Overrides for single pages are
  /// explicit decisions, so their results are always published.
  func better(than new: DocumentRecord, of input: InputDocument) -> (DocumentRecord, KeptResult)? {
    guard !options.overwritesExistingResults, pipelines.base.overrides(files: input.paths).isEmpty,
      let record = folder.record(named: new.name)
    else { return nil }
    return KeptResult(record, insteadOf: new).map { (record, $0) }
  }

  /// Returns a note about the files that a new result of the document won't have, or `nil` if there are none.
  func formatsLost(_ record: DocumentRecord, _ input: InputDocument) throws(BatchError) -> String? {
    record.noteOfFormats(lostIn: try identity(of: input))
  }

  func pipeline(of input: InputDocument) -> Pipeline { pipelines.pipeline(settings(of: input)) }

  private func settings(of input: InputDocument) -> [SettingsEdit.Change] {
    let standing = EditFile(named: input.decidedName, in: folder.root).list.standingSettings
    return standing.isEmpty ? [] : standing.replacing(options.chosen?.changes ?? [])
  }

  /// Returns whether the document's source has a complete result, even if its content has changed since.
  func hasComplete(_ input: InputDocument) throws(OutputError) -> Bool {
    // The input of a part has other documents as well.
    let all = try input.part == nil ? folder.journal?.documents(source: input.identity) ?? [] : []
    let earlier = all.filter { $0.selection == "\(options.pages)" }
    return Set([input.name] + earlier.map(\.name)).contains { folder.record(named: $0)?.status == .complete }
  }

  /// Returns the existing records for an input: its own, or those of its parts.
  func records(of input: InputDocument) -> [DocumentRecord] {
    guard let record = folder.record(named: input.name) else { return [] }
    return record.parts == nil ? [record] : parts(of: input)
  }

  func identity(of input: InputDocument) throws(BatchError) -> DocumentRecord.PipelineIdentity {
    let settings = settings(of: input)
    guard !settings.isEmpty || !pipelines.base.overrides(files: input.paths).isEmpty else { return identity }
    return try pipelines.pipeline(settings).identity(files: input.paths)
  }

  /// Records a published result in the journal. `contents` contains the digests of the input's files.
  func note(
    _ record: DocumentRecord, input: InputDocument, contents: [String], files: [String: ResultFile]
  ) throws(OutputError) {
    let entry = JournalEntry(
      name: record.name, source: input.identity, sha256: record.sha256, pipeline: record.pipeline.sha256,
      selection: record.selection, status: record.status, pages: record.pages.count,
      finished: Date().formatted(.iso8601), files: files, contents: contents)
    try journal?.remember(entry, reading: reading)
  }

  /// Records a published result that is missing in the journal.
  private func note(_ stored: StoredDocument, _ input: InputDocument, contents: [String]) throws(OutputError) {
    for document in stored.filedParts + [stored] {
      guard let place = document.files else { continue }
      try note(document.record, input: input, contents: contents, files: try document.record.allFiles(in: place))
    }
  }

  private func parts(of input: InputDocument) -> [DocumentRecord] {
    folder.root.map { StoredDocument.all(from: input.name, in: $0).map(\.record) } ?? []
  }
}

extension DocumentRecord {
  /// Returns a note about the formats of this result that a result of another pipeline lacks, or `nil` if there are none.
  func noteOfFormats(lostIn pipeline: PipelineIdentity) -> String? {
    guard let own = self.pipeline.writers?.map(\.name), let new = pipeline.writers?.map(\.name) else { return nil }
    let lost = own.filter { !new.contains($0) }
    guard !lost.isEmpty else { return nil }
    return
      "Its files of \(lost.joined(separator: ", ")) from an earlier run are removed, because this run doesn't write them. "
      + "To keep them: --also \(lost.joined(separator: ","))"
  }
}
