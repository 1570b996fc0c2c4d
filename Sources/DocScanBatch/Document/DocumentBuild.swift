// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanInput
internal import DocScanLayout
internal import DocScanStore
internal import DocScanWire
internal import DocScanWorkers
internal import DocScanWriters
internal import FoundationEssentials
internal import Glibc

/// A document from its inspection to its publication: the requests for its pages, and their results.
final class DocumentBuild {
  let document: ScheduledDocument
  let input: InputDocument
  let digest: InputDigest
  let setup: DocumentSetup
  private let conditions: [PDFCondition]
  let reference: DocumentReference
  let started = ContinuousClock.now
  /// The document's PDF, or `nil` if the pipeline writes none.
  let pdf: PDFAssembly?
  let sourcePages: SourcePages
  /// The numbers of the selected pages, from 1, in the order of the results.
  let selection: [Int]
  private let order: ChosenOrder?
  /// The pictures that writers need in addition to the PDF's.
  let pictures: Set<PictureRequest>
  let files: WrittenFiles
  private let writers: [any DocumentWriter]
  private var window: PageWindow
  private var record: RecordBuilder
  private var continuedTables = ContinuedTables(\WriterPage.result.page)
  private var addedPages = 0
  /// The search for document boundaries, or `nil` if they aren't requested.
  private var boundaries: BoundaryFinder?
  /// A record for each document in the stack so far, from which the documents' names are derived.
  private var pileRecords: [RecordBuilder] = []
  private var writtenPages = 0
  private let inspection: Inspection
  private var noted: Set<String> = []
  var comparing = RetryPolicy()

  init(_ document: ScheduledDocument, inspection: Inspection, setup: DocumentSetup) throws(OutputError) {
    self.document = document
    let (input, digest) = (document.input, document.digest)
    self.inspection = inspection
    (self.input, self.digest, self.setup) = (input, digest, setup)
    let sourcePages = SourcePages(paths: input.paths, counts: inspection.untrustedPageCounts)
    self.sourcePages = sourcePages
    reference = DocumentReference(
      name: input.name, sha256: digest.sha256, pageCount: input.part?.pages.count ?? sourcePages.count)
    let pages = setup.pipeline.pages
    let origin = PDFAssembly.Origin(inspection, signed: pages.signed, allowGraft: document.mayGraft)
    files = WrittenFiles(folder: setup.folder)
    let numbers = input.part?.pages ?? sourcePages.numbers(in: setup.selection)
    let order = ChosenOrder(of: numbers, sourcePages, sha256: digest.sha256, edits: setup.edits, origin: origin)
    (self.order, selection) = (order, order?.numbers ?? numbers)
    var writers: [any DocumentWriter] = []
    for writer in setup.writers {
      let isLayered = origin != .pictures && writer.type is any PDFLayersWriter.Type
      let destination = WriterDestination(
        directory: isLayered ? setup.layersFolder : setup.folder,
        baseName: isLayered ? PDFAssembly.layersName : input.baseName, metadata: inspection.untrustedMetadata,
        versions: setup.versions, writers: setup.writers, files: files)
      writers.append(try writer.type.init(settings: writer.settings, destination: destination))
    }
    self.writers = writers
    window = PageWindow(count: selection.count)
    pictures = setup.writers.reduce(into: []) { $0.formUnion($1.type.pictures($1.settings)) }
    pdf = writers.lazy.compactMap { $0 as? any PDFLayersWriter }.first.map { writer in
      PDFAssembly(
        origin: origin, writer: writer, input: input, originalPageCount: sourcePages.count, sha256: digest.sha256,
        setup: setup)
    }
    let emptyRecord = setup.record(for: input, reference: reference)
    record = RecordBuilder(emptyRecord, packs: setup.packs)
    // An e-invoice describes the whole input, so parts don't get it.
    if input.part == nil { record.begin(with: inspection.untrustedInvoices) }
    record.note(document.naming)
    conditions = inspection.conditions.sorted { $0.rawValue < $1.rawValue }
    record.note(input.part?.notes ?? [])
    record.note([document.graftNote].compactMap(\.self))
    record.note(Self.notes(unreadPictures: inspection.untrustedUnreadPictures, in: input.paths))
    if let order { record.note(order.notes) }
    if input.part == nil, let missing = setup.selection.missing(of: sourcePages.count) {
      let count = sourcePages.count == 1 ? "one page" : "\(sourcePages.count) pages"
      record.note(["--pages names \(missing), but the document has \(count)."])
    }
    let decided = input.part == nil ? setup.edits.list.standingBoundaries : []
    let isSame = decided.allSatisfy { $0.sha256 == digest.sha256 }
    let cuts = setup.pipeline.input.splitsByContent
    // A page order that the user chose implies a single document.
    if input.part == nil, order == nil, cuts || !decided.isEmpty && isSame {
      boundaries = BoundaryFinder(cuts: cuts, decided: isSame ? decided : [])
      pileRecords = [RecordBuilder(emptyRecord)]
    }
    if let first = decided.first, !isSame || order != nil {
      let reason = isSame ? "its pages were put in another order" : "the file has changed since"
      record.note(["The document boundaries that \(first.by) chose have no effect: \(reason). They are kept."])
    }
  }

