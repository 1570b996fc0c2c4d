// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanStore
internal import DocScanWorkers
internal import DocScanWriters
internal import FoundationEssentials
internal import Glibc

/// A document between its inspection and its publication: what workers are asked about its pages, and what they answer.
final class DocumentBuild {
  /// Where it stands among the documents of its run.
  let document: ScheduledDocument
  let input: InputDocument
  let digest: InputDigest
  let setup: DocumentSetup
  /// What is unusual about the original.
  private let conditions: [PDFCondition]
  let reference: DocumentReference
  let started = ContinuousClock.now
  /// How its PDF comes about; nil when none is written.
  let pdf: PDFAssembly?
  let sourcePages: SourcePages
  /// The numbers of the chosen pages, from 1, in the order in which they come into the results.
  let selection: [Int]
  /// The order that people want; nil if it is the input's.
  private let order: ChosenOrder?
  /// The pictures that the writers need beside the PDF's.
  let pictures: Set<PictureRequest>
  /// What is in its folder so far.
  let files: WrittenFiles
  private let writers: [any DocumentWriter]
  private var window: PageWindow
  private var record: RecordBuilder
  private var continuedTables = ContinuedTables(\WriterPage.result.page)
  /// How many more pages were written than source pages, because spreads were split.
  private var addedPages = 0
  /// Where documents may begin; nil if that does not matter.
  private var boundaries: BoundaryFinder?
  /// The documents that the pages so far are where the pile is cut: their names follow from what these say.
  private var pileRecords: [RecordBuilder] = []
  /// How many source pages were written.
  private var writtenPages = 0
  private let inspection: Inspection
  private var noted: Set<String> = []
  /// How often workers may be asked to compare an e-invoice.
  var comparing = RetryPolicy()

