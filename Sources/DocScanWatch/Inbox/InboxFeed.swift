// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCore
internal import DocScanFiles
internal import DocScanInput
internal import DocScanStore
internal import Glibc

/// The documents of an inbox, which are taken once they're complete. The originals are moved away after publication. The order of steps ensures that
/// each document is processed once, even if the process is killed: results reach the disk, then the journal records them, then the original moves. If
/// the journal already has a file's content, the file is only moved.
final class InboxFeed: DocumentFeed {
  /// The interval of complete scans, because the system may miss changes.
  private static let rescan: Duration = .seconds(300)
  /// The interval of complete scans if the system doesn't report changes.
  private static let rescanWithoutWatch: Duration = .seconds(10)

  private let places: WatchPlaces
  private let group: InputSettings.Grouping
  private let formats: InputFormats
  private let settings: WatchSettings
  private let watcher: InboxWatcher?
  private let hangUp: SignalDescriptor
  private let names: ResultNaming
  private let journal: Journal
  private let storage: OriginalStorage
  private let hooks: Hooks

  /// The callbacks of the feed's owner.
  struct Hooks {
    var onEvent: (BatchEvent) -> Void
    /// Reloads the pipeline if `isAsked`. Returns `true` if a new pipeline is ready to take over after the pending documents.
    var reload: (_ isAsked: Bool) -> Bool
    /// Runs after each look at the inbox. Returns the time by which the owner needs the next one, or `nil` for none.
    var looked: (InboxFeed) throws(BatchError) -> ContinuousClock.Instant?
  }

  private var scan: InboxScan
  private var table: InboxTable
  private var documents = InboxDocuments()
  /// Finished items that couldn't be moved, with the time of the next attempt.
  private var stuck: [(item: InboxItem, due: ContinuousClock.Instant)] = []
  private var isBeingChecked = false
  private var isClosing = false
  private var isDirty = true
  private var isInboxGone = false
  private var isUnwatched = false
  private var earliestScan = ContinuousClock.now
  private var nextRescan = ContinuousClock.now
  /// The time by which the owner needs the next look at the inbox.
  private var ownersLook: ContinuousClock.Instant?

  init(
    places: WatchPlaces, pipeline: Pipeline, formats: InputFormats, output: OutputFolder,
    hangUp: SignalDescriptor, hooks: Hooks
  ) {
    (self.places, self.formats) = (places, formats)
    journal = output.journal
    (self.hangUp, self.hooks) = (hangUp, hooks)
    settings = pipeline.watch
    group = pipeline.input.group
    names = ResultNaming(results: output.results, output: output)
    storage = OriginalStorage(places: places, originals: pipeline.watch.originals, output: output, formats: formats)
    watcher = pipeline.watch.poll > 0 ? nil : InboxWatcher()
    table = InboxTable(settings: pipeline.watch, formats: formats)
    scan = InboxScan(places, group: pipeline.input.group, formats: formats)
  }

  // MARK: Requests from the loop

  let count: Int? = nil

  var descriptors: [Int32] { [hangUp.descriptor] + (watcher.map { [$0.descriptor] } ?? []) }

  var nextLook: ContinuousClock.Instant? {
    // While closing, only workers and signals matter.
    if isClosing { return nil }
    let wishes = [nextRescan, table.nextDue, isDirty ? earliestScan : nil].compactMap(\.self)
    return ([wishes.min().map { max($0, earliestScan) }, ownersLook] + stuck.map(\.due)).compactMap(\.self).min()
  }

  var ready: Int { isClosing ? 0 : table.ready + documents.queued }

  var isAtEnd: Bool { isClosing }

  var hasJob: Bool { !isClosing && !isBeingChecked && !table.unverified.isEmpty }

  func nextJob() -> (any Job)? {
    guard hasJob, let inbox = scan.root else { return nil }
    let items = table.takeUnverified()
    guard !items.isEmpty else { return nil }
    isBeingChecked = true
    return CompletenessJob(items, in: inbox, for: self)
  }

  /// Handles a worker's checks for completeness. `isComplete` is `nil` for items that the worker didn't check.
  func looked(at states: [(item: InboxScan.Item, isComplete: Bool?)]) {
    isBeingChecked = false
    for state in states { table.looked(at: state.item, isComplete: state.isComplete) }
    tellIncomplete()
  }

  var waiting: Int { table.waiting + stuck.count + documents.unnamed }

  var ignored: [InboxTable.Finding] { table.ignored }

  var namesProcessed: [String] { documents.names.sorted() }

