// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanStore

/// Builds a document's record, page by page.
struct RecordBuilder {
  private var record: DocumentRecord
  private var confidenceSum = 0.0
  private var recognizedCharacters = 0
  private var expectedErrors = ExpectedErrorsSum()
  /// The ids of the edits in the text.
  private var edits: Set<String> = []
  private var languages = LanguageNotes()
  /// The language packs that are installed.
  private let packs: Set<String>
  private var invoicePages: [Invoice.Page] = []
  private var aboutPages: [About.Page] = []
  /// The first of its receipts, and how many there are.
  private var receipt: (number: Int, says: Receipt)?
  private var receipts = 0
  private var attached: AttachedPages?
  private var tables = TableJoiner()

  /// Begins with a record without pages. One that has an e-invoice keeps it.
  init(_ record: DocumentRecord, packs: Set<String> = []) {
    (self.record, self.packs) = (record, packs)
    if let invoice = record.invoice.flatMap(XMLInvoice.init) { attached = AttachedPages(invoices: [invoice]) }
  }

  /// The document comes with e-invoices.
  mutating func begin(with invoices: AttachedInvoices) {
    record.notes += invoices.unread.map(\.sentence)
    if !invoices.invoices.isEmpty { attached = AttachedPages(invoices: invoices.invoices) }
  }

  /// What a worker is asked once all pages are there; nil without an e-invoice.
  func invoiceRequest(isWhole: Bool) -> CompareInvoiceRequest? { attached?.request(isWhole: isWhole) }

  /// Takes the answer to that.
  mutating func note(compared: CompareInvoiceRequest.Reply) { attached?.compared = compared }

  /// Takes the next page; `file` has its JSON, `place` is where it stands in the PDF.
  mutating func add(_ page: RecognizedPage, file: String?, place: PDFPlace?) {
    let words = page.words
    let characters = words.reduce(0) { $0 + $1.text.count }
    if page.status == .recognized {
      recognizedCharacters += characters
      confidenceSum += meanConfidence(words) * Double(characters)
    }
    record.quality.words += words.count
    languages.add(page)
    if let expected = page.expected { expectedErrors.add(expected, page: page.page.number, characters: characters) }
    attached?.add(page)
    if let says: InvoicePage = page.findings.get() { invoicePages.append((page.page.number, says)) }
    if let says = page.about { aboutPages.append((page.page.number, says)) }
    // The first page of an invoice may be read as a receipt without amounts.
    if let says = page.receipt, says.total != nil {
      receipts += 1
      if receipt == nil { receipt = (page.page.number, says) }
    }
    add(tables: tables.append(page))
    edits.formUnion(page.edits?.all.map(\.id) ?? [])
    if let date = page.capture?.date {
      record.captured = .init(
        first: min(date, record.captured?.first ?? date), last: max(date, record.captured?.last ?? date))
    }
    record.pages.append(
      DocumentRecord.Page(
        number: page.page.number, status: page.status, file: file, source: page.page.source,
        sourcePage: page.page.sourcePage, confidence: page.confidence, grade: page.quality?.grade,
        language: page.textLanguage?.tag, expected: page.expected, noText: page.hasNoText ? true : nil,
        defects: page.quality?.defects, pdf: place,
        failure: page.failure))
  }

  private mutating func add(tables: [TableGrid]) {
    guard !tables.isEmpty else { return }
    record.tables = (record.tables ?? []) + tables.map(DocumentRecord.WholeTable.init)
  }

  /// The first page stands in the PDF after all.
  mutating func placeFirst(_ place: PDFPlace) {
    if !record.pages.isEmpty { record.pages[0].pdf = place }
  }

  /// Notes what a person should know of the results.
  mutating func note(_ notes: [String]) { record.notes += notes }

  private mutating func noteOnce(_ note: String) {
    if !record.notes.contains(note) { record.notes.append(note) }
  }

  /// What the note of corrections that no longer fit begins with.
  static let unfitNote = "A correction no longer fits"
  /// The same, and what it was in records of version 0.1.0.
  static let unfitNotes = [unfitNote, "An edit does not fit any more"]

  /// Takes the next page as an earlier record has it.
  mutating func add(_ page: DocumentRecord.Page) {
    add(tables: tables.pass(isBlank: page.status == .blank))
    record.pages.append(page)
  }