  // MARK: Pages to process

  var pictureNeed: PageRequest.PictureNeed { pdf?.origin.pictureNeed ?? .never }

  func availablePages(window: Int) -> Int { self.window.available(ahead: window) }

  func takePage(window: Int) -> (index: Int, effort: PageRequest.Effort)? { self.window.take(ahead: window) }

  func request(index: Int, effort: PageRequest.Effort) -> PageRequest {
    PageRequest(
      document: reference, page: pageReference(index), wantsPicture: pictureNeed,
      wantsArchivalPicture: pdf?.writer.level.isDemanded ?? false, pictureStyle: pdf?.writer.pictureStyle ?? .faithful,
      extras: effort == .full ? pictures : [], effort: effort,
      stages: ownStages(ofPage: index), edits: edits(ofPage: index), fileStem: fileStem(index))
  }

  /// Returns the stages for a page with overrides, edits, or chosen settings, or `nil` for the pipeline's stages.
  func ownStages(ofPage index: Int) -> [ResolvedComponent]? {
    let place = sourcePages.place(of: selection[index])
    let own = setup.pipeline.overriddenStages(file: place.path, page: place.page)
    let page = pageReference(index)
    let edits = setup.edits.pageEdits(of: page, sha256: reference.sha256)
    guard !edits.isEmpty else { return own ?? setup.decidedStages }
    return (own ?? setup.pipeline.stages).deciding(edits)
  }

  func edits(ofPage index: Int) -> [Edit] { setup.edits.standing(on: pageReference(index), sha256: reference.sha256) }

  /// Returns a file name prefix that is unique within a worker's folder.
  private func fileStem(_ index: Int) -> String { "\(setup.serial)-\(index)" }

  func path(ofPage index: Int) -> String { sourcePages.place(of: selection[index]).path }

  func openFile(index: Int) throws(PageFailure) -> OpenFile {
    try input.files[sourcePages.place(of: selection[index]).file].open()
  }

  /// Returns the reference to the page at an index of the selection. Parts and reordered pages are numbered by position.
  func pageReference(_ index: Int) -> PageReference {
    let place = sourcePages.place(of: selection[index])
    let number = input.part == nil && order?.isNew != true ? selection[index] : index + 1
    return PageReference(number: number, source: fileName(place.path), sourcePage: place.page)
  }

  // MARK: Results

  /// Records a page's failure. Returns whether the page is retried, possibly for its picture only.
  func note(
    _ failure: JobFailure, index: Int, effort: PageRequest.Effort
  ) -> PageWindow.Recovery {
    window.note(failure, index: index, effort: effort, keepsPicture: pictureNeed == .always)
  }

