// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanWriters
internal import FoundationEssentials
internal import Glibc

/// A document between its inspection and its publication: hands out pages, takes results in any order, writes them in order.
///
/// Results wait in memory only until the pages before them are written, and pages are handed out only so far ahead of the
/// writing; so memory and scratch depend on the number of workers, not of pages.
final class OpenDocument {
  /// Where it stands among the documents of its run.
  let inHand: DocumentInHand
  let input: InputDocument
  let digest: InputDigest
  let reference: DocumentReference
  /// How its pages are read: see `PageKey`.
  let reading: String
  /// Keeps its pages' files apart from those of other documents in the same worker's folder.
  private let serial: Int
  let started = ContinuousClock.now
  /// Where the PDF comes from; nil when none is written.
  let pdfOrigin: PDFOrigin?

  /// How a document's PDF comes about.
  enum PDFOrigin {
    /// It is made from pictures.
    case pictures
    /// It is made from the original's pages, which get layers.
    case layers
    /// It is the original.
    case original
  }

  let sourcePages: SourcePages
  /// The numbers of the chosen pages, from 1.
  let selection: [Int]
  private let folder: String
  let layersFolder: String
  private let writers: [any DocumentWriter]
  let pipeline: Pipeline
  /// The pictures that the writers need beside the PDF's.
  let extras: Set<ExtraPicture.Kind>
  private var nextToHandOut = 0
  private var nextToWrite = 0
  private var retries: [(index: Int, effort: PageRequest.Effort)] = []
  private var attempts: [Int: Int] = [:]
  private var hasRetriedGraft = false
  private var failures: [Int: PageFailure] = [:]
  private var waiting: [Int: [WriterPage]] = [:]
  /// How many more pages were written than source pages, because spreads were split.
  private var addedPages = 0
  /// The size of the first page written; nil before.
  private var firstSize: PageSize?
  private var record: DocumentRecord
  private let sample: VerificationSample
  private var confidenceSum = 0.0
  private var recognizedCharacters = 0
  private var expectedErrors = ExpectedErrorsSum()

  /// Makes the writers; `folder` is where the document is built.
  init(
    _ inHand: DocumentInHand, inspection: Inspection, setup: DocumentSetup
  ) throws(OutputError) {
    self.inHand = inHand
    input = inHand.input
    digest = inHand.digest
    reading = setup.reading
    serial = setup.serial
    let sourcePages = SourcePages(paths: input.paths, counts: inspection.untrustedPageCounts)
    self.sourcePages = sourcePages
    selection = input.part?.pages ?? sourcePages.numbers(in: setup.selection)
    reference = DocumentReference(
      name: input.name, sha256: digest.sha256, pageCount: input.part?.pages.count ?? sourcePages.count)
    folder = setup.folder
    layersFolder = setup.layersFolder
    pipeline = setup.pipeline
    let components = setup.pipeline.output.writers
    let writesPDF = components.contains { $0.name == PDFWriter.description.name }
    let origin: PDFOrigin =
      inspection.conditions.contains(.signed) && setup.pipeline.pages.signed == .keep
      ? .original : inspection.canGraft && inHand.mayGraft ? .layers : .pictures
    pdfOrigin = writesPDF ? origin : nil
    let pageImages = components.first { $0.name == ImagesWriter.description.name }
    var writers: [any DocumentWriter] = []
    for component in components {
      guard let type = builtInWriters.first(where: { $0.description.name == component.name }) else { continue }
      let isLayered = origin != .pictures && type == PDFWriter.self
      let destination = WriterDestination(
        directory: isLayered ? layersFolder : folder, baseName: isLayered ? "layers" : input.baseName,
        metadata: inspection.untrustedMetadata, versions: setup.versions,
        imageFormat: pageImages.map { ImagesWriter.format($0.settings) })
      writers.append(try type.init(settings: component.settings, destination: destination))
    }
    self.writers = writers
    extras = components.reduce(into: []) { extras, component in
      let type = builtInWriters.first { $0.description.name == component.name }
      extras.formUnion(type?.extras(component.settings) ?? [])
    }
    record = setup.record(for: input, reference: reference)
    record.notes = inspection.conditions.sorted { $0.rawValue < $1.rawValue }.map {
      $0.note(signed: setup.pipeline.pages.signed)
    }
    record.notes += input.part?.notes ?? []
    sample = VerificationSample(
      share: origin == .original ? 0 : pipeline.output.verify, sha256: digest.sha256, folder: setup.layersFolder)
  }

