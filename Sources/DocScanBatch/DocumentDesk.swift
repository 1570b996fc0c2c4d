// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanWriters
internal import FoundationEssentials
internal import Glibc

/// Keeps the documents of a run: which are still to be opened, which are open, and what became of the others.
final class DocumentDesk {
  /// Pages are handed out at most so many times the number of workers ahead of the writing.
  private static let windowFactor = 4

  /// So many pages that an earlier run has read are taken before workers and signals are seen to.
  private static let knownPagesAtOnce = 16
  /// A page that was in hand when so many runs ended, one after the other, is taken for what ended them.
  private static let tolerableEnds = 5

  private let feed: any DocumentFeed
  private let output: OutputFolder
  private let pipeline: Pipeline
  /// Where no page is overridden.
  private let identity: DocumentRecord.PipelineIdentity
  private let versions: [String: String]
  /// How pages are read, whatever the stages.
  private let reading: String
  private let options: BatchOptions
  private let workers: Int
  private let onEvent: (BatchEvent) -> Void

  /// Documents to open once more.
  private var again: [InputDocument] = []
  private var open: [OpenDocument] = []
  private var grafts: [OpenDocument] = []
  /// Documents whose PDFs are to be compared with what was meant to be in them.
  private var verifications: [OpenDocument] = []
  private var inspecting = 0
  /// Documents whose inspection ended a worker once already.
  private var inspectedTwice: Set<String> = []
  /// Documents whose original cannot be grafted after all.
  private var rebuilding: Set<String> = []
  private var openedDocuments = 0
  private var knownPagesLeft = knownPagesAtOnce
  private var journal: Journal { output.journal }

  init(
    feed: any DocumentFeed, output: OutputFolder, pipeline: Pipeline, identity: DocumentRecord.PipelineIdentity,
    reading: String, versions: [String: String], options: BatchOptions, workers: Int,
    onEvent: @escaping (BatchEvent) -> Void
  ) {
    self.feed = feed
    self.output = output
    self.pipeline = pipeline
    self.identity = identity
    self.versions = versions
    self.reading = reading
    self.options = options
    self.workers = workers
    self.onEvent = onEvent
  }

  /// Whether every document is done, and no other will come.
  var isAtEnd: Bool { feed.isAtEnd && feed.ready == 0 && again.isEmpty && open.isEmpty && inspecting == 0 }

  private var window: Int { workers * Self.windowFactor }

  /// Enough documents are open for every worker to have a page, and no more.
  private var mayOpenAnother: Bool { open.count + inspecting <= workers }

  /// At least so many jobs can be handed out now.
  var availableJobs: Int {
    let pages = open.reduce(0) { $0 + $1.availablePages(window: window) }
    return grafts.count + verifications.count + pages + (mayOpenAnother ? min(again.count + feed.ready, 1) : 0)
  }

  /// Begins another turn of the loop, after it has seen to workers and signals.
  func beginTurn() { knownPagesLeft = Self.knownPagesAtOnce }

  /// Whether the turn ended early, with more pages that an earlier run has read.
  var hasMoreKnownPages: Bool { knownPagesLeft == 0 }

  /// The next thing to do; pages of the document that the worker has open come first.
  func nextJob(lastDocument: ObjectIdentifier?) throws -> Job? {
    if !grafts.isEmpty { return .graft(grafts.removeFirst()) }
    if !verifications.isEmpty { return .verify(verifications.removeFirst()) }
    let preferred = open.filter { ObjectIdentifier($0) == lastDocument }
    for document in preferred + open {
      while knownPagesLeft > 0, let page = document.takePage(window: window) {
        let key = document.key(page.index)
        if page.effort == .full, let results = try knownResults(document, index: page.index) {
          knownPagesLeft -= 1
          try finished(document, index: page.index, results: results, pictureFolder: "")
        } else if try journal.begin(file: key.file, number: key.number, document: document.input.name)
          >= Self.tolerableEnds
        {
          try failed(document, index: page.index, effort: page.effort, failure: .endsRuns("page"), workerEnded: false)
        } else {
          return .page(document, index: page.index, effort: page.effort)
        }
      }
    }
    while mayOpenAnother, let input = try again.popLast() ?? feed.next() {
      inspecting += 1
      do {
        let digest = try ContentDigest.digest(files: input.paths)
        if let outcome = try unchanged(input, digest: digest) {
          inspecting -= 1
          try close(input, outcome)
        } else if try journal.begin(file: digest.sha256, number: 0, document: input.name) >= Self.tolerableEnds {
          try failed(input, digest: digest, failure: .endsRuns("document"))
        } else {
          return .inspect(input, digest: digest)
        }
      } catch let error as ContentDigest.ReadError {
        let failure = PageFailure(kind: .unreadable, stage: "load", message: error.message)
        try failed(input, digest: DocumentDigest(files: []), failure: failure)
      }
    }
    return nil
  }

