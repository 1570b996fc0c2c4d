// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanStore
internal import DocScanWorkers
internal import DocScanWriters

/// Writes the files of one document anew, with what people decided about its text, step by step.
///
/// A `PageFailure` that it throws is why the document stays as it is; anything else ends the run.
final class DocumentRevision {
  /// What the document waits for.
  private enum State {
    /// What the PDF that is there says of itself.
    case metadata
    /// The page at an index of the record is to be taken.
    case page(Int)
    /// All pages are written: the PDF is to be put together from the one that is there and the new text.
    case grafting
    /// The new PDF goes into the folder.
    case copying(OpenFile, name: String)
    /// New pages are compared with the new PDF.
    case comparing(ArraySlice<ExpectedPage>, isFirst: Bool)
    /// Only the record is missing.
    case record
    /// Everything is in the folder.
    case done(DocumentRecord)
  }

  /// What is due next.
  enum Due {
    /// A worker is asked; with these text stages, where that matters.
    case request(any RevisionAsking)
    /// A file is copied to a path.
    case copy(OpenFile, name: String, to: String)
    /// More can be done at once.
    case step
    /// Its files are written.
    case done(DocumentRecord)
  }

  let document: StoredDocument
  /// What the document is called from now on.
  private let name: String
  /// The decisions that come into the files.
  let edits: EditFile
  private let folder: String
  private let layers: String
  private let stages: TextStages
  private let wanted: [ResolvedComponent]
  private let files: WrittenFiles
  private let chosen: [ChosenWriter]
  private var state = State.metadata
  private var writers: [any DocumentWriter] = []
  private var builder: RecordBuilder
  private var expected: [ExpectedPage] = []
  private var isChanged = false
  /// Whether its e-invoice was compared with what the pages say now.
  private var isCompared = false
  /// Whether tables go on is found out again, because other words may be in them.
  private var continuedTables = ContinuedTables(\RevisedPage.page)

  /// A page on its way to the files.
  private struct RevisedPage {
    var page: RecognizedPage
    let entry: DocumentRecord.Page
    let isNew: Bool
  }

  /// `folder` is where the new files are built, `layers` one for what waits meanwhile.
  init(
    _ document: StoredDocument, as name: String, folder: String, layers: String, stages: TextStages
  ) throws(PageFailure) {
    self.name = name
    (self.document, self.folder, self.layers, self.stages) = (document, folder, layers, stages)
    edits = document.edits
    files = WrittenFiles(folder: folder)
    wanted = stages.among(document.record.pipeline.stages ?? [])
    var record = document.record.withoutPages
    record.name = name
    builder = RecordBuilder(record)
    guard let writers = document.record.pipeline.writers else {
      throw Self.refusal(
        "\(document.record.name) was made by an earlier docscan, which did not note how. Run its pipeline again: your "
          + "corrections are kept, and are applied then.")
    }
    // The files of a program's own writers stay as they are: nobody here knows how they are written.
    chosen = ChosenWriter.all(writers.map(\.resolved))
    guard document.record.pages.allSatisfy({ $0.file != nil || $0.status == .failed }) else {
      throw Self.refusal(
        "\(document.record.name) has no page JSON, which corrections need. Run its pipeline again with --also json.")
    }
  }

  /// Why a document stays as it is, in whole sentences.
  static func refusal(_ message: String) -> PageFailure {
    PageFailure(kind: .library, stage: "edits", message: message)
  }

  private var pdf: (any PDFLayersWriter)? { writers.lazy.compactMap { $0 as? any PDFLayersWriter }.first }

  /// Kept pages may have a structure of their own, in which marks of earlier text cannot be told from the others.
  private var isOfPictures: Bool {
    document.record.pages.allSatisfy { [nil, .picture, .note].contains($0.pdf?.content) }
  }

  private var restructures: Bool { isOfPictures && pdf?.isTagged == true }

  /// The PDF as it is.
  private var path: String { "\(document.folder)/\(document.record.baseName).pdf" }

  /// The PDF as it is to be.
  private var target: String { "\(folder)/\(fileName(name)).pdf" }

  /// Whether the text of a page is to change, and not only what the document is called.
  private var changesText: Bool {
    document.record.pages.contains { entry in
      document.storedPage(entry).map { standing(on: $0) != $0.edits?.all ?? [] } ?? false
    }
  }

  /// What people decided about a page, those about its text first.
  private func standing(on page: RecognizedPage) -> [Edit] {
    let edits = edits.standing(on: page.page, sha256: page.document.sha256)
    return edits.filter(\.isAboutText) + edits.filter { !$0.isAboutText }
  }