  /// The number of chosen pages.
  var pageCount: Int { selection.count }

  /// Whether every page is written.
  var isWritten: Bool { nextToWrite == selection.count }

  /// Whether a PDF is to be made from pictures.
  private var wantsPictures: Bool { pdfOrigin == .pictures }

  /// When the PDF needs a page's picture.
  var pictureNeed: PageRequest.PictureNeed {
    switch pdfOrigin {
    case .pictures: .always
    case .layers: .ifChanged
    case .original, nil: .never
    }
  }

  private var pdfWriter: PDFWriter? { writers.lazy.compactMap { $0 as? PDFWriter }.first }

  /// How many pages could be handed out now.
  func availablePages(window: Int) -> Int {
    retries.count + max(0, min(selection.count, nextToWrite + window) - nextToHandOut)
  }

  /// The next page to process: one to try again, or the next one unless the writing lags behind by `window` pages.
  func takePage(window: Int) -> (index: Int, effort: PageRequest.Effort)? {
    if !retries.isEmpty { return retries.removeFirst() }
    guard nextToHandOut < selection.count, nextToHandOut < nextToWrite + window else { return nil }
    nextToHandOut += 1
    return (nextToHandOut - 1, .full)
  }

  /// What a worker is asked for a page.
  func request(index: Int, effort: PageRequest.Effort) -> PageRequest {
    let place = sourcePages.place(of: selection[index])
    return PageRequest(
      document: reference, page: pageReference(index), wantsPicture: pictureNeed,
      wantsArchivalPicture: pdfWriter?.level.isDemanded ?? false, pictureStyle: pdfWriter?.pictureStyle ?? .faithful,
      extras: effort == .full ? extras : [], effort: effort,
      stages: pipeline.overriddenStages(file: place.path, page: place.page), fileStem: "\(serial)-\(index)")
  }

  /// Opens the file that holds the page at an index of the selection.
  func openFile(index: Int) throws(PageFailure) -> OpenFile {
    try input.files[sourcePages.place(of: selection[index]).file].open()
  }

  /// Opens the original and the PDF of layers.
  func openGraftFiles() throws(PageFailure) -> [OpenFile] {
    [try input.files[0].open(), try SourceFile(path: layersFolder + "/layers.pdf").open()]
  }

  /// Opens the finished PDF, and the original it has pages of.
  func openVerifyFiles() throws(PageFailure) -> [OpenFile] {
    let pdf = try SourceFile(path: pdfPath).open()
    return pdfOrigin == .layers ? [pdf, try input.files[0].open()] : [pdf]
  }

  /// Which page of which file stands at an index of the selection; a part counts its own pages.
  func pageReference(_ index: Int) -> PageReference {
    let place = sourcePages.place(of: selection[index])
    let number = input.part == nil ? selection[index] : index + 1
    return PageReference(number: number, source: fileName(place.path), sourcePage: place.page)
  }

  /// What to do about a page that failed.
  enum Recovery {
    /// It is tried again.
    case retry
    /// It has failed, but its picture is still to come.
    case picture
    /// Nothing more can be done; the failure is its result.
    case givenUp
  }

  /// Notes a failure. A page whose worker ended gets one more try; a page that failed after it was loaded keeps its picture.
  func note(_ failure: PageFailure, index: Int, effort: PageRequest.Effort, workerEnded: Bool) -> Recovery {
    attempts[index, default: 0] += 1
    // What took too long would take too long again.
    if effort == .full, workerEnded, attempts[index] == 1, failure.kind != .timeout {
      retries.append((index, .full))
      return .retry
    }
    if failures[index] == nil { failures[index] = failure }
    if effort == .full, wantsPictures, failure.stage != "load" {
      retries.append((index, .pictureOnly))
      return .picture
    }
    return .givenUp
  }

