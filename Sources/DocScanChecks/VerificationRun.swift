// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
package import DocScanCore
internal import DocScanFiles
internal import DocScanStore
internal import DocScanWire
internal import DocScanWorkers
internal import FoundationEssentials

/// A comparison of finished PDFs with their page JSON and originals. Only workers parse documents.
package final class VerificationRun {
  private let listing: FinishedDocument.Listing
  private let given: String?
  private let selection: PageSelection
  private let client: WorkerClient

  /// Finds the documents of PDFs and output folders. `original` is the path of a single PDF's original, or `nil` to search for originals.
  package init(inputs: [String], original: String?, pages: PageSelection, passwords: [String] = []) throws(BatchError) {
    var listing = FinishedDocument.Listing()
    for input in inputs {
      var isFolder = false
      guard FileManager.default.fileExists(atPath: input, isDirectory: &isFolder) else {
        throw .noInput("\(input) doesn't exist.")
      }
      if isFolder {
        let trimmed = input.count > 1 && input.hasSuffix("/") ? String(input.dropLast()) : input
        FinishedDocument.list(trimmed, to: &listing)
      } else {
        listing.documents.append(FinishedDocument(pdf: input))
      }
    }
    guard let first = listing.documents.first else {
      let others =
        listing.foreign.first.map { " \($0) has no docscan record next to it, so it is not from a folder of results." }
        ?? ""
      throw .noInput("No PDF made by docscan was found in \(inputs.joined(separator: ", ")).\(others)")
    }
    if let original {
      guard listing.documents.count == 1 else {
        throw .noInput("--original applies to a single PDF, but \(listing.documents.count) were found.")
      }
      guard first.isOriginal(original) else {
        throw .noInput(
          "\(original) is not the file that \(first.pdf) was made from: it cannot be read, or its SHA-256 differs "
            + "from the one in its record.")
      }
    }
    self.listing = listing
    given = original
    selection = pages
    client = WorkerClient(
      program: try Installation.workerProgram(),
      configuration: WorkerConfiguration(try .withDefaults), passwords: passwords)
    try client.start()
  }

  package func run(onEvent: (BatchEvent) -> Void = { _ in }) throws(BatchError) -> VerificationReport {
    onEvent(.started(documents: listing.documents.count, workers: 1))
    var results: [VerificationReport.Document] = []
    for document in listing.documents {
      let started = ContinuousClock.now
      let result = try verify(document, onEvent: onEvent)
      results.append(result)
      onEvent(
        .documentFinished(
          DocumentOutcome(
            name: document.name, source: document.pdf, status: result.status == .sound ? .complete : .failed,
            pages: result.pages,
            failedPages: [], reason: nil, seconds: seconds(from: started, to: .now).rounded(toPlaces: 3))))
    }
    return VerificationReport(
      documents: results, withoutPDF: listing.withoutPDF, foreign: listing.foreign.isEmpty ? nil : listing.foreign)
  }

  private func verify(
    _ document: FinishedDocument, onEvent: (BatchEvent) -> Void
  ) throws(BatchError) -> VerificationReport.Document {
    var result = VerificationReport.Document(
      name: document.name, pdf: document.pdf, status: .sound, pages: 0, words: 0, original: nil, mismatches: [],
      notes: [])
    let entry = document.entry()
    guard let record = document.record, !isRegularFile(document.pdf) || document.isResult(entry) else {
      result.name = document.pdf
      result.status = .foreign
      result.notes.append(
        document.record == nil
          ? "docscan can't check this PDF: its record is missing. PDFs made with -o FILE have none. "
            + "To check its text against its pages: docscan check-text."
          : "The docscan record next to it does not list it.")
      return result
    }
    let expected = expectedPages(of: document, record, entry, into: &result)
    let silent = record.noTextPages.filter(selection.contains)
    if let sentence = noTextSentence(pages: silent) {
      result.notes.append(
        sentence.prefix(1).uppercased() + sentence.dropFirst() + ", although there is something on it.")
    }
    let doubtful = record.pages.filter {
      $0.textSigns != nil && $0.expected?.grade == .f && selection.contains($0.number)
    }
    if let first = doubtful.first {
      let more = doubtful.count > 1 ? " and \(doubtful.count - 1) more" : ""
      result.notes.append(
        "The text that the PDF already had is probably wrong on page \(first.number)\(more). To replace it, read the "
          + "original again with --existing-text heal.")
    }
    if let mismatch = Self.missingPages(in: record) { result.mismatches.append(mismatch) }
    onEvent(.documentOpened(name: document.name, pages: expected.count))
    let placed = record.pages.count { $0.pdf != nil }
    var request = VerifyRequest(
      pdf: fileName(document.pdf), original: result.original.map(fileName),
      originalPageCount: record.part?.inputPageCount ?? record.pageCount,
      pageCount: placed > 0 ? placed : nil, checksFile: true, pages: [])
    var rest = expected[...]
    repeat {
      request.pages = Array(rest.prefix(VerificationSample.pagesPerRequest))
      rest = rest.dropFirst(request.pages.count)
      result.mismatches += try answer(to: request, about: document, result.original)
      request.checksFile = false
      for page in request.pages {
        result.pages += 1
        result.words += page.page.words.count
        // Pages that failed in their run are compared as well.
        onEvent(
          .pageFinished(document: document.name, page: page.page.page.number, status: .recognized, message: nil))
      }
    } while !rest.isEmpty
    // A selection of pages excludes the check of all files.
    if let entry, selection == .all { result.mismatches += document.changedFiles(since: entry) }
    result.status = result.mismatches.isEmpty ? .sound : .mismatch
    return result
  }

  /// Returns the selected pages with page JSON. Finds the original, notes parts that can't be compared, and reports missing page JSON as mismatches.
  private func expectedPages(
    of document: FinishedDocument, _ record: DocumentRecord, _ entry: JournalEntry?,
    into result: inout VerificationReport.Document
  ) -> [ExpectedPage] {
    if record.pages.allSatisfy({ $0.pdf == nil }) {
      result.notes.append(
        "Its record lists no pages of a PDF, as for a signed original that was kept, so they could not be compared."
      )
    }
    let placed = record.pages.filter { $0.pdf != nil && selection.contains($0.number) }
    if !placed.isEmpty, placed.allSatisfy({ $0.file == nil }) {
      result.notes.append(
        "Its pipeline has no json writer, so its words could not be compared. Add {\"writer\": \"json\"}.")
    }
    if document.hasOriginalPages {
      result.original = given ?? document.original(entry)
      if result.original == nil {
        result.notes.append(
          "The original, \(record.source.first ?? "a PDF"), was not found, so the pages were not compared with it; "
            + "name it with --original.")
      }
    }
    return placed.compactMap { entry in
      guard let place = entry.pdf, let file = entry.file else { return nil }
      if let page = document.page(entry) { return ExpectedPage(place: place, page: page) }
      result.mismatches.append(
        Mismatch(.file, page: entry.number, expected: "its page JSON, \(file)", found: "none that can be read"))
      return nil
    }
  }

  /// Returns a mismatch if the record doesn't list every selected page of the input. Split spreads are listed twice.
  static func missingPages(in record: DocumentRecord) -> Mismatch? {
    // The pages of a part are renumbered, but the selection applies to the input's pages.
    let chosen = record.part == nil ? PageSelection(stored: record.selection) : .all
    guard record.failure == nil, let selection = chosen else { return nil }
    let wanted = selection.count(of: record.pageCount) - (record.edits?.leftOut ?? 0)
    let named = Set(record.pages.map { "\($0.sourcePage) \($0.source)" }).count
    guard named != wanted else { return nil }
    return Mismatch(.pageCount, expected: "\(wanted) pages of the input in its record", found: "\(named)")
  }

  // MARK: Worker

  /// Asks a worker to verify pages. If it crashes, pages are tried again one by one. A page that crashes the worker twice counts as a mismatch.
  private func answer(
    to request: VerifyRequest, about document: FinishedDocument, _ original: String?
  ) throws(BatchError) -> [Mismatch] {
    let files: [OpenFile]
    do throws(PageFailure) {
      let paths = [document.pdf] + (original.map { [$0] } ?? [])
      files = try paths.map { (path) throws(PageFailure) in try SourceFile(path: path).open() }
    } catch {
      return [Mismatch(.unreadable, expected: "a PDF that can be opened", found: error.message)]
    }
    // Several pages are retried one by one.
    let isSingle = request.pages.count <= 1
    switch try client.ask(request, files: files, retry: isSingle ? RetryPolicy() : .never) {
    case .done(let reply): return reply.mismatches
    case .failed(.lost(let failure)):
      guard isSingle else { break }
      return [
        Mismatch(
          .file, page: request.pages.first?.page.page.number, expected: "a page that can be compared",
          found: failure.message)
      ]
    case .failed(.refused(let failure)), .failed(.unopened(let failure)):
      return [Mismatch(.file, expected: "an original that can be read", found: failure.message)]
    case .cancelled: return []
    }
    var mismatches: [Mismatch] = []
    var single = request
    for page in request.pages {
      single.pages = [page]
      mismatches += try answer(to: single, about: document, original)
      single.checksFile = false
    }
    return mismatches
  }
}