  // MARK: Documents

  /// A document's pages are counted.
  func opened(_ input: InputDocument, digest: DocumentDigest, inspection: DocumentInspection) throws {
    try journal.end(file: digest.sha256, number: 0, outcome: "inspected")
    let counts = inspection.untrustedPageCounts
    let limit = pipeline.limits.pagesPerDocument
    let total = counts.reduce(0) { $0.addingReportingOverflow(max($1, 0)).partialValue }
    guard counts.count == input.paths.count, counts.allSatisfy({ (1...limit).contains($0) }),
      (1...limit).contains(total)
    else {
      let message = "It claims to have \(total) pages; limits.pagesPerDocument allows \(limit)."
      return try failed(input, digest: digest, failure: PageFailure(kind: .limit, stage: "load", message: message))
    }
    openedDocuments += 1
    let setup = DocumentSetup(
      pipeline: pipeline, selection: options.pages, identity: try identity(of: input), reading: reading,
      versions: versions,
      folder: try output.makePartial("\(openedDocuments)"),
      layersFolder: try output.makeScratch("layers-\(openedDocuments)"))
    let document = try OpenDocument(
      input: input, digest: digest, inspection: inspection, allowGraft: !rebuilding.contains(input.name), setup: setup)
    guard document.pageCount > 0 else {
      let message = "It has \(total == 1 ? "one page" : "\(total) pages"), and --pages selects none of them."
      return try failed(input, digest: digest, failure: PageFailure(kind: .limit, stage: "load", message: message))
    }
    inspecting -= 1
    open.append(document)
    onEvent(.documentOpened(name: input.name, pages: document.pageCount))
  }

  /// A document cannot be opened.
  func failed(_ input: InputDocument, digest: DocumentDigest, failure: PageFailure) throws {
    inspecting -= 1
    openedDocuments += 1
    let setup = DocumentSetup(
      pipeline: pipeline, selection: options.pages, identity: try identity(of: input), reading: reading,
      versions: versions,
      folder: try output.makePartial("\(openedDocuments)"), layersFolder: "")
    var record = setup.record(
      for: input, reference: DocumentReference(name: input.name, sha256: digest.sha256, pageCount: 0))
    record.failure = failure
    try writeRecord(record, into: setup.folder)
    try publish(record, input: input, files: digest.files, folder: setup.folder, seconds: 0)
  }

  /// A worker ended while it counted a document's pages.
  func inspectionLost(_ input: InputDocument, digest: DocumentDigest, failure: PageFailure) throws {
    try journal.end(file: digest.sha256, number: 0, outcome: failure.kind.rawValue)
    guard inspectedTwice.insert(input.name).inserted else {
      return try failed(input, digest: digest, failure: failure)
    }
    inspecting -= 1
    again.append(input)
  }

  // MARK: Pages

  /// The results of a page for which nothing is left to do, because an earlier run did it.
  private func knownResults(_ document: OpenDocument, index: Int) throws -> [PageResult]? {
    guard !options.overwrite, let known = try journal.page(document.key(index)) else { return nil }
    return document.results(of: known, index: index)
  }

  /// What a worker is asked for a page; what an earlier run made of it goes along.
  func request(_ document: OpenDocument, index: Int, effort: PageRequest.Effort, scratch: String) throws -> PageRequest
  {
    var request = document.request(index: index, effort: effort, scratch: scratch)
    if effort == .full, !options.overwrite { request.known = try journal.page(document.key(index)) }
    return request
  }