  /// Takes the files of a page out of the worker's reach; false when one is gone.
  func takeFiles(of results: [PageResult], from scratch: String) -> Bool {
    results.flatMap(\.untrustedFileNames).allSatisfy { name in
      unsafe rename(scratch + "/" + name, layersFolder + "/" + name) == 0
    }
  }

  /// Takes what became of a source page, one page or several; returns its final status and message.
  func accept(
    _ results: [PageResult], index: Int
  ) throws(OutputError) -> (status: PageStatus, message: String?) {
    var results = results
    if let failure = failures[index] {
      results = results.prefix(1).map { result in
        var result = result
        result.page = failedPage(index, failure)
        return result
      }
    }
    let first = results.first?.page
    waiting[index] = results.map { result in
      WriterPage(
        result: result, picturePath: result.picture.map { layersFolder + "/" + $0.untrustedFileName },
        layerPaths: (result.picture?.ink?.layers ?? []).map { layersFolder + "/" + $0.layer.untrustedFileName },
        extraPaths: Dictionary(
          result.extras.map { ($0.kind, layersFolder + "/" + $0.untrustedFileName) }, uniquingKeysWith: { $1 }))
    }
    try writeWaiting()
    return (first?.status ?? .failed, first?.failure?.message)
  }

  /// Takes a page's failure as its result.
  func accept(_ failure: PageFailure, index: Int) throws(OutputError) -> PageFailure {
    let final = failures[index] ?? failure
    let page = failedPage(index, final)
    // Without a loaded page its size is unknown: A4 holds the note that stands in its place.
    waiting[index] = [
      WriterPage(
        result: PageResult(page: page, size: PageSize(width: 595.28, height: 841.89), picture: nil), picturePath: nil)
    ]
    try writeWaiting()
    return final
  }

  private func failedPage(_ index: Int, _ failure: PageFailure) -> RecognizedPage {
    RecognizedPage(
      document: reference, page: pageReference(index), status: .failed, failure: failure)
  }

  private func writeWaiting() throws(OutputError) {
    while let pages = waiting.removeValue(forKey: nextToWrite) {
      for (part, page) in pages.enumerated() {
        if part > 0 { addedPages += 1 }
        var page = page
        page.result.page.page.number += addedPages
        let pagesBefore = pdfWriter?.graftPages.count ?? 0
        for writer in writers { try writer.append(page) }
        for picture in page.extraPaths.values + page.layerPaths + [page.picturePath].compactMap(\.self) {
          removeFile(picture)
        }
        note(page.result.page)
        try notePlace(of: page.result, pagesBefore: pagesBefore)
      }
      nextToWrite += 1
    }
  }

  private func note(_ page: RecognizedPage) {
    let words = page.words
    if page.status == .recognized {
      let characters = words.reduce(0) { $0 + $1.text.count }
      recognizedCharacters += characters
      confidenceSum += meanConfidence(words) * Double(characters)
    }
    record.quality.words += words.count
    if let expected = page.expected {
      expectedErrors.add(expected, page: page.page.number, characters: words.reduce(0) { $0 + $1.text.count })
    }
    if let date = page.capture?.date {
      record.captured = .init(
        first: min(date, record.captured?.first ?? date), last: max(date, record.captured?.last ?? date))
    }
    let hasFile = writers.contains { $0 is JSONWriter }
    record.pages.append(
      DocumentRecord.Page(
        number: page.page.number, status: page.status,
        file: hasFile ? JSONWriter.fileName(page: page.page.number) : nil,
        source: page.page.source, sourcePage: page.page.sourcePage, confidence: page.confidence,
        grade: page.quality?.grade, expected: page.expected, defects: page.quality?.defects, failure: page.failure))
  }

