// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanWriters
internal import FoundationEssentials
internal import Glibc

/// Keeps the documents of a run: which are still to be opened, which are open, and what became of the others.
final class BatchScheduler {
  /// How far pages are handed out ahead of the writing, in multiples of the number of workers.
  private static let windowFactor = 4

  /// So many pages that an earlier run has read are taken before workers and signals are seen to.
  private static let cachedPagesAtOnce = 16
  /// A page that was in progress when this many runs in a row were killed counts as the cause.
  private static let tolerableEnds = 5

  let feed: any DocumentFeed
  let output: OutputFolder
  let pipeline: Pipeline
  let results: ResultsInPlace
  let versions: [String: String]
  let options: BatchOptions
  /// The worst pages so far; nil without `--review`.
  let review: ReviewList?
  private let workers: Int
  let onEvent: (BatchEvent) -> Void

  /// Documents to open once more.
  var again: [InputDocument] = []
  var open: [OpenDocument] = []
  private var grafts: [OpenDocument] = []
  /// Documents whose PDFs are to be compared with what was meant to be in them.
  private var verifications: [OpenDocument] = []
  /// Inputs whose pages are being counted or searched for separators.
  var inspecting = 0
  let separators = DivisionQueue()
  let names: SourceNames
  /// Documents whose inspection ended a worker once already.
  var inspectedTwice: Set<String> = []
  /// Documents whose original cannot be grafted after all.
  var rebuilding: Set<String> = []
  var openedDocuments = 0
  private var cachedPagesLeft = cachedPagesAtOnce
  private var journal: Journal { output.journal }

  init(
    feed: any DocumentFeed, output: OutputFolder, pipeline: Pipeline, versions: [String: String], packs: [String],
    options: BatchOptions, workers: Int, onEvent: @escaping (BatchEvent) -> Void
  ) throws(BatchError) {
    results = ResultsInPlace(
      folder: output.results, journal: output.journal, pipeline: pipeline, options: options,
      identity: try pipeline.identity(files: []), reading: try pipeline.reading(versions: versions, packs: packs))
    names = SourceNames(naming: ResultNaming(output: output), results: results, options: options)
    self.feed = feed
    self.output = output
    self.pipeline = pipeline
    self.versions = versions
    self.options = options
    review = options.review.map(ReviewList.init)
    self.workers = workers
    self.onEvent = onEvent
  }

  /// Whether every document is done, and no other will come.
  var isAtEnd: Bool { feed.isAtEnd && feed.ready == 0 && isIdle }

  /// Whether no document is in hand.
  var isIdle: Bool { again.isEmpty && open.isEmpty && inspecting == 0 && separators.isEmpty }

  private var window: Int { workers * Self.windowFactor }

  /// Enough documents are open for every worker to have a page, and no more.
  private var mayOpenAnother: Bool { open.count + inspecting <= workers }

  /// The number of jobs, at least, that can be handed out now.
  var availableJobs: Int {
    let pages = open.reduce(0) { $0 + $1.availablePages(window: window) }
    return grafts.count + verifications.count + pages + separators.availableJobs
      + (mayOpenAnother ? min(again.count + separators.ready + feed.ready, 1) : 0)
  }

  /// Begins another turn of the loop, after it has seen to workers and signals.
  func beginTurn() { cachedPagesLeft = Self.cachedPagesAtOnce }

  /// Whether the turn ended early, with more pages that an earlier run has read.
  var hasMoreCachedPages: Bool { cachedPagesLeft == 0 }

  /// The next thing to do; pages of the document that the worker has open come first.
  func nextJob(lastDocument: ObjectIdentifier?) throws -> Job? {
    if !grafts.isEmpty { return .graft(grafts.removeFirst()) }
    if !verifications.isEmpty { return .verify(verifications.removeFirst()) }
    if let survey = separators.nextJob() { return survey }
    while mayOpenAnother, let (part, input) = separators.nextPart() { try open(part, of: input) }
    let preferred = open.filter { ObjectIdentifier($0) == lastDocument }
    for document in preferred + open {
      while cachedPagesLeft > 0, let page = document.takePage(window: window) {
        let key = document.key(page.index)
        if page.effort == .full, let results = try cachedResults(document, index: page.index) {
          cachedPagesLeft -= 1
          try finished(document, index: page.index, results: results)
        } else if try journal.begin(file: key.file, number: key.number, document: document.inputName)
          >= Self.tolerableEnds
        {
          try failed(document, index: page.index, effort: page.effort, failure: .endsRuns("page"), workerEnded: false)
        } else {
          return .page(document, index: page.index, effort: page.effort)
        }
      }
    }
    while mayOpenAnother, var input = try again.popLast() ?? feed.next() {
      inspecting += 1
      do {
        input.files = try input.paths.map { (path) throws(PageFailure) in try SourceFile(path: path) }
        let digest = try ContentDigest.digest(files: input.files)
        if !input.isNamed {
          guard let named = try names.settle(input, digest: digest) else {
            inspecting -= 1
            try close(input, DocumentOutcome(repeated: input, first: names.first(with: digest)))
            continue
          }
          input = named
        }
        if let outcome = try results.unchanged(input, digest: digest) {
          inspecting -= 1
          if let review { results.records(of: input).forEach(review.add) }
          try close(input, outcome)
        } else if try journal.begin(file: digest.sha256, number: 0, document: input.name) >= Self.tolerableEnds {
          try failed(input, digest: digest, failure: .endsRuns("document"))
        } else {
          return .inspect(input, digest: digest, counts: [])
        }
      } catch let error as ContentDigest.ReadError {
        try failed(unread: input, PageFailure(kind: .unreadable, stage: "load", message: error.message))
      } catch let failure as PageFailure {
        try failed(unread: input, failure)
      }
    }
    return nil
  }