  /// Notes which of a document's edits are in its text, now that all pages are; people left out so many pages.
  mutating func note(_ file: EditFile, leftOut: Int = 0) {
    guard let sha256 = file.sha256 else { return }
    if let problem = file.problem { record.notes.append(problem) }
    let unfit = file.list.edits.standing.filter { edit in
      // Where a pile was divided elsewhere since, its pages are in another document.
      let isElsewhere =
        file.pile != nil && !record.pages.contains { $0.source == edit.source && $0.sourcePage == edit.sourcePage }
      return !edits.contains(edit.id) && !isElsewhere
    }
    let stages = Set((record.pipeline.stages ?? []).map(\.name))
    let idle = file.list.pages.standing.filter { !stages.contains($0.kind.stage) }
    if let first = idle.first {
      noteOnce(
        "Your correction of page \(first.sourcePage) of \(first.source) has no effect: the pipeline has no stage "
          + "\"\(first.kind.stage)\".")
    }
    let lost = file.list.standingSettings.filter { change in
      !stages.contains { change.key.hasPrefix("stages.\($0).") } && change.replacesOnly != true
    }
    if !lost.isEmpty {
      noteOnce(
        "Settings chosen for it have no effect, because the pipeline does not have their stage: \(lost.description)."
      )
    }
    let foreign = file.list.pages.standing.filter { $0.sha256 != record.sha256 }
    if let first = foreign.first {
      noteOnce(
        "Your correction of page \(first.sourcePage) of \(first.source) has no effect: the file has changed since.")
    }
    record.edits = DocumentRecord.Edits(sha256: sha256, applied: edits.count, unfit: unfit.map(\.id))
    record.edits?.pages = file.list.standingForRun
    record.edits?.leftOut = leftOut > 0 ? leftOut : nil
    guard let first = unfit.first else { return }
    let others = unfit.count > 1 ? ", and \(unfit.count - 1) more" : ""
    let what =
      first.grid == nil
      ? "\"\(first.old)\" is no longer in its place, so it was not changed to \"\(first.new)\"\(others)"
      : "the table whose \(first.grid?.axis.rawValue ?? "row")s you split or joined is no longer found there\(others)"
    let kept =
      unfit.count > 1 ? "They are kept; docscan review lists them." : "It is kept; docscan review lists it."
    record.notes.append("\(Self.unfitNote): \(what). \(kept)")
  }

  /// Notes where documents may begin.
  mutating func note(_ boundaries: [Boundary]) {
    record.boundaries = boundaries
    record.notes += boundaries.map(\.note)
  }

  /// Notes how the document got its name.
  mutating func note(_ naming: DocumentRecord.Naming?) { record.naming = naming }

  /// What the document can be named by, once all pages are there; `input` is the name that it has by its input.
  func nameValues(input: String) -> NameValues {
    let finished = finished
    var values = NameValues(input: input)
    values.take(
      about: finished.about, invoice: finished.invoice,
      receipts: NameValues.Receipts(count: receipts, first: receipt?.says))
    return values
  }

  /// Another pipeline than the document's makes what it is.
  mutating func identify(_ identity: DocumentRecord.PipelineIdentity) { record.pipeline = identity }

  /// The document has failed as a whole.
  mutating func fail(_ failure: PageFailure) { record.failure = failure }

  /// The record of all pages that there are.
  var finished: DocumentRecord {
    var builder = self
    builder.add(tables: builder.tables.finish())
    var record = builder.record
    let failed = record.pages.count { $0.status == .failed }
    let isFailed = failed == record.pages.count || record.failure != nil
    record.status = isFailed ? .failed : failed == 0 ? .complete : .partial
    if recognizedCharacters > 0 {
      record.quality.meanConfidence = (confidenceSum / Double(recognizedCharacters)).rounded(toPlaces: 3)
    }
    record.quality.expected = expectedErrors.document
    record.invoice = attached?.invoice(pages: record.pages.map(\.number)) ?? Invoice(pages: invoicePages)
    record.about = About(pages: aboutPages, invoice: record.invoice, receipt: receipts == 1 ? receipt : nil)
    record.notes += attached?.notes ?? []
    let hasAdvice = record.notes.contains(where: LanguageNotes.isAdvice)
    record.notes += languages.sentences(installed: packs).filter {
      !record.notes.contains($0) && !(hasAdvice && LanguageNotes.isAdvice($0))
    }
    return record
  }
}

/// Adds the expected errors of a document's pages up.
struct ExpectedErrorsSum {
  private var errors = 0.0
  private var weight = 0.0
  private var worst: (page: Int, rate: Double)?

  /// Takes a page; one without characters counts as one with a single one.
  mutating func add(_ expected: ExpectedErrors, page: Int, characters: Int) {
    errors += expected.characterErrorRate * Double(max(1, characters))
    weight += Double(max(1, characters))
    if expected.characterErrorRate > worst?.rate ?? -1 { worst = (page, expected.characterErrorRate) }
  }

  /// Those of the document; nil if no page was recognized.
  var document: DocumentExpectedErrors? {
    worst.map {
      DocumentExpectedErrors(
        characterErrorRate: errors / weight, worstPage: $0.page, worstCharacterErrorRate: $0.rate)
    }
  }
}
