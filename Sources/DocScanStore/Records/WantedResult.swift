// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanWriters

/// What is wanted of a document: a result of these bytes, made in one of these ways, with these decisions.
///
/// Whoever asks whether a result is current asks `StoredDocument.state(wanted:in:)`, and `difference(of:)` where only the journal is
/// asked: so a run, a dry run, a watched folder and a merge cannot disagree.
package struct WantedResult {
  /// SHA-256 of the input; nil if any bytes will do, as they could not be read.
  package var sha256: String?
  /// SHA-256 of what decides results in the pipelines that may have made it; nil if any will do.
  package var pipelines: Set<String>?
  /// The chosen pages; nil if any will do.
  package var selection: String?
  /// Whether one that failed, or lacks pages, will do; one that failed may be of other bytes.
  package var acceptsFailures: Bool
  /// Whether it is made again even where nothing differs.
  package var isMadeAnyway: Bool
  /// Settings that are to be kept with it.
  package var chosen: ChosenSettings?
  /// What came with its pages.
  package var received: ReceivedPages?

  package init(
    sha256: String?, pipelines: Set<String>? = nil, selection: String? = nil, acceptsFailures: Bool = false,
    isMadeAnyway: Bool = false, chosen: ChosenSettings? = nil, received: ReceivedPages? = nil
  ) {
    (self.sha256, self.pipelines, self.selection) = (sha256, pipelines, selection)
    (self.acceptsFailures, self.isMadeAnyway) = (acceptsFailures, isMadeAnyway)
    (self.chosen, self.received) = (chosen, received)
  }

  /// The first thing in which a result is not what is wanted, as far as its making tells; nil if it is.
  package func difference(of made: some MadeResult) -> StoredDocument.Staleness? {
    let isFailure = acceptsFailures && made.status == .failed
    if let sha256, made.sha256 != sha256, !isFailure { return .otherSource }
    if made.status != .complete, !acceptsFailures { return .incomplete(made.status) }
    if isMadeAnyway { return .overwritten }
    if let pipelines, !pipelines.contains(made.pipelineDigest) { return .otherPipeline(nil) }
    if let selection, made.selection != selection { return .otherPages }
    return nil
  }

  /// Whether a document's decisions lack some that come with what is wanted.
  package func hasNews(for edits: EditFile) -> Bool {
    let pages = received?.decisions(missingIn: edits.list, sha256: sha256 ?? "") ?? []
    return !edits.list.holds(chosen?.changes ?? []) || !pages.isEmpty
  }
}

/// How a result was made, as a record and the journal have it.
package protocol MadeResult {
  /// SHA-256 of the input.
  var sha256: String { get }
  /// SHA-256 of what decides results in the pipeline.
  var pipelineDigest: String { get }
  /// The chosen pages.
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
  /// What is there, against what is wanted.
  package enum State: Hashable {
    /// It is what is wanted; the journal may lack it where the run that put it in place ended before it could note that.
    case current(isNoted: Bool)
    /// It is to be made again.
    case stale(Staleness)
  }

  /// Why a result is to be made again.
  package enum Staleness: Hashable, CustomStringConvertible {
    case otherSource
    case incomplete(DocumentStatus)
    /// It is what the workers make; what the parent adds has not come.
    case translationPending
    case overwritten
    /// A pipeline with other settings made it; with the grade of what it read.
    case otherPipeline(ExpectedErrors.Grade?)
    case otherPages
    /// People decided something about it that its files lack.
    case decisionsPending
    /// Settings or corners that are to be kept with it are not yet.
    case choicesPending
    case filesMissing

    /// For people, as the end of "Again, because …".
    package var description: String {
      switch self {
      case .otherSource: "the source has changed"
      case .incomplete(.failed): "it failed"
      case .incomplete(let status): "it is \(status.rawValue)"
      case .translationPending: "its translation is still to come"
      case .overwritten: "--overwrite"
      case .otherPipeline(let grade):
        "the pipeline or its settings have changed"
          + (grade.map { "; kept if the new text is worse than grade \($0.rawValue)" } ?? "")
      case .otherPages: "other pages of it are wanted"
      case .decisionsPending: "corrections are not in its files yet"
      case .choicesPending: "from now on, its settings are kept with it"
      case .filesMissing: "some of its files are missing"
      }
    }
  }

  /// What the result is against what is wanted: its record, what the journal notes, its files and what people decided, as one.
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

  /// The documents that an input was divided into, as far as they are there.
  private var parts: [StoredDocument] {
    (record.parts ?? []).compactMap { StoredDocument.placed("\(place)/\($0)", in: root) }
  }

  /// Whether the files have what people decided.
  private var hasDecisions: Bool {
    let edits = ownEdits
    return record.edits?.sha256 == edits.sha256 && !edits.waitsForRun(record)
  }

  /// Whether all that was written is there, by whether the journal notes it; nil if something is missing.
  package func hasFiles(in journal: Journal?) throws(OutputError) -> Bool? {
    if let entry = try journal?.document(named: record.name), entry.isOf(record),
      entry.selection == record.selection, entry.status == record.status
    {
      return entry.files.areIn(files) ? true : nil
    }
    // The run that put it in place ended before it could note it, or the journal was removed.
    guard let files, let own = record.files, own.areIn(files) else { return nil }
    let parts = parts
    guard parts.count == record.parts?.count ?? 0,
      parts.allSatisfy({ $0.record.sha256 == record.sha256 && $0.record.files?.areIn($0.files) ?? false })
    else { return nil }
    return false
  }
}