  /// A document's files cannot be read.
  private func failed(unread input: InputDocument, _ failure: PageFailure) throws {
    let digest = InputDigest(files: [])
    // Without a digest it is not the same as any other.
    let named = input.isNamed ? input : try names.settle(input, digest: digest) ?? input
    try failed(named, digest: digest, failure: failure)
  }

  // MARK: Documents

  /// A document's pages are counted.
  func opened(_ input: InputDocument, digest: InputDigest, inspection: Inspection) throws {
    try journal.end(file: digest.sha256, number: 0, outcome: "inspected")
    let counts = inspection.untrustedPageCounts
    let limit = pipeline.limits.pagesPerDocument
    let total = counts.reduce(0) { $0.addingReportingOverflow(max($1, 0)).partialValue }
    guard counts.count == input.paths.count, counts.allSatisfy({ (1...limit).contains($0) }),
      (1...limit).contains(total)
    else {
      let message = "It has \(total) pages; limits.pagesPerDocument allows \(limit)."
      return try failed(input, digest: digest, failure: PageFailure(kind: .limit, stage: "load", message: message))
    }
    guard (1...total).contains(where: options.pages.contains) else {
      let message = "It has \(total == 1 ? "one page" : "\(total) pages"), and --pages selects none of them."
      return try failed(input, digest: digest, failure: PageFailure(kind: .limit, stage: "load", message: message))
    }
    var notes: [String] = []
    if pipeline.input.separators != nil {
      guard inspection.conditions.contains(.signed), pipeline.pages.signed == .keep else {
        // The input counts as being inspected until it is known what documents it has.
        return separators.begin(Survey(input, digest: digest, inspection: inspection, selection: options.pages))
      }
      notes = ["A signed PDF stays whole, so it was not searched for separators."]
    }
    inspecting -= 1
    let folder = try output.makePartial("\(openedDocuments + 1)")
    try open(input, digest: digest, inspection: inspection, folder: folder, notes: notes)
  }

  /// Opens a document whose pages are known; `folder` is where it is built.
  func open(
    _ input: InputDocument, digest: InputDigest, inspection: Inspection, folder: String, notes: [String] = []
  ) throws {
    openedDocuments += 1
    let setup = DocumentSetup(
      pipeline: pipeline, selection: options.pages, identity: try results.identity(of: input),
      reading: results.reading, versions: versions, serial: openedDocuments, folder: folder,
      layersFolder: try output.makeScratch("layers-\(openedDocuments)"))
    let document = try OpenDocument(
      input: input, digest: digest, inspection: inspection, allowGraft: !rebuilding.contains(input.name), setup: setup)
    document.note(notes)
    open.append(document)
    onEvent(.documentOpened(name: input.name, pages: document.pageCount))
  }

  /// A document cannot be opened.
  func failed(_ input: InputDocument, digest: InputDigest, failure: PageFailure) throws {
    try journal.end(file: digest.sha256, number: 0, outcome: failure.kind.rawValue)
    inspecting -= 1
    openedDocuments += 1
    let setup = DocumentSetup(
      pipeline: pipeline, selection: options.pages, identity: try results.identity(of: input), reading: results.reading,
      versions: versions, serial: openedDocuments,
      folder: try output.makePartial("\(openedDocuments)"), layersFolder: "")
    var record = setup.record(
      for: input, reference: DocumentReference(name: input.name, sha256: digest.sha256, pageCount: 0))
    record.failure = failure
    review?.add(record)
    try record.write(into: setup.folder)
    try publish(
      record, input: input, files: digest.files, folder: setup.folder,
      outcome: DocumentOutcome(record, of: input, seconds: 0))
  }

