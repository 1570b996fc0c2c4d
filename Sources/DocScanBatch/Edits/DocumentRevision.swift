// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanLayout
internal import DocScanStore
internal import DocScanWire
internal import DocScanWorkers
internal import DocScanWriters

/// The stepwise revision of one document's files for its edits. A `PageFailure` leaves them as they are; any other error ends the run.
final class DocumentRevision {
  let document: StoredDocument
  private let name: String
  let edits: EditFile
  private let folder: String
  private let layers: String
  private let stages: TextStages
  private let wanted: [ResolvedComponent]
  private let files: WrittenFiles
  private let chosen: [ChosenWriter]
  private var writers: [any DocumentWriter] = []
  private var builder: RecordBuilder
  private var expected: [ExpectedPage] = []
  private var isChanged = false
  /// Joins tables across pages again, because their words may have changed.
  private var continuedTables = ContinuedTables(\RevisedPage.page)

  private struct RevisedPage {
    var page: RecognizedPage
    let entry: DocumentRecord.Page
    let isNew: Bool
  }

  /// Prepares a revision that writes new files to `folder`, and temporary ones to `layers`.
  init(
    _ document: StoredDocument, as name: String, naming: DocumentRecord.Naming? = nil, folder: String, layers: String,
    stages: TextStages
  ) throws(PageFailure) {
    self.name = name
    (self.document, self.folder, self.layers, self.stages) = (document, folder, layers, stages)
    edits = document.edits
    files = WrittenFiles(folder: folder)
    wanted = stages.among(document.record.pipeline.stages ?? [])
    var record = document.record.withoutPages
    // A part that gets a name of its own leaves the folder of its input.
    if name != record.name, record.isInPile, var part = record.part {
      record.selection = part.selection(of: record.selection)
      part.input = record.pile
      record.part = part
    } else if name != record.name, var part = record.part, part.input == foldersAbove(name).last {
      record.selection = record.selectionOfPile ?? record.selection
      part.input = nil
      record.part = part
    }
    record.name = name
    record.naming = naming ?? record.naming
    builder = RecordBuilder(record)
    guard let writers = document.record.pipeline.writers else {
      throw Self.refusal(
        "\(document.record.name) was made by an earlier version of docscan, which did not record how. Run its pipeline again: your "
          + "corrections are kept, and are applied then.")
    }
    // Files of custom writers stay as they are, because this process can't write them.
    chosen = ChosenWriter.all(writers.map(\.resolved))
    guard document.record.pages.allSatisfy({ $0.file != nil || $0.status == .failed }) else {
      throw Self.refusal(
        "\(document.record.name) has no page JSON, which corrections need. Run its pipeline again with --also json.")
    }
  }

  static func refusal(_ message: String) -> PageFailure {
    PageFailure(kind: .library, stage: "edits", message: message)
  }

  private var pdf: (any PDFLayersWriter)? { writers.lazy.compactMap { $0 as? any PDFLayersWriter }.first }

  /// Whether all pages of the PDF are pictures or notes. In the original's pages, docscan's earlier marks may be impossible to identify.
  private var isOfPictures: Bool {
    document.record.pages.allSatisfy { [nil, .picture, .note].contains($0.pdf?.content) }
  }

  private var restructures: Bool { isOfPictures && pdf?.isTagged == true }

  private var path: String { "\(document.folder)/\(document.record.baseName).pdf" }

  var target: String { "\(folder)/\(fileName(name)).pdf" }

  /// Whether the text of a page changes, as opposed to only the document's name.
  private var changesText: Bool {
    document.record.pages.contains { entry in
      document.storedPage(entry).map { standing(on: $0) != $0.edits?.all ?? [] } ?? false
    }
  }

  /// Returns the edits of a page, those of its text first.
  private func standing(on page: RecognizedPage) -> [Edit] {
    let edits = edits.standing(on: page.page, sha256: page.document.sha256)
    return edits.filter(\.isAboutText) + edits.filter { !$0.isAboutText }
  }

  func inspect() throws -> DocumentEvent {
    guard document.files?.identity(fileName(path)) != nil else { return .step(try begin(DocumentMetadata())) }
    let request = InspectRequest(fileNames: [fileName(path)])
    return .asks(
      RevisionRequest(request, files: [path], below: document.root) { reply, _ in
        .step(try self.begin(reply.untrustedMetadata))
      })
  }

  func copied(_ file: ResultFile) -> RevisionStep {
    files.note(file, at: target)
    return .verify(self, expected[...], isFirst: true)
  }

  // MARK: Pages

  private func begin(_ metadata: DocumentMetadata) throws -> RevisionStep {
    writers = try makeWriters(metadata: metadata)
    guard isOfPictures || pdf?.isTagged != true || !changesText else {
      throw Self.refusal(
        "\(document.record.name) stays as it is: its PDF is tagged and has kept pages, so only the next run of its pipeline can "
          + "put corrections into it. They are kept.")
    }
    return .page(self, 0)
  }

  /// Creates the document's writers, except for those that write pictures and, for a signed original, the PDF. Those files don't change.
  private func makeWriters(metadata: DocumentMetadata) throws(BatchError) -> [any DocumentWriter] {
    var writers: [any DocumentWriter] = []
    for writer in chosen where writer.type.pictures(writer.settings).isEmpty {
      let isLayered = writer.type is any PDFLayersWriter.Type
      // The pages of a signed original have no recorded places, so its PDF isn't rewritten.
      guard !isLayered || document.record.pages.contains(where: { $0.pdf != nil }) else { continue }
      let destination = WriterDestination(
        directory: isLayered ? layers : folder, baseName: isLayered ? PDFAssembly.layersName : fileName(name),
        metadata: metadata, versions: document.record.versions, writers: chosen, files: files)
      writers.append(try writing(writer.type.init(settings: writer.settings, destination: destination)))
    }
    return writers
  }

