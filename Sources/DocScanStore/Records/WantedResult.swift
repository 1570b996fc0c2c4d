// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanFiles

/// The expected result of a document: the input's digest, the accepted pipelines, the pages, and the chosen settings. All checks of whether a result
/// is current use `StoredDocument.state(wanted:in:)`, or `difference(of:)` if only the journal is available. This way, runs, dry runs, watched
/// folders, and merges always agree.
package struct WantedResult {
  /// The SHA-256 digest of the input, or `nil` to accept any, if the input couldn't be read.
  package var sha256: String?
  /// The accepted digests of settings that affect results, or `nil` to accept any.
  package var pipelines: Set<String>?
  /// The selected pages, or `nil` to accept any.
  package var selection: String?
  /// Whether to accept failed and partial results. A failed one may have another input digest.
  package var acceptsFailures: Bool
  /// Whether to process the document again even if nothing differs.
  package var isMadeAnyway: Bool
  package var chosen: ChosenSettings?
  package var received: ReceivedPages?

  package init(
    sha256: String?, pipelines: Set<String>? = nil, selection: String? = nil, acceptsFailures: Bool = false,
    isMadeAnyway: Bool = false, chosen: ChosenSettings? = nil, received: ReceivedPages? = nil
  ) {
    (self.sha256, self.pipelines, self.selection) = (sha256, pipelines, selection)
    (self.acceptsFailures, self.isMadeAnyway) = (acceptsFailures, isMadeAnyway)
    (self.chosen, self.received) = (chosen, received)
  }

  /// Returns the first difference between an existing result and this one, without looking at files, or `nil` if they match.
  package func difference(of made: some MadeResult) -> StoredDocument.Staleness? {
    let isFailure = acceptsFailures && made.status == .failed
    if let sha256, made.sha256 != sha256, !isFailure { return .otherSource }
    if made.status != .complete, !acceptsFailures { return .incomplete(made.status) }
    if isMadeAnyway { return .overwritten }
    if let pipelines, !pipelines.contains(made.pipelineDigest) { return .otherPipeline(nil) }
    if let selection, made.selection != selection { return .otherPages }
    return nil
  }

  /// Returns whether the settings or corners include any that are missing in a document's edits.
  package func hasNews(for edits: EditFile) -> Bool {
    let pages = received?.decisions(missingIn: edits.list, sha256: sha256 ?? "") ?? []
    return !edits.list.holds(chosen?.changes ?? []) || !pages.isEmpty
  }
}

/// The properties of an existing result that records and journal entries share.
package protocol MadeResult {
  var sha256: String { get }
  var pipelineDigest: String { get }
  var selection: String { get }
  var status: DocumentStatus { get }
}

extension DocumentRecord: MadeResult {
  package var pipelineDigest: String { pipeline.sha256 }
}

extension JournalEntry: MadeResult {
  package var pipelineDigest: String { pipeline }
}

extension StoredDocument {
  /// The state of an existing result compared with the wanted one.
  package enum State: Hashable {
    /// The result matches. `isNoted` is `false` if a run was killed before it updated the journal.
    case current(isNoted: Bool)
    case stale(Staleness)
  }

  /// The reason to process a document again.
  package enum Staleness: Hashable, CustomStringConvertible {
    case otherSource
    case incomplete(DocumentStatus)
    case translationPending
    case overwritten
    /// Another pipeline made the result. The grade is that of the existing text.
    case otherPipeline(ExpectedErrors.Grade?)
    case otherPages
    case decisionsPending
    case choicesPending
    case filesMissing

    /// The end of the sentence "Again, because …".
    package var description: String {
      switch self {
      case .otherSource: "the source has changed"
      case .incomplete(.failed): "it failed"
      case .incomplete(let status): "it is \(status.rawValue)"
      case .translationPending: "its translation isn't finished"
      case .overwritten: "--overwrite"
      case .otherPipeline(let grade):
        "the pipeline or its settings have changed"
          + (grade.map { "; kept if the new text is worse than grade \($0.rawValue)" } ?? "")
      case .otherPages: "other pages of it are wanted"
      case .decisionsPending: "corrections are not in its files yet"
      case .choicesPending: "its settings will be saved with it"
      case .filesMissing: "some of its files are missing"
      }
    }
  }

  /// Returns whether the result matches the wanted one, according to the record, the journal, the files, and the edits.
  package func state(wanted: WantedResult, in journal: Journal?) throws(OutputError) -> State {
    switch wanted.difference(of: record) {
    case .otherPipeline?: return .stale(.otherPipeline(record.quality.expected?.grade))
    case let difference?: return .stale(difference)
    case nil: break
    }
    if !([self] + parts).allSatisfy(\.hasDecisions) { return .stale(.decisionsPending) }
    if wanted.hasNews(for: ownEdits) { return .stale(.choicesPending) }
    guard let isNoted = try hasFiles(in: journal) else { return .stale(.filesMissing) }
    return .current(isNoted: isNoted)
  }

  private var parts: [StoredDocument] {
    (record.parts ?? []).compactMap { StoredDocument.placed("\(place)/\($0)", in: root) } + filedParts
  }

  private var hasDecisions: Bool {
    let edits = ownEdits
    return record.edits?.sha256 == edits.sha256 && !edits.waitsForRun(record)
  }

  /// Returns whether the journal lists the result, or `nil` if any of its files is missing.
  package func hasFiles(in journal: Journal?) throws(OutputError) -> Bool? {
    let filed = filedParts
    guard filed.count == record.filed?.count ?? 0, filed.allSatisfy({ $0.record.files?.areIn($0.files) ?? false })
    else { return nil }
    if let entry = try journal?.document(named: record.name), entry.isOf(record),
      entry.selection == record.selection, entry.status == record.status
    {
      return entry.files.areIn(files) ? true : nil
    }
    // A run was killed before it updated the journal, or the journal was deleted.
    guard let files, let own = record.files, own.areIn(files) else { return nil }
    let parts = parts
    guard parts.count == (record.parts?.count ?? 0) + filed.count,
      parts.allSatisfy({ $0.record.sha256 == record.sha256 && $0.record.files?.areIn($0.files) ?? false })
    else { return nil }
    return false
  }
}