  func look() throws(BatchError) {
    if hooks.reload(hangUp.take()) { isClosing = true }
    if watcher?.takeChanges() ?? false { isDirty = true }
    let now = ContinuousClock.now
    let isDue = isDirty || now >= nextRescan || table.nextDue.map { now >= $0 } ?? false
    if isDue, now >= earliestScan, !isClosing { rescan(now) }
    let due = stuck.filter { $0.due <= now }
    stuck.removeAll { $0.due <= now }
    for entry in due { putAway(entry.item) }
    ownersLook = try hooks.looked(self)
  }

  func next() -> InputDocument? {
    guard !isClosing else { return nil }
    while documents.queued == 0, let inbox = scan.root, let item = table.takeNext(of: scan, now: .now) {
      let parts = item.documents(in: inbox, formats)
      let opened = InboxItem(item, documents: parts.count, inbox: inbox)
      documents.append(
        parts.map { part in
          InboxDocuments.Document(item: opened, files: part.files, input: input(part.wish, part.files, of: opened))
        })
      if parts.isEmpty { table.retain(item) }
    }
    return documents.takeNext()?.input
  }

  func mayPublish(_ input: InputDocument) -> Bool {
    guard let item = documents.processing(input.name)?.item else { return true }
    if let current = scan.again(item.item), current.files == item.item.files { return true }
    item.isStale = true
    hooks.onEvent(.notice("\(item.item.path) changed while it was processed; it will be processed again."))
    documents.remove(processing: input.name)
    closed(item)
    return false
  }

  func finished(_ input: InputDocument, _ outcome: DocumentOutcome) throws(BatchError) {
    guard let document = documents.processing(input.name) else { return }
    if var entry = document.entry {
      entry.status =
        switch outcome.status {
        case .complete, .unchanged: .complete
        case .partial: .partial
        case .failed, .ignored: .failed
        }
      try writing(journal.remember(entry))
    }
    documents.remove(processing: input.name)
    closed(document.item, .init(outcome: outcome, isDuplicate: false))
  }

  func rename(_ input: InputDocument, to name: String) throws(BatchError) {
    if let entry = documents.rename(input.name, to: name) { try writing(journal.remember(entry)) }
  }

  // MARK: Scanning the inbox

  private func rescan(_ now: ContinuousClock.Instant) {
    scan = InboxScan(places, group: group, formats: formats, after: scan.root)
    isDirty = false
    if let failure = scan.failure {
      if !isInboxGone { hooks.onEvent(.notice("The inbox \(places.inbox) cannot be read at the moment: \(failure).")) }
      isInboxGone = true
      nextRescan = now + Self.rescanWithoutWatch
      earliestScan = nextRescan
      return
    }
    isInboxGone = false
    if let watcher {
      let watched = watcher.watch(scan.folders.map { $0.isEmpty ? places.inbox : places.inbox + "/" + $0 })
      // Files may have arrived in a new folder before the watch began, so scan again.
      isDirty = watched.hasNew
      if let failure = watched.failure, !isUnwatched {
        isUnwatched = true
        hooks.onEvent(.notice("The system does not report changes (\(failure)), so the inbox is scanned every 10 s."))
      }
    }
    for finding in table.update(scan, now: now) { tell(finding) }
    tellIncomplete()
    let end = ContinuousClock.now
    earliestScan = end + max(.milliseconds(100), (end - now) * 20)
    nextRescan =
      end
      + (settings.poll > 0
        ? .seconds(settings.poll) : watcher == nil || isUnwatched ? Self.rescanWithoutWatch : Self.rescan)
  }

  private func tellIncomplete() {
    let seconds = Int(settings.patience.rounded(.up))
    let time = seconds % 60 == 0 ? (seconds == 60 ? "1 minute" : "\(seconds / 60) minutes") : "\(seconds) seconds"
    for path in table.takeIncomplete() {
      hooks.onEvent(
        .notice(
          "\(places.inbox)/\(path) is empty, or the end of it is missing. docscan waits up to \(time) for the rest to arrive, and "
            + "then tries what is there."))
    }
  }

  private func tell(_ finding: InboxTable.Finding) {
    let source = places.inbox + "/" + finding.path
    hooks.onEvent(.documentFinished(DocumentOutcome(.ignored, source: source, reason: finding.reason)))
  }

  // MARK: Taking documents