  /// Notes where the page last written stands in the PDF, if it is there, and keeps it for the comparison, if it is chosen.
  private func notePlace(of result: PageResult, pagesBefore: Int) throws(OutputError) {
    // An original's page keeps whatever size it has.
    let size = pdfOrigin == .layers && result.picture == nil ? result.size : PDFWriter.shownSize(result.size)
    if record.pages.count == 1 { firstSize = size }
    guard pdfOrigin != .original, let pages = pdfWriter?.graftPages, pages.count > pagesBefore, let last = pages.last
    else { return }
    let isLayered = pdfOrigin == .layers
    let isNote = result.page.status == .failed && result.picture == nil
    let content: PDFPlace.Content =
      switch last.source {
      case .replacement: .picture
      case .original where isLayered: .original
      case .overlay where isLayered: .overlay
      case .original, .overlay: isNote ? .note : .picture
      }
    let isCleared = isLayered && last.removesHiddenText
    let place = PDFPlace(
      page: pages.count, content: content, size: size, isCleared: isCleared ? true : nil)
    record.pages[record.pages.count - 1].pdf = place
    try sample.keep(ExpectedPage(place: place, page: result.page))
  }

  /// Ends the writers.
  func finishWriters() throws(OutputError) {
    for writer in writers { try writer.finish() }
    // Of blank pages that are all left out of the PDF, the first is there after all.
    if let firstSize, pdfWriter?.graftPages.count == 1, pdfOrigin != .original,
      record.pages.allSatisfy({ $0.pdf == nil })
    {
      record.pages[0].pdf = PDFPlace(
        page: 1, content: pdfOrigin == .layers ? .original : .picture, size: firstSize)
    }
  }

  /// What a worker is asked next to compare the PDF with what was meant to be in it; nil when there is nothing more.
  func verifyRequest() throws(OutputError) -> VerifyRequest? {
    let pages = try sample.nextPages()
    guard !pages.isEmpty else { return nil }
    return VerifyRequest(
      pdf: fileName(pdfPath), original: pdfOrigin == .layers ? fileName(input.paths[0]) : nil,
      originalPageCount: sourcePages.count,
      pageCount: pdfWriter?.graftPages.count, checksFile: sample.isAtStart, pages: pages)
  }

  /// Whether there are pages to compare.
  var hasPagesToVerify: Bool { sample.isWaiting }

  /// The pages of the last request are compared.
  func notePagesVerified() { sample.advance() }

  /// Whether the pages of the last request are to be compared once more, after a worker ended over them.
  func takeVerificationRetry() -> Bool { sample.takeRetry() }

  /// The document has failed as a whole: its PDF is not what it should be, or cannot be.
  func fail(_ failure: PageFailure) { record.failure = failure }

  /// Whether the original, byte for byte, can be the PDF.
  var mayBeOriginal: Bool { graftRequest.changesNothing(pageCount: sourcePages.count) }

  /// What a worker is asked to make the PDF from the original and the layers.
  var graftRequest: GraftRequest {
    GraftRequest(
      pages: pdfWriter?.graftPages ?? [], level: pdfWriter?.level ?? .no,
      replacesMetadata: pdfWriter?.replacesMetadata ?? false)
  }

  /// True once: a worker ended over the PDF, and another one may try.
  func takeGraftRetry() -> Bool {
    defer { hasRetriedGraft = true }
    return !hasRetriedGraft
  }

  /// Where the finished PDF belongs while the document is built.
  var pdfPath: String { folder + "/" + input.baseName + ".pdf" }

  /// Where the document is built.
  var builtFolder: String { folder }

  /// Notes what a person should know of the results.
  func note(_ notes: [String]) { record.notes += notes }

  /// Writes the document's record and returns it; the folder is then ready to be published.
  func finish() throws(OutputError) -> DocumentRecord {
    let failed = record.pages.count { $0.status == .failed }
    let isFailed = failed == record.pages.count || record.failure != nil
    record.status = isFailed ? .failed : failed == 0 ? .complete : .partial
    if recognizedCharacters > 0 {
      record.quality.meanConfidence = (confidenceSum / Double(recognizedCharacters)).rounded(toPlaces: 3)
    }
    record.quality.expected = expectedErrors.document
    record.notes += writers.flatMap(\.notes)
    try record.write(into: folder)
    return record
  }
}