  /// Moves a page's files out of the worker's folder. Returns `false` if a file is missing.
  func takeFiles(of results: [PageResult], index: Int, from scratch: String) -> Bool {
    zip(1..., results).allSatisfy { part, result in
      result.untrustedFileNames(stem: fileStem(index), part: part).allSatisfy { name in
        unsafe rename(scratch + "/" + name, path(name)) == 0
      }
    }
  }

  private func path(_ name: String) -> String { setup.layersFolder + "/" + name }

  /// Accepts the results of a source page, which can be several pages. Returns the first one's status, and its message if it failed.
  func accept(
    _ results: [PageResult], index: Int
  ) throws(OutputError) -> (status: PageStatus, message: String?) {
    var results = results
    if let failure = window.failure(of: index) {
      results = results.prefix(1).map { result in
        var result = result
        result.page = failedPage(index, failure)
        return result
      }
    }
    let stem = fileStem(index)
    window.put(
      zip(1..., results).map { part, result in
        WriterPage(
          result: result, picturePath: result.picture.map { path($0.untrustedFileName) },
          layerPaths: (result.picture?.ink?.layers ?? []).map { path($0.layer.untrustedFileName) },
          extraPaths: Dictionary(
            uniqueKeysWithValues: result.extras.map { ($0, path($0.fileName(stem: stem, part: part))) }))
      }, at: index)
    try writeWaiting()
    return (results.first?.page.status ?? .failed, results.first?.page.failure?.message)
  }

  /// Accepts a failure as the result of a page. Returns the page's first failure, which is reported.
  func accept(_ failure: PageFailure, index: Int) throws(OutputError) -> PageFailure {
    let final = window.failure(of: index) ?? failure
    // The size of a page that wasn't loaded is unknown, so its note in the PDF gets the size A4.
    let result = PageResult(page: failedPage(index, final), size: .a4, picture: nil)
    window.put([WriterPage(result: result, picturePath: nil)], at: index)
    try writeWaiting()
    return final
  }

  private func failedPage(_ index: Int, _ failure: PageFailure) -> RecognizedPage {
    RecognizedPage(
      document: reference, page: pageReference(index), status: .failed, failure: failure)
  }

  private func writeWaiting() throws(OutputError) {
    while let pages = window.next() {
      look(at: pages.map(\.result.page), number: selection[writtenPages])
      writtenPages += 1
      for (part, page) in pages.enumerated() {
        if part > 0 { addedPages += 1 }
        var page = page
        page.result.page.page.number += addedPages
        for ready in continuedTables.take(page) { try write(ready) }
      }
      if window.isWritten, let last = continuedTables.finish() { try write(last) }
    }
  }

  /// Checks whether a page begins a new document in the stack, and collects values for the document's name.
  private func look(at pages: [RecognizedPage], number: Int) {
    guard boundaries != nil else { return }
    boundaries?.take(pages, number: number)
    if let last = boundaries?.proposals.last, last.page == number, last.isCut {
      pileRecords.append(RecordBuilder(setup.record(for: input, reference: reference)))
    }
    for page in pages { pileRecords[pileRecords.count - 1].add(page, file: nil, place: nil) }
  }

  private func write(_ page: WriterPage) throws(OutputError) {
    for writer in writers { try writer.append(page) }
    for picture in page.extraPaths.values + page.layerPaths + [page.picturePath].compactMap(\.self) {
      removeFile(picture)
    }
    let number = page.result.page.page.number
    record.add(
      page.result.page, file: writers.lazy.compactMap { type(of: $0).pageFile(number) }.first,
      place: try pdf?.place(page.result))
  }

  // MARK: Completion

  var isWritten: Bool { window.isWritten }

