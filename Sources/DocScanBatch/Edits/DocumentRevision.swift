// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanWriters

/// Writes the files of one document anew, with what people decided about its text.
final class DocumentRevision {
  private let document: LibraryDocument
  private let folder: String
  private let layers: String
  private let revision: Revision
  private let edits: EditFile
  private let files: WrittenFiles
  private let chosen: [ChosenWriter]

  /// `folder` is where the new files are built, `layers` one for what waits meanwhile.
  init(_ document: LibraryDocument, folder: String, layers: String, _ revision: Revision) throws(BatchError) {
    (self.document, self.folder, self.layers, self.revision) = (document, folder, layers, revision)
    edits = document.edits
    files = WrittenFiles(folder: folder)
    guard let writers = document.record.pipeline.writers else {
      throw .output(
        "\(document.record.name) was made by an earlier docscan, which did not note how. Run its pipeline again: the edits "
          + "are kept, and come into the results then.")
    }
    // The files of a program's own writers stay as they are: nobody here knows how they are written.
    chosen = ChosenWriter.all(writers.map(\.resolved))
    guard document.record.pages.allSatisfy({ $0.file != nil || $0.status == .failed }) else {
      throw .output(
        "\(document.record.name) has no page JSON, which edits need. Run its pipeline again with --also json.")
    }
  }

  /// Writes the files and the record, which is given back.
  func run() throws(BatchError) -> DocumentRecord {
    var record = document.record
    let textStages = revision.textStages(of: record)
    let writers = try self.writers(metadata: metadata(textStages))
    let pdf = writers.lazy.compactMap { $0 as? any PDFLayersWriter }.first
    // Kept pages may have a structure of their own, in which marks of earlier text cannot be told from the others.
    let isOfPictures = record.pages.allSatisfy { [nil, .picture, .note].contains($0.pdf?.content) }
    let restructures = isOfPictures && pdf?.isTagged == true
    guard isOfPictures || pdf?.isTagged != true else {
      throw .output(
        "\(record.name) stays as it is: its PDF is tagged and has kept pages, so only the next run of its pipeline can bring "
          + "decisions into it. They are kept.")
    }
    var builder = RecordBuilder(record.withoutPages)
    var expected: [ExpectedPage] = []
    var isChanged = false
    for entry in record.pages {
      guard let before = document.page(entry) else {
        guard entry.status == .failed else {
          throw .output("\(record.name) stays as it is: its page JSON \(entry.file ?? "") cannot be read.")
        }
        builder.add(entry)
        continue
      }
      let page = try revised(before, textStages)
      let isNew = page != before
      isChanged = isChanged || isNew
      for writer in writers where !(writer is any PDFLayersWriter) { try writing(writer.append(page.asWritten(entry))) }
      if let place = entry.pdf, let pdf {
        try writing(pdf.append(page.asLayer(place, isNew: isNew || restructures)))
        if isNew { expected.append(ExpectedPage(place: place, page: page)) }
      }
      builder.add(page, file: entry.file, place: entry.pdf)
    }
    for writer in writers { try writing(writer.finish()) }
    if let pdf, isChanged { try graft(pdf, restructures: restructures, comparing: expected, textStages) }
    builder.note(edits)
    record = builder.finished
    // The pages are as they were read.
    record.edits?.pages = document.record.edits?.pages
    record.edits?.leftOut = document.record.edits?.leftOut
    // What is not written anew stays, as the record has it.
    var all = document.record.files ?? [:]
    for (name, file) in files.files { all[name] = file }
    try writing(record.write(into: folder, besides: all))
    record.files = files.files
    return record
  }

  /// The document's writers but for those of pictures, whose files stay.
  private func writers(metadata: DocumentMetadata) throws(BatchError) -> [any DocumentWriter] {
    var writers: [any DocumentWriter] = []
    for writer in chosen where writer.type.pictures(writer.settings).isEmpty {
      let isLayered = writer.type is any PDFLayersWriter.Type
      // An original that is signed, and stays, is no PDF of pages that docscan placed.
      guard !isLayered || document.record.pages.contains(where: { $0.pdf != nil }) else { continue }
      let destination = WriterDestination(
        directory: isLayered ? layers : folder, baseName: isLayered ? PDFAssembly.layersName : document.record.baseName,
        metadata: metadata, versions: document.record.versions, writers: chosen, files: files)
      writers.append(try writing(writer.type.init(settings: writer.settings, destination: destination)))
    }
    return writers
  }