  /// A worker has read a page.
  func finished(
    _ document: OpenDocument, index: Int, results: [PageResult], trail: PageTrail, effort: PageRequest.Effort,
    pictureFolder: String
  ) throws {
    let key = document.key(index)
    if effort == .full {
      try journal.remember(document.known(results, trail: trail, index: index), key: key, document: document.input.name)
    }
    try journal.end(
      file: key.file, number: key.number, outcome: results.first?.page.status.rawValue ?? "")
    try finished(document, index: index, results: results, pictureFolder: pictureFolder)
  }

  private func finished(_ document: OpenDocument, index: Int, results: [PageResult], pictureFolder: String) throws {
    let outcome = try document.accept(results, pictureFolder: pictureFolder, index: index)
    onEvent(
      .pageFinished(
        document: document.input.name, page: document.pageReference(index).number, status: outcome.status,
        message: outcome.message))
    try continueIfWritten(document)
  }

  /// A page failed, or its worker ended.
  func failed(
    _ document: OpenDocument, index: Int, effort: PageRequest.Effort, failure: PageFailure, workerEnded: Bool
  ) throws {
    let number = document.pageReference(index).number
    let key = document.key(index)
    try journal.end(file: key.file, number: key.number, outcome: failure.kind.rawValue)
    switch document.note(failure, index: index, effort: effort, workerEnded: workerEnded) {
    case .retry:
      onEvent(.pageRetried(document: document.input.name, page: number, message: failure.message))
    case .givenUp:
      let final = try document.accept(failure, index: index)
      onEvent(
        .pageFinished(document: document.input.name, page: number, status: .failed, message: final.message))
      try continueIfWritten(document)
    }
  }

  private func continueIfWritten(_ document: OpenDocument) throws {
    guard document.isWritten else { return }
    try document.finishWriters()
    switch document.pdfOrigin {
    case .layers: grafts.append(document)
    case .original: try grafted(document, file: nil)
    case .pictures, nil: try verify(document)
    }
  }

  /// A worker has put a PDF together; without a file the original, byte for byte, is the result.
  func grafted(_ document: OpenDocument, file: String?) throws {
    if let file {
      guard isRegularFile(file), unsafe rename(file, document.pdfPath) == 0 else {
        throw OutputError(operation: "put in place", path: document.pdfPath, code: errno)
      }
    } else {
      try FileCopy.copy(document.input.paths[0], to: document.pdfPath)
    }
    try verify(document)
  }

  /// A PDF could not be put together from the original, so it is built anew from pictures of its pages.
  func graftFailed(_ document: OpenDocument, failure: PageFailure) throws {
    if failure.kind == .standard {
      document.fail(failure)
      return try publish(document)
    }
    open.removeAll { $0 === document }
    rebuilding.insert(document.input.name)
    again.append(document.input)
  }

  // MARK: Verification

  /// Has the next pages of a document compared; once there are none, the document is done.
  private func verify(_ document: OpenDocument) throws {
    if document.hasPagesToVerify { verifications.append(document) } else { try publish(document) }
  }

  /// Some pages of a PDF are compared with what was meant to be on them.
  func verified(_ document: OpenDocument, drifts: [Drift]) throws {
    guard let first = drifts.first else {
      document.notePagesVerified()
      return try verify(document)
    }
    let count = drifts.count > 1 ? " (the first of \(drifts.count) differences)" : ""
    let message = "The PDF is not what was meant: \(first.description.prefix(1000))\(count). docscan verify tells more."
    try verificationFailed(document, failure: PageFailure(kind: .drift, stage: "verify", message: message))
  }

  /// A PDF could not be compared; `workerEnded` gives it another try.
  func verificationFailed(_ document: OpenDocument, failure: PageFailure, workerEnded: Bool = false) throws {
    if workerEnded, document.takeVerificationRetry() { return try verify(document) }
    var failure = failure
    failure.stage = "verify"
    document.fail(failure)
    try publish(document)
  }

  private func publish(_ document: OpenDocument) throws {
    open.removeAll { $0 === document }
    let record = try document.finish()
    try publish(
      record, input: document.input, files: document.digest.files, folder: document.builtFolder,
      seconds: seconds(from: document.started, to: .now))
    try OutputFolder.removeTree(document.layersFolder)
  }