  /// The documents into which the stack is divided, after all pages are written, or `nil` if it isn't divided.
  var pile: DividedInput.Pile? {
    guard let boundaries, boundaries.proposals.contains(where: \.isCut), isCuttable else { return nil }
    return DividedInput.Pile(
      document: document, inspection: inspection, inputPageCount: sourcePages.count, pages: selection,
      boundaries: boundaries.proposals,
      values: zip(1..., pileRecords).map { number, record in
        record.finished.status == .failed ? nil : record.nameValues(input: "\(input.name)-\(number)")
      })
  }

  /// Whether the document can be divided by content. Dividing a signed PDF would lose the signature, and an e-invoice describes the whole input.
  private var isCuttable: Bool {
    !(conditions.contains(.signed) && setup.pipeline.pages.signed == .keep)
      && inspection.untrustedInvoices.invoices.isEmpty
  }

  private func noteBoundaries() {
    guard let boundaries else { return }
    record.note(
      boundaries.proposals.map { place in
        // A cut by the user that couldn't be applied isn't part of the results.
        Boundary(page: place.page, probability: place.probability, isCut: false, by: place.isCut ? nil : place.by)
      })
    if let first = boundaries.proposals.first(where: { $0.isCut && $0.by != nil }), !isCuttable {
      record.note(
        [
          "The cut before page \(first.page), which \(first.by ?? "") chose, has no effect: it stays whole, because it is signed or an e-invoice. It is kept."
        ])
    }
  }

  func finishWriters() throws(OutputError) {
    noteBoundaries()
    for writer in writers { try writer.finish() }
    if let place = pdf?.placeOfBlank { record.placeFirst(place) }
  }

  func note(_ notes: [String]) { record.note(notes) }

  /// The request to compare the document's e-invoice, or `nil` if it has none.
  var invoiceRequest: CompareInvoiceRequest? {
    record.invoiceRequest(isWhole: selection.count == (input.part?.pages.count ?? sourcePages.count))
  }

  /// The values for the document's name, or `nil` if the document failed.
  var nameValues: NameValues? {
    record.finished.status == .failed ? nil : record.nameValues(input: input.nameForFields)
  }

  /// The first page on which another document likely begins, or `nil` if there is none or boundaries aren't requested.
  var likelyStart: Boundary? { boundaries?.proposals.likelyStart(in: PageSelection(pages: selection)) }

  var recordSoFar: DocumentRecord { record.finished }

  func note(_ naming: DocumentRecord.Naming?) { record.note(naming) }

  func note(compared: CompareInvoiceRequest.Reply) { record.note(compared: compared) }

  private static func notes(unreadPictures counts: [Int], in paths: [String]) -> [String] {
    zip(paths, counts).filter { $0.1 > 0 }.map { path, count in
      "\(fileName(path)) has \(count + 1) pictures, and only the main one was read. Save each of the others as a file."
    }
  }

  func noteOnce(_ notes: [String]) { record.note(notes.filter { noted.insert($0).inserted }) }

  /// Returns whether the page's result is text, as opposed to a failed page with a picture.
  func isTranslatable(_ index: Int) -> Bool { window.failure(of: index) == nil }

  /// Notes why the translation is pending, and records the pipeline without translation as the document's.
  func postponeTranslation(_ identity: DocumentRecord.PipelineIdentity, _ reason: String) {
    record.identify(identity)
    noteOnce(["The translation isn't finished: \(reason) Run the same command again to complete it."])
  }

  func note(_ differences: [Mismatch]) { for difference in differences { record.note(difference) } }

  func fail(_ failure: PageFailure) { record.fail(failure) }

  func finish() throws(OutputError) -> DocumentRecord {
    record.note(conditions.map { $0.note(signed: setup.pipeline.pages.signed, isKept: pdf?.isOriginal ?? false) })
    record.note(writers.flatMap(\.notes))
    record.note(setup.edits, leftOut: order?.leftOut ?? 0)
    var finished = record.finished
    try finished.write(into: setup.folder, besides: files.files)
    return finished
  }
}