  /// A worker ended while it counted a document's pages.
  func inspectionLost(_ input: InputDocument, digest: InputDigest, failure: PageFailure) throws {
    try journal.end(file: digest.sha256, number: 0, outcome: failure.kind.rawValue)
    guard failure.kind != .timeout, inspectedTwice.insert(input.name).inserted else {
      return try failed(input, digest: digest, failure: failure)
    }
    inspecting -= 1
    again.append(input)
  }

  // MARK: Pages

  /// The results of a page for which nothing is left to do, because an earlier run did it.
  private func cachedResults(_ document: OpenDocument, index: Int) throws -> [PageResult]? {
    guard !options.overwrite, let cached = try journal.page(document.key(index)) else { return nil }
    return document.results(of: cached, index: index)
  }

  /// What a worker is asked for a page; what an earlier run made of it goes along.
  func request(_ document: OpenDocument, index: Int, effort: PageRequest.Effort) throws -> PageRequest {
    var request = document.request(index: index, effort: effort)
    if effort == .full, !options.overwrite { request.cached = try journal.page(document.key(index)) }
    return request
  }

  /// A worker has read a page.
  func finished(
    _ document: OpenDocument, index: Int, results: [PageResult], checkpoint: PageCheckpoint, effort: PageRequest.Effort
  ) throws {
    let key = document.key(index)
    if effort == .full, document.hasUnchangedFile(index) {
      try journal.remember(
        document.cached(results, checkpoint: checkpoint, index: index), key: key, document: document.inputName)
    }
    try journal.end(
      file: key.file, number: key.number, outcome: results.first?.page.status.rawValue ?? "")
    try finished(document, index: index, results: results)
  }

  private func finished(_ document: OpenDocument, index: Int, results: [PageResult]) throws {
    let outcome = try document.accept(results, index: index)
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
    case .picture: break
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
      // A copy: whoever made the file may still have it open.
      try FileCopy.copy(file, to: document.pdfPath)
      removeFile(file)
    } else {
      let original: OpenFile
      do throws(PageFailure) {
        original = try document.input.files[0].open()
      } catch {
        return try inputLost(document, failure: error)
      }
      try FileCopy.copy(original.descriptor, named: document.input.paths[0], to: document.pdfPath)
    }
    try verify(document)
  }

  /// A PDF could not be put together from the original, so it is built from pictures of its pages; `workerEnded`
  /// gives it another try before.
  func graftFailed(_ document: OpenDocument, failure: PageFailure, workerEnded: Bool = false) throws {
    if workerEnded, document.takeGraftRetry() { return grafts.append(document) }
    if failure.kind == .standard {
      document.fail(failure)
      return try publish(document)
    }
    open.removeAll { $0 === document }
    rebuilding.insert(document.input.name)
    try OutputFolder.removeTree(document.layersFolder)
    if document.input.part == nil { try OutputFolder.removeTree(document.builtFolder) }
    if document.input.part == nil { again.append(document.input) } else { separators.again(document.input) }
  }

  /// A worker could not write what it made; when the disk has room for it, it is the worker's fault.
  func checkDisk(for document: OpenDocument?) throws(BatchError) {
    let sizes = (document?.input.paths ?? []).map(fileSize)
    try output.checkDisk(room: max(64 << 20, 2 * sizes.reduce(0, +)))
  }

  /// A file of a document is not what it was when the document was opened: the document as a whole has failed.
  func inputLost(_ document: OpenDocument, failure: PageFailure) throws {
    document.fail(failure)
    try publish(document)
  }

  // MARK: Verification

  /// Has the next pages of a document compared; once there are none, the document is done.
  private func verify(_ document: OpenDocument) throws {
    if document.hasPagesToVerify { verifications.append(document) } else { try publish(document) }
  }

  /// Some pages of a PDF are compared with what was meant to be on them.
  func verified(_ document: OpenDocument, mismatches: [Mismatch]) throws {
    guard let first = mismatches.first else {
      document.notePagesVerified()
      return try verify(document)
    }
    let count = mismatches.count > 1 ? " (the first of \(mismatches.count) differences)" : ""
    let message =
      "The PDF differs from what was read: \(first.description.prefix(1000))\(count). docscan verify lists the differences."
    try verificationFailed(document, failure: PageFailure(kind: .mismatch, stage: "verify", message: message))
  }

  /// A PDF could not be compared; `workerEnded` gives it another try.
  func verificationFailed(_ document: OpenDocument, failure: PageFailure, workerEnded: Bool = false) throws {
    if workerEnded, document.takeVerificationRetry() { return try verify(document) }
    var failure = failure
    failure.stage = "verify"
    document.fail(failure)
    try publish(document)
  }
}