  /// Puts a document in place; a failure never takes the place of a complete earlier result.
  private func publish(
    _ record: DocumentRecord, input: InputDocument, files: [String], folder: String, seconds: Double
  ) throws {
    guard feed.mayPublish(input) else {
      forgetTroubles(of: input)
      return try OutputFolder.removeTree(folder)
    }
    var outcome = DocumentOutcome(
      name: record.name, source: input.source, status: record.status, pages: record.pages.count,
      failedPages: record.pages.filter { $0.status == .failed }.map(\.number),
      blankPages: record.pages.filter { $0.status == .blank }.map(\.number),
      poorPages: record.pages.filter { $0.grade == .poor }.map(\.number), reason: record.failure?.message,
      notes: record.notes, seconds: seconds.rounded(toPlaces: 3))
    if record.status == .failed, output.record(of: input)?.status == .complete {
      outcome.reason =
        (outcome.reason ?? "All of its pages failed.") + " The complete result of an earlier run was kept."
      try OutputFolder.removeTree(folder)
    } else {
      let artifacts = try Artifacts.files(in: folder)
      try output.publish(folder, as: record.name)
      try note(record, input: input, files: files, artifacts: artifacts)
    }
    try close(input, outcome)
  }

  /// Notes in the journal what is in place.
  private func note(
    _ record: DocumentRecord, input: InputDocument, files: [String], artifacts: [String: DocumentEntry.Artifact]
  ) throws(OutputError) {
    let entry = DocumentEntry(
      name: record.name, source: input.source, sha256: record.sha256, pipeline: record.pipeline.sha256,
      selection: record.selection, status: record.status, pages: record.pages.count,
      finished: Date().formatted(.iso8601), files: artifacts)
    try journal.remember(entry, reading: reading, files: files)
  }

  private func close(_ input: InputDocument, _ outcome: DocumentOutcome) throws(BatchError) {
    forgetTroubles(of: input)
    try feed.finished(input, outcome)
    onEvent(.documentFinished(outcome))
  }

  /// A service may meet the same name again, with another document.
  private func forgetTroubles(of input: InputDocument) {
    inspectedTwice.remove(input.name)
    rebuilding.remove(input.name)
  }

  /// The outcome of a document whose complete result is there already.
  private func unchanged(_ input: InputDocument, digest: DocumentDigest) throws -> DocumentOutcome? {
    guard !options.overwrite, let record = output.record(of: input), record.status == .complete,
      record.sha256 == digest.sha256, record.pipeline.sha256 == (try identity(of: input)).sha256,
      record.selection == "\(options.pages)", try hasFiles(of: record, input, digest: digest)
    else { return nil }
    return DocumentOutcome(
      name: input.name, source: input.source, status: .unchanged, pages: 0, failedPages: [],
      reason: "A complete result is there already; --overwrite makes it anew.", seconds: 0)
  }

  /// What decides the document's result beside its bytes.
  private func identity(of input: InputDocument) throws(BatchError) -> DocumentRecord.PipelineIdentity {
    pipeline.overrides(files: input.paths).isEmpty ? identity : try pipeline.identity(files: input.paths)
  }

  /// Whether what was written is still there: where somebody removed a file, the document is made anew.
  private func hasFiles(
    of record: DocumentRecord, _ input: InputDocument, digest: DocumentDigest
  ) throws -> Bool {
    let folder = output.folder(of: input.name)
    if let entry = try journal.document(named: input.name), entry.sha256 == record.sha256,
      entry.pipeline == record.pipeline.sha256, entry.selection == record.selection, entry.status == record.status
    {
      return entry.files.allSatisfy { Artifacts.size(of: folder + "/" + $0.key) == $0.value.bytes }
    }
    // The run that put it in place ended before it could note it.
    let isThere = pipeline.output.writers.allSatisfy { component in
      let writer = builtInWriters.first { $0.description.name == component.name }
      let file = writer.flatMap { $0.mainFile(baseName: input.baseName, firstPage: record.pages.first?.number ?? 1) }
      return file.map { isRegularFile(folder + "/" + $0) } ?? true
    }
    if isThere { try note(record, input: input, files: digest.files, artifacts: try Artifacts.files(in: folder)) }
    return isThere
  }
}

extension PageFailure {
  /// Why something is not tried any more that runs did not survive.
  fileprivate static func endsRuns(_ what: String) -> PageFailure {
    PageFailure(
      kind: .crash, stage: "load",
      message:
        "docscan itself was ended several times while it had this \(what) in hand, so it was left out this time. "
        + "The next run tries it again.")
  }
}