  /// Goes on as far as that takes little, and tells what is due then.
  func next() throws -> Due {
    switch state {
    case .metadata:
      guard document.files?.identity(fileName(path)) != nil else {
        try begin(DocumentMetadata())
        return .step
      }
      let request = InspectRequest(fileNames: [fileName(path)])
      return .request(
        RevisionRequest(request, files: [path], below: document.root) { [unowned self] reply, _ in
          try begin(reply.untrustedMetadata)
          return nil
        })
    case .page(let index): return try nextPage(index)
    case .grafting: return .request(graft())
    case .copying(let source, let name): return .copy(source, name: name, to: target)
    case .comparing(let rest, let isFirst):
      guard !rest.isEmpty else {
        state = .record
        return .step
      }
      return .request(comparison(rest, isFirst: isFirst))
    case .record:
      if !isCompared, let request = builder.invoiceRequest(isWhole: document.record.selection == "all") {
        isCompared = true
        return .request(comparison(of: request))
      }
      let record = try finished()
      state = .done(record)
      return .done(record)
    case .done(let record): return .done(record)
    }
  }

  /// The new PDF is in the folder.
  func copied(_ file: ResultFile) {
    files.note(file, at: target)
    state = .comparing(expected[...], isFirst: true)
  }

  // MARK: Pages

  private func begin(_ metadata: DocumentMetadata) throws {
    writers = try makeWriters(metadata: metadata)
    guard isOfPictures || pdf?.isTagged != true || !changesText else {
      throw Self.refusal(
        "\(document.record.name) stays as it is: its PDF is tagged and has kept pages, so only the next run of its pipeline can "
          + "put corrections into it. They are kept.")
    }
    state = .page(0)
  }

  /// The document's writers but for those of pictures, whose files stay.
  private func makeWriters(metadata: DocumentMetadata) throws(BatchError) -> [any DocumentWriter] {
    var writers: [any DocumentWriter] = []
    for writer in chosen where writer.type.pictures(writer.settings).isEmpty {
      let isLayered = writer.type is any PDFLayersWriter.Type
      // An original that is signed, and stays, is no PDF of pages that docscan placed.
      guard !isLayered || document.record.pages.contains(where: { $0.pdf != nil }) else { continue }
      let destination = WriterDestination(
        directory: isLayered ? layers : folder, baseName: isLayered ? PDFAssembly.layersName : fileName(name),
        metadata: metadata, versions: document.record.versions, writers: chosen, files: files)
      writers.append(try writing(writer.type.init(settings: writer.settings, destination: destination)))
    }
    return writers
  }

  /// Takes the page at an index of the record, or has stages look at it again.
  private func nextPage(_ index: Int) throws -> Due {
    guard index < document.record.pages.count else {
      if let last = continuedTables.finish() { try write(last) }
      for writer in writers { try writing(writer.finish()) }
      state = pdf != nil && isChanged ? .grafting : .record
      return .step
    }
    let entry = document.record.pages[index]
    guard let before = document.storedPage(entry) else {
      guard entry.status == .failed else {
        throw Self.refusal(
          "\(document.record.name) stays as it is: its page JSON \(entry.file ?? "") cannot be read.")
      }
      if let last = continuedTables.finish() { try write(last) }
      builder.add(entry)
      state = .page(index + 1)
      return .step
    }
    let edits = edits.standing(on: before.page, sha256: before.document.sha256)
    guard standing(on: before) != before.edits?.all ?? [] else {
      try take(before, entry, isNew: false, index)
      return .step
    }
    let request = ReviseRequest(page: before, edits: edits)
    return .request(
      RevisionRequest(request, stages: wanted) { [unowned self] reply, _ in
        // The worker looked at what a stranger may have written: only findings are its own to say.
        var found = PageFindings()
        let descriptions = stages.findings(of: wanted)
        found.take(descriptions, from: reply.page.findings)
        let check = FindingCheck(descriptions: descriptions, image: before.image)
        if let complaint = check.complaint(about: found) { return complaint }
        var revised = before.applying(edits)
        revised.findings.take(descriptions, from: found)
        revised = revised.withFittingGrids
        try take(revised, entry, isNew: revised != before, index)
        return nil
      })
  }

  private func take(
    _ page: RecognizedPage, _ entry: DocumentRecord.Page, isNew: Bool, _ index: Int
  ) throws(BatchError) {
    var page = page
    page.document.name = name
    for ready in continuedTables.take(RevisedPage(page: page, entry: entry, isNew: isNew)) { try write(ready) }
    state = .page(index + 1)
  }

  private func write(_ revised: RevisedPage) throws(BatchError) {
    let (page, entry, isNew) = (revised.page, revised.entry, revised.isNew)
    isChanged = isChanged || isNew
    for writer in writers where !(writer is any PDFLayersWriter) { try writing(writer.append(page.asWritten(entry))) }
    if let place = entry.pdf, let pdf {
      try writing(pdf.append(page.asLayer(place, isNew: isNew || restructures)))
      if isNew { expected.append(ExpectedPage(place: place, page: page)) }
    }
    builder.add(page, file: entry.file, place: entry.pdf)
  }

  // MARK: PDF