  /// What the PDF that is there says of itself; the new one says the same.
  private func metadata(_ stages: [ResolvedComponent]) throws(BatchError) -> DocumentMetadata {
    let name = "\(document.record.baseName).pdf"
    guard let file = document.files?.file(name), file.identity != nil else { return DocumentMetadata() }
    let request = InspectRequest(fileNames: [name])
    return try revision.ask(request, files: [file], stages: stages).reply.untrustedMetadata
  }

  /// A page with the edits that hold now.
  private func revised(_ page: RecognizedPage, _ stages: [ResolvedComponent]) throws(BatchError) -> RecognizedPage {
    let edits = edits.list.standing.filter { $0.isAbout(page.page) }
    if edits == page.edits?.entries.map(\.edit) ?? [] { return page }
    let reply = try revision.ask(ReviseRequest(page: page, edits: edits), stages: stages).reply.page
    // The worker looked at what a stranger may have written: only findings are its own to say.
    var found = PageFindings()
    let descriptions = revision.findings(of: stages)
    found.take(descriptions, from: reply.findings)
    if let complaint = FindingCheck(descriptions: descriptions, image: page.image).complaint(about: found) {
      throw .output("\(document.record.name) stays as it is: the worker's answer is invalid: \(complaint).")
    }
    var revised = page.applying(edits)
    revised.findings.take(descriptions, from: found)
    return revised
  }

  /// Puts the PDF together from the one that is there and the new text, and compares the new pages.
  private func graft(
    _ pdf: any PDFLayersWriter, restructures: Bool, comparing expected: [ExpectedPage], _ stages: [ResolvedComponent]
  ) throws(BatchError) {
    let name = "\(document.record.baseName).pdf"
    let contents = document.record.pages.compactMap { $0.pdf?.content }
    let pages = zip(pdf.graftPages, contents).map { page, content in
      // Of a kept page only docscan's own text goes: it may have other invisible text.
      guard content == .overlay, page.removesHiddenText else { return page }
      var page = page
      (page.removesHiddenText, page.removesOverlay) = (false, true)
      return page
    }
    let request = GraftRequest(
      pages: pages, level: pdf.level, replacesMetadata: false, replacesStructure: restructures)
    guard let before = document.files?.file(name), before.identity != nil else {
      throw OutputFolder.failure("open", "\(document.folder)/\(name)")
    }
    let new = try open("\(layers)/\(PDFAssembly.layersName).pdf")
    let answer = try revision.ask(request, files: [before, new], stages: stages)
    guard !answer.reply.isIdentical else { return }
    let grafted = "\(answer.scratch)/\(GraftRequest.outputName)"
    // A copy: whoever made the file may still have it open.
    let source = try writing(FileCopy.open(grafted))
    removeFile(grafted)
    let target = "\(folder)/\(name)"
    guard let file = try writing(FileCopy.copy(source.descriptor, named: grafted, to: target)) else { return }
    files.note(file, at: target)
    var rest = expected[...]
    var isFirst = true
    while !rest.isEmpty {
      let pages = Array(rest.prefix(VerificationSample.pagesPerRequest))
      rest = rest.dropFirst(pages.count)
      let request = VerifyRequest(
        pdf: name, original: nil, originalPageCount: document.record.pageCount, pageCount: pdf.graftPages.count,
        checksFile: isFirst, pages: pages)
      isFirst = false
      let reply = try revision.ask(request, files: [try open(target)], stages: stages).reply
      if let mismatch = reply.mismatches.first {
        throw .output(
          "\(document.record.name) stays as it is: its new PDF would differ from its text: \(mismatch.description). Run "
            + "its pipeline again: the edits are kept, and come into the results then.")
      }
    }
  }

  private func open(_ path: String) throws(BatchError) -> OpenFile {
    guard let file = OpenFile(path: path) else { throw OutputFolder.failure("open", path) }
    return file
  }
}

extension DocumentRecord {
  /// What the record says of the document apart from its pages, which are counted anew.
  fileprivate var withoutPages: DocumentRecord {
    var record = self
    record.pages = []
    record.quality = Quality(meanConfidence: nil, words: 0)
    record.captured = nil
    record.edits = nil
    record.notes.removeAll { $0.hasPrefix(RecordBuilder.unfitNote) }
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