  /// Writes a page of the record, or asks for the text stages if its edits changed. After the last page, finishes the writers.
  func rewrite(_ index: Int) throws -> DocumentEvent {
    guard index < document.record.pages.count else {
      if let last = continuedTables.finish() { try write(last) }
      for writer in writers { try writing(writer.finish()) }
      return .step(pdf != nil && isChanged ? .graft(self) : .compare(self))
    }
    let entry = document.record.pages[index]
    guard let before = document.storedPage(entry) else {
      guard entry.status == .failed else {
        throw Self.refusal(
          "\(document.record.name) stays as it is: its page JSON \(entry.file ?? "") cannot be read.")
      }
      if let last = continuedTables.finish() { try write(last) }
      builder.add(entry)
      return .step(.page(self, index + 1))
    }
    let edits = edits.standing(on: before.page, sha256: before.document.sha256)
    guard standing(on: before) != before.edits?.all ?? [] else {
      return .step(try take(before, entry, isNew: false, index))
    }
    let request = ReviseRequest(page: before, edits: edits)
    return .asks(
      RevisionRequest(request, stages: wanted) { [self] reply, _ in
        // The page came from a file that others may have changed, so only findings are accepted from the worker.
        var found = PageFindings()
        let descriptions = stages.findings(of: wanted)
        found.take(descriptions, from: reply.page.findings)
        let check = FindingCheck(descriptions: descriptions, image: before.image)
        if let complaint = check.complaint(about: found) { return .complaint(complaint) }
        var revised = before.applying(edits)
        revised.findings.take(descriptions, from: found)
        revised = revised.withFittingGrids
        return .step(try take(revised, entry, isNew: revised != before, index))
      })
  }

  private func take(
    _ page: RecognizedPage, _ entry: DocumentRecord.Page, isNew: Bool, _ index: Int
  ) throws(BatchError) -> RevisionStep {
    var page = page
    page.document.name = name
    for ready in continuedTables.take(RevisedPage(page: page, entry: entry, isNew: isNew)) { try write(ready) }
    return .page(self, index + 1)
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

  func graft() -> any RevisionAsking {
    let contents = document.record.pages.compactMap { $0.pdf?.content }
    let pages = zip(pdf?.graftPages ?? [], contents).map { page, content in
      // A kept page may have other invisible text, so only docscan's own text is removed.
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
      [self] reply, scratch in
      guard !reply.isIdentical else { return .step(.compare(self)) }
      let grafted = "\(scratch)/\(GraftRequest.outputName)"
      guard isRegularFile(grafted) else { return .complaint("a PDF that does not exist") }
      // Copies the file, because the process that created it may still have it open.
      let file = try writing(FileCopy.open(grafted))
      removeFile(grafted)
      return .step(.copy(self, file, name: grafted))
    }
  }

  func verify(_ rest: ArraySlice<ExpectedPage>, isFirst: Bool) -> DocumentEvent {
    guard !rest.isEmpty else { return .step(.compare(self)) }
    let pages = Array(rest.prefix(VerificationSample.pagesPerRequest))
    let request = VerifyRequest(
      pdf: fileName(target), original: nil, originalPageCount: document.record.pageCount,
      pageCount: pdf?.graftPages.count, checksFile: isFirst, pages: pages)
    return .asks(
      RevisionRequest(request, files: [target]) { [self] reply, _ in
        if !reply.mismatches.isEmpty, reply.mismatches.verdict(on: pages, keepsPages: false) == .marked {
          for mismatch in reply.mismatches { builder.note(mismatch) }
        } else if let mismatch = reply.mismatches.first {
          throw Self.refusal(
            "\(document.record.name) stays as it is: its new PDF would differ from its text: \(mismatch.description). Run "
              + "its pipeline again: your corrections are kept, and are applied then.")
        }
        return .step(.verify(self, rest.dropFirst(pages.count), isFirst: false))
      })
  }

  func compare() -> DocumentEvent {
    guard let request = builder.invoiceRequest(isWhole: document.record.selection == "all") else {
      return .step(.record(self))
    }
    return .asks(
      RevisionRequest(request) { [self] reply, _ in
        if let complaint = InvoiceCheck.complaint(about: reply, to: request) { return .complaint(complaint) }
        builder.note(compared: reply)
        return .step(.record(self))
      })
  }

  func finished() throws(BatchError) -> DocumentRecord {
    builder.note(edits)
    var record = builder.finished
    // The edits of whole pages don't change in a revision.
    record.edits?.pages = document.record.edits?.pages
    record.edits?.leftOut = document.record.edits?.leftOut
    // Files that aren't rewritten keep their entries in the record.
    var all: [String: ResultFile] = [:]
    for (file, result) in document.record.files ?? [:] { all[document.record.path(of: file, as: name)] = result }
    for (name, file) in files.files { all[name] = file }
    try writing(record.write(into: folder, besides: all))
    record.files = files.files
    return record
  }
}

extension DocumentRecord {
  /// The record without the values that are recomputed from its pages.
  var withoutPages: DocumentRecord {
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
  fileprivate func asWritten(_ entry: DocumentRecord.Page) -> WriterPage {
    WriterPage(
      result: PageResult(page: self, size: entry.pdf?.size ?? image?.points ?? .a4, picture: nil), picturePath: nil)
  }

  /// Returns the page as a layer for the existing page of the PDF. An unchanged page gets no layer.
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
  func path(of file: String, as name: String) -> String {
    guard !file.contains("/"), file.hasPrefix(baseName + ".") else { return file }
    return DocScanFiles.fileName(name) + file.dropFirst(baseName.count)
  }
}
