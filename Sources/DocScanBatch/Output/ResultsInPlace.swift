// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanWriters
internal import FoundationEssentials

/// What earlier runs have put in place: tells documents that need no work.
struct ResultsInPlace {
  let output: OutputFolder
  let pipeline: Pipeline
  let options: BatchOptions
  /// Where no page is overridden.
  let identity: DocumentRecord.PipelineIdentity
  /// How pages are read: see `PageKey`.
  let reading: String

  /// The outcome of a document whose complete result is there already; nil when there is something to do.
  func unchanged(_ input: InputDocument, digest: DocumentDigest) throws -> DocumentOutcome? {
    guard !options.overwrite, let record = output.record(of: input), record.status == .complete,
      record.sha256 == digest.sha256, record.pipeline.sha256 == (try identity(of: input)).sha256,
      record.selection == "\(options.pages)", try hasFiles(of: record, input, digest: digest)
    else { return nil }
    guard record.parts != nil else { return DocumentOutcome(unchanged: input) }
    return DocumentOutcome(
      divided: input, status: .unchanged, parts: parts(of: record, input).map(DocumentOutcome.init(unchanged:)))
  }

  /// The records of what is in place of an input: its own, or those of its parts.
  func records(of input: InputDocument) -> [DocumentRecord] {
    guard let record = output.record(of: input) else { return [] }
    return record.parts == nil ? [record] : parts(of: record, input).compactMap(output.record)
  }

  /// What decides the document's result beside its bytes.
  func identity(of input: InputDocument) throws(BatchError) -> DocumentRecord.PipelineIdentity {
    pipeline.overrides(files: input.paths).isEmpty ? identity : try pipeline.identity(files: input.paths)
  }

  /// Notes in the journal what is in place; `files` are the digests of the input's files.
  func note(
    _ record: DocumentRecord, input: InputDocument, files: [String], artifacts: [String: DocumentEntry.Artifact]
  ) throws(OutputError) {
    let entry = DocumentEntry(
      name: record.name, source: input.source, sha256: record.sha256, pipeline: record.pipeline.sha256,
      selection: record.selection, status: record.status, pages: record.pages.count,
      finished: Date().formatted(.iso8601), files: artifacts)
    try output.journal.remember(entry, reading: reading, files: files)
  }

  /// Whether what was written is still there: where somebody removed a file, the document is made anew.
  private func hasFiles(of record: DocumentRecord, _ input: InputDocument, digest: DocumentDigest) throws -> Bool {
    let folder = output.folder(of: input.name)
    if let entry = try output.journal.document(named: input.name), entry.sha256 == record.sha256,
      entry.pipeline == record.pipeline.sha256, entry.selection == record.selection, entry.status == record.status
    {
      return entry.files.allSatisfy { Artifacts.size(of: folder + "/" + $0.key) == $0.value.bytes }
    }
    // The run that put it in place ended before it could note it.
    let isThere =
      record.parts == nil
      ? hasMainFiles(of: record, input)
      : parts(of: record, input).allSatisfy { part in
        output.record(of: part).map { hasMainFiles(of: $0, part) } ?? false
      }
    if isThere { try note(record, input: input, files: digest.files, artifacts: try Artifacts.files(in: folder)) }
    return isThere
  }

  /// Whether there is at least one file of each writer.
  private func hasMainFiles(of record: DocumentRecord, _ input: InputDocument) -> Bool {
    let folder = output.folder(of: input.name)
    return pipeline.output.writers.allSatisfy { component in
      let writer = builtInWriters.first { $0.description.name == component.name }
      let file = writer.flatMap { $0.mainFile(baseName: input.baseName, firstPage: record.pages.first?.number ?? 1) }
      return file.map { isRegularFile(folder + "/" + $0) } ?? true
    }
  }

  /// The documents that an input was divided into.
  private func parts(of record: DocumentRecord, _ input: InputDocument) -> [InputDocument] {
    (record.parts ?? []).map { InputDocument(name: input.name + "/" + $0, source: input.source, paths: input.paths) }
  }
}