  private func input(_ wish: String, _ files: [InboxScan.File], of item: InboxItem) -> InputDocument {
    let source = places.inbox + "/" + (files.count == 1 ? files[0].path : item.item.path)
    var input = InputDocument(
      name: wish, source: source, identity: source, paths: files.map { places.inbox + "/" + $0.path }, root: item.inbox)
    if item.item.isFolder { input.received = ReceivedPages(in: item.item.path, of: item.inbox) }
    if !item.item.isFolder, let invoice = InvoiceBeside.path(for: input.paths[0], below: item.inbox) {
      input.invoice = invoice
      item.invoice = item.inbox.name(of: invoice)
    }
    return input
  }

  func settle(_ input: InputDocument, digest: InputDigest) throws(BatchError) -> InputDocument? {
    // Documents that aren't settled yet are left to the next pipeline.
    guard !isClosing, let document = documents.hashed(input) else { return nil }
    if document.item.isStale {
      documents.remove(hashing: input)
      closed(document.item)
      return nil
    }
    var settled = input
    settled.digest = digest
    let digest = digest.sha256
    if documents.isProcessing(sha256: digest) {
      documents.enter(.duplicate(sha256: digest), settled)
      return nil
    }
    // An unreadable document has no digest, and gets a record under its preferred name.
    var entry: ContentEntry?
    var known: ContentEntry?
    if !digest.isEmpty {
      known = try writing(journal.content(sha256: digest))
      let version = document.files.count == 1 ? document.files[0].version.text : InboxScan.version(of: document.files)
      if let known, known.status == .complete, try isDone(input, as: known) {
        let isSameCopy = PathKey(known.source) == PathKey(input.source) && known.version == version
        let reason =
          isSameCopy
          ? "Its results are already in place."
          : "It has the same content as \(fileName(known.source)), whose result is \(known.name)."
        let outcome = DocumentOutcome(.unchanged, name: known.name, source: input.source, reason: reason)
        hooks.onEvent(.documentFinished(outcome))
        documents.remove(hashing: input)
        closed(document.item, .init(outcome: outcome, isDuplicate: !isSameCopy))
        return nil
      }
      entry = ContentEntry(sha256: digest, name: "", status: .begun, source: input.source, version: version)
    }
    settled.name = try names.name(
      for: input.name, digest: digest, known: known?.name, failed: try retried(input, of: document.item),
      besides: ReservedNames(documents.names))
    settled.isNamed = true
    entry?.name = settled.name
    if let entry { try writing(journal.remember(entry)) }
    documents.enter(.processing(name: settled.name, entry: entry), settled)
    return settled
  }

  // Returns the result of an earlier file at the same place that failed and isn't among the failed originals any more, such as a damaged one that was
  // repaired and retried.
  private func retried(_ input: InputDocument, of item: InboxItem) throws(BatchError) -> String? {
    let failed = try writing(journal.documents(source: input.identity)).first { $0.status == .failed }
    guard let failed, !FailedOriginals(places).holds(item.item.path) else { return nil }
    return failed.name
  }

  /// Returns whether all results for the content of a file are published, including corrections, regardless of the pipeline. The published document
  /// can differ: another run may have replaced it, or the original may have been delivered again for new corrections.
  private func isDone(_ input: InputDocument, as known: ContentEntry) throws(BatchError) -> Bool {
    let wanted = WantedResult(sha256: known.sha256, selection: "all", received: input.received)
    guard let stored = names.results.document(named: known.name),
      case .current = try writing(stored.state(wanted: wanted, in: journal))
    else { return false }
    return true
  }

  // MARK: Moving originals

  /// Records that a document of an item is finished, and moves the item away after its last document. Without a result, the item is processed again.
  private func closed(_ item: InboxItem, _ result: InboxItem.Result? = nil) {
    if let result { item.results.append(result) }
    item.open -= 1
    if item.open == 0 { putAway(item) }
  }

  private func putAway(_ item: InboxItem) {
    guard !item.isStale else { return table.giveBack(item.item, now: .now) }
    // Files that arrived in a folder at the last moment haven't been processed.
    guard let current = scan.again(item.item) else { return table.remove(item.item) }
    guard current.files == item.item.files else {
      hooks.onEvent(.notice("\(item.item.path) changed before it was moved away; it will be processed again."))
      return table.giveBack(current, now: .now)
    }
    do throws(OutputError) {
      switch try storage.putAway(item) {
      case .stays: table.retain(item.item)
      case .gone: table.remove(item.item)
      case .setAside(let path):
        table.remove(item.item)
        hooks.onEvent(.notice("\(item.item.path) has pages on which no text was found. The original is \(path)."))
      }
    } catch {
      if !item.isStuck { hooks.onEvent(.notice("\(item.item.path) stays in the inbox for now: \(error)")) }
      item.isStuck = true
      stuck.append((item, .now + .seconds(settings.patience)))
    }
  }
}