  /// Has the PDF put together from the one that is there and the new text.
  private func graft() -> any RevisionAsking {
    let contents = document.record.pages.compactMap { $0.pdf?.content }
    let pages = zip(pdf?.graftPages ?? [], contents).map { page, content in
      // Of a kept page only docscan's own text goes: it may have other invisible text.
      guard content == .overlay, page.removesHiddenText else { return page }
      var page = page
      (page.removesHiddenText, page.removesOverlay) = (false, true)
      return page
    }
    let request = GraftRequest(
      pages: pages, level: pdf?.level ?? .no, replacesMetadata: false, replacesStructure: restructures)
    return RevisionRequest(
      request, files: [path, "\(layers)/\(PDFAssembly.layersName).pdf"], below: document.root
    ) {
      [unowned self] reply, scratch in
      guard !reply.isIdentical else {
        state = .record
        return nil
      }
      let grafted = "\(scratch)/\(GraftRequest.outputName)"
      guard isRegularFile(grafted) else { return "a PDF that does not exist" }
      // A copy: whoever made the file may still have it open.
      state = .copying(try writing(FileCopy.open(grafted)), name: grafted)
      removeFile(grafted)
      return nil
    }
  }

  /// Has the next of the new pages compared.
  private func comparison(_ rest: ArraySlice<ExpectedPage>, isFirst: Bool) -> any RevisionAsking {
    let pages = Array(rest.prefix(VerificationSample.pagesPerRequest))
    let request = VerifyRequest(
      pdf: fileName(target), original: nil, originalPageCount: document.record.pageCount,
      pageCount: pdf?.graftPages.count, checksFile: isFirst, pages: pages)
    return RevisionRequest(request, files: [target]) { [unowned self] reply, _ in
      if let mismatch = reply.mismatches.first {
        throw Self.refusal(
          "\(document.record.name) stays as it is: its new PDF would differ from its text: \(mismatch.description). Run "
            + "its pipeline again: your corrections are kept, and are applied then.")
      }
      state = .comparing(rest.dropFirst(pages.count), isFirst: false)
      return nil
    }
  }

  /// Has the document's e-invoice compared with what the pages say now.
  private func comparison(of request: CompareInvoiceRequest) -> any RevisionAsking {
    RevisionRequest(request) { [unowned self] reply, _ in
      if let complaint = InvoiceCheck.complaint(about: reply, to: request) { return complaint }
      builder.note(compared: reply)
      return nil
    }
  }

  /// Writes the record, and gives it.
  private func finished() throws(BatchError) -> DocumentRecord {
    builder.note(edits)
    var record = builder.finished
    // The pages are as they were read.
    record.edits?.pages = document.record.edits?.pages
    record.edits?.leftOut = document.record.edits?.leftOut
    // What is not written anew stays, as the record has it.
    var all: [String: ResultFile] = [:]
    for (file, result) in document.record.files ?? [:] { all[document.record.path(of: file, as: name)] = result }
    for (name, file) in files.files { all[name] = file }
    try writing(record.write(into: folder, besides: all))
    record.files = files.files
    return record
  }
}

extension DocumentRecord {
  /// What the record says of the document apart from its pages, which are counted anew.
  fileprivate var withoutPages: DocumentRecord {
    var record = self
    record.pages = []
    record.quality = Quality(meanConfidence: nil, words: 0)
    record.captured = nil
    (record.edits, record.tables) = (nil, nil)
    let contradictions = Set((record.invoice?.differences ?? []).map(\.text) + [AttachedPages.nothingToCompare])
    record.notes.removeAll { note in
      contradictions.contains(note) || RecordBuilder.unfitNotes.contains { note.hasPrefix($0) }
    }
    return record
  }
}

extension RecognizedPage {
  /// The page for writers of text.
  fileprivate func asWritten(_ entry: DocumentRecord.Page) -> WriterPage {
    WriterPage(
      result: PageResult(page: self, size: entry.pdf?.size ?? image?.points ?? .a4, picture: nil), picturePath: nil)
  }

  /// The page as a layer over that of the PDF; one that is as it was stays untouched.
  fileprivate func asLayer(_ place: PDFPlace, isNew: Bool) -> WriterPage {
    var page = self
    page.page.sourcePage = place.page
    (page.corrections, page.sourceToImage) = ([], .identity)
    let isOverlaid = isNew && status == .recognized
    if !isOverlaid { page.status = .copied }
    return WriterPage(
      result: PageResult(page: page, size: place.size, picture: nil, replacesHiddenText: isOverlaid), picturePath: nil)
  }
}

extension DocumentRecord {
  /// The path that a file of the document has in its folder when the document is called something else.
  func path(of file: String, as name: String) -> String {
    guard !file.contains("/"), file.hasPrefix(baseName + ".") else { return file }
    return DocScanCore.fileName(name) + file.dropFirst(baseName.count)
  }
}