  /// Makes the writers.
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
    // An e-invoice is about the whole input.
    if input.part == nil { record.begin(with: inspection.untrustedInvoices) }
    record.note(document.naming)
    conditions = inspection.conditions.sorted { $0.rawValue < $1.rawValue }
    record.note(input.part?.notes ?? [])
    if let order { record.note(order.notes) }
    let decided = input.part == nil ? setup.edits.list.standingBoundaries : []
    let isSame = decided.allSatisfy { $0.sha256 == digest.sha256 }
    let cuts = setup.pipeline.input.splitsByContent
    // An order that people chose is that of one document.
    if input.part == nil, order == nil, cuts || !decided.isEmpty && isSame {
      boundaries = BoundaryFinder(cuts: cuts, decided: isSame ? decided : [])
      pileRecords = [RecordBuilder(emptyRecord)]
    }
    if let first = decided.first, !isSame || order != nil {
      let reason = isSame ? "its pages were put in another order" : "the file has changed since"
      record.note(["Where documents begin, as \(first.by) decided, has no effect: \(reason). It is kept."])
    }
  }

  // MARK: Pages to process

  /// When the PDF needs a page's picture.
  var pictureNeed: PageRequest.PictureNeed { pdf?.origin.pictureNeed ?? .never }

  /// How many pages could be handed out now, if that may be `window` pages ahead of the writing.
  func availablePages(window: Int) -> Int { self.window.available(ahead: window) }

  /// The next page to process: one to try again, or the next one unless the writing lags behind by `window` pages.
  func takePage(window: Int) -> (index: Int, effort: PageRequest.Effort)? { self.window.take(ahead: window) }

  /// What a worker is asked for a page.
  func request(index: Int, effort: PageRequest.Effort) -> PageRequest {
    PageRequest(
      document: reference, page: pageReference(index), wantsPicture: pictureNeed,
      wantsArchivalPicture: pdf?.writer.level.isDemanded ?? false, pictureStyle: pdf?.writer.pictureStyle ?? .faithful,
      extras: effort == .full ? pictures : [], effort: effort,
      stages: ownStages(ofPage: index), edits: edits(ofPage: index), fileStem: fileStem(index))
  }

  /// The stages as they run on a page; nil if they run as the pipeline has them.
  func ownStages(ofPage index: Int) -> [ResolvedComponent]? {
    let place = sourcePages.place(of: selection[index])
    let own = setup.pipeline.overriddenStages(file: place.path, page: place.page)
    let page = pageReference(index)
    let edits = setup.edits.pageEdits(of: page, sha256: reference.sha256)
    guard !edits.isEmpty else { return own ?? setup.decidedStages }
    return (own ?? setup.pipeline.stages).deciding(edits)
  }

  /// What people decided about a page.
  func edits(ofPage index: Int) -> [Edit] { setup.edits.standing(on: pageReference(index), sha256: reference.sha256) }

  /// Keeps a page's files apart from all others in the same worker's folder.
  private func fileStem(_ index: Int) -> String { "\(setup.serial)-\(index)" }

  /// The path of the file that holds the page at an index of the selection.
  func path(ofPage index: Int) -> String { sourcePages.place(of: selection[index]).path }

  /// Opens the file that holds the page at an index of the selection.
  func openFile(index: Int) throws(PageFailure) -> OpenFile {
    try input.files[sourcePages.place(of: selection[index]).file].open()
  }

  /// Which page of which file stands at an index of the selection; a part, and pages in another order, are counted anew.
  func pageReference(_ index: Int) -> PageReference {
    let place = sourcePages.place(of: selection[index])
    let number = input.part == nil && order?.isNew != true ? selection[index] : index + 1
    return PageReference(number: number, source: fileName(place.path), sourcePage: place.page)
  }

  // MARK: What became of them

  /// Notes a failure. A page whose worker ended gets one more try; a page that failed after it was loaded keeps its picture.
  func note(
    _ failure: JobFailure, index: Int, effort: PageRequest.Effort
  ) -> PageWindow.Recovery {
    window.note(failure, index: index, effort: effort, keepsPicture: pictureNeed == .always)
  }

  /// Takes the files of a page out of the worker's reach; false when one is gone.
  func takeFiles(of results: [PageResult], index: Int, from scratch: String) -> Bool {
    zip(1..., results).allSatisfy { part, result in
      result.untrustedFileNames(stem: fileStem(index), part: part).allSatisfy { name in
        unsafe rename(scratch + "/" + name, path(name)) == 0
      }
    }
  }

  /// Where a file that a worker left is kept until it is written.
  private func path(_ name: String) -> String { setup.layersFolder + "/" + name }

  /// Takes what became of a source page, one page or several; returns its final status and message.
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

  /// Takes a page's failure as its result.
  func accept(_ failure: PageFailure, index: Int) throws(OutputError) -> PageFailure {
    let final = window.failure(of: index) ?? failure
    // Without a loaded page its size is unknown: A4 holds the note that stands in its place.
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

  /// Finds out whether a document begins with what was made of a page of a pile, and what the document is.
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

  // MARK: The end

  /// Whether every page is written.
  var isWritten: Bool { window.isWritten }

  /// The documents that the pile of pages is, once all are written; nil if it stays whole.
  var pile: DividedInput.Pile? {
    guard let boundaries, boundaries.proposals.contains(where: \.isCut), isCuttable else { return nil }
    return DividedInput.Pile(
      document: document, inspection: inspection, inputPageCount: sourcePages.count, pages: selection,
      boundaries: boundaries.proposals,
      values: zip(1..., pileRecords).map { number, record in
        record.finished.status == .failed ? nil : record.nameValues(input: "\(input.name)/\(number)")
      })
  }

  /// A signature is lost in parts, and an e-invoice is about the whole.
  private var isCuttable: Bool {
    !(conditions.contains(.signed) && setup.pipeline.pages.signed == .keep)
      && inspection.untrustedInvoices.invoices.isEmpty
  }

  /// Notes where documents may begin in one that stays whole.
  private func noteBoundaries() {
    guard let boundaries else { return }
    record.note(
      boundaries.proposals.map { place in
        // A decision that could not be made is none of the results.
        Boundary(page: place.page, probability: place.probability, isCut: false, by: place.isCut ? nil : place.by)
      })
    if let first = boundaries.proposals.first(where: { $0.isCut && $0.by != nil }), !isCuttable {
      record.note(
        [
          "The cut before page \(first.page), which \(first.by ?? "") chose, has no effect: it stays whole, because it is signed or an e-invoice. It is kept."
        ])
    }
  }

  /// Ends the writers.
  func finishWriters() throws(OutputError) {
    noteBoundaries()
    for writer in writers { try writer.finish() }
    if let place = pdf?.placeOfBlank { record.placeFirst(place) }
  }

  /// Notes what a person should know of the results.
  func note(_ notes: [String]) { record.note(notes) }

  /// What a worker is asked about the document's e-invoice; nil without one.
  var invoiceRequest: CompareInvoiceRequest? {
    record.invoiceRequest(isWhole: selection.count == (input.part?.pages.count ?? sourcePages.count))
  }

  /// What the document can be named by; nil for one that has failed.
  var nameValues: NameValues? { record.finished.status == .failed ? nil : record.nameValues(input: input.name) }

  /// The record as it would be now.
  var recordSoFar: DocumentRecord { record.finished }

  /// Notes how the document got its name.
  func note(_ naming: DocumentRecord.Naming?) { record.note(naming) }

  /// Takes what a worker found out about the e-invoice.
  func note(compared: CompareInvoiceRequest.Reply) { record.note(compared: compared) }

  /// Notes what holds for many pages, once.
  func noteOnce(_ notes: [String]) { record.note(notes.filter { noted.insert($0).inserted }) }

  /// Whether a page's result is its text: not that of a page that has failed and keeps its picture.
  func isTranslatable(_ index: Int) -> Bool { window.failure(of: index) == nil }

  /// A page's translation is still to come: until then the document is what a pipeline without the stage makes.
  func postponeTranslation(_ identity: DocumentRecord.PipelineIdentity, _ reason: String) {
    record.identify(identity)
    noteOnce(["Its translation is still to come: \(reason) The same command makes it later."])
  }

  /// The document has failed as a whole: its PDF is not what it should be, or cannot be.
  func fail(_ failure: PageFailure) { record.fail(failure) }

  /// Writes the document's record and returns it; the folder is then ready to be published.
  func finish() throws(OutputError) -> DocumentRecord {
    record.note(conditions.map { $0.note(signed: setup.pipeline.pages.signed, isKept: pdf?.isOriginal ?? false) })
    record.note(writers.flatMap(\.notes))
    record.note(setup.edits, leftOut: order?.leftOut ?? 0)
    var finished = record.finished
    try finished.write(into: setup.folder, besides: files.files)
    return finished
  }
}
