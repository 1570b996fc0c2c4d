// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanLayout
internal import DocScanStore
internal import DocScanWire

/// Builds a document's record, page by page.
struct RecordBuilder {
  private var record: DocumentRecord
  private var confidenceSum = 0.0
  private var recognizedCharacters = 0
  private var expectedErrors = ExpectedErrorsSum()
  private var edits: Set<String> = []
  /// The fields that reviewers set, each with the number of its page.
  private var decided: [(page: Int, edit: Edit)] = []
  private var languages = LanguageNotes()
  private var textChecks = TextCheckNotes()
  private let packs: Set<String>
  private var invoicePages: [Invoice.Page] = []
  private var aboutPages: [About.Page] = []
  private var receipt: (number: Int, says: Receipt)?
  private var receipts = 0
  private var attached: AttachedPages?
  private var tables = TableJoiner()

  /// Starts from a record without pages. Keeps its e-invoice.
  init(_ record: DocumentRecord, packs: Set<String> = []) {
    (self.record, self.packs) = (record, packs)
    if let invoice = record.invoice.flatMap(XMLInvoice.init) { attached = AttachedPages(invoices: [invoice]) }
  }

  mutating func begin(with invoices: AttachedInvoices) {
    record.notes += invoices.unread.map(\.sentence)
    if !invoices.invoices.isEmpty { attached = AttachedPages(invoices: invoices.invoices) }
  }

  /// Returns the request to compare the e-invoice with all pages, or `nil` if there is none.
  func invoiceRequest(isWhole: Bool) -> CompareInvoiceRequest? { attached?.request(isWhole: isWhole) }

  mutating func note(compared: CompareInvoiceRequest.Reply) { attached?.compared = compared }

  /// Adds the next page. `file` is the name of its JSON, and `place` its location in the PDF.
  mutating func add(_ page: RecognizedPage, file: String?, place: PDFPlace?) {
    let words = page.words
    let characters = words.reduce(0) { $0 + $1.text.count }
    if page.status == .recognized || page.status == .copied && page.textCheck != nil {
      recognizedCharacters += characters
      confidenceSum += meanConfidence(words) * Double(characters)
    }
    record.quality.words += words.count
    languages.add(page)
    textChecks.add(page)
    if let expected = page.expected { expectedErrors.add(expected, page: page.page.number, characters: characters) }
    attached?.add(page)
    if let says: InvoicePage = page.findings.get() { invoicePages.append((page.page.number, says)) }
    if let says = page.about { aboutPages.append((page.page.number, says)) }
    // The first page of an invoice may look like a receipt without amounts.
    if let says = page.receipt, says.total != nil {
      receipts += 1
      if receipt == nil { receipt = (page.page.number, says) }
    }
    add(tables: tables.append(page))
    edits.formUnion(page.edits?.all.map(\.id) ?? [])
    decided += (page.edits?.fields ?? []).filter { $0.field != nil }.map { (page.page.number, $0) }
    if let date = page.capture?.date {
      record.captured = .init(
        first: min(date, record.captured?.first ?? date), last: max(date, record.captured?.last ?? date))
    }
    record.pages.append(
      DocumentRecord.Page(
        number: page.page.number, status: page.status, file: file, source: page.page.source,
        sourcePage: page.page.sourcePage, confidence: page.confidence, grade: page.quality?.grade,
        language: page.textLanguage?.tag, expected: page.expected, noText: page.hasNoText ? true : nil,
        textSigns: page.status == .copied ? page.textCheck?.signs : nil, defects: page.quality?.defects, pdf: place,
        failure: page.failure))
  }

  private mutating func add(tables: [TableGrid]) {
    guard !tables.isEmpty else { return }
    record.tables = (record.tables ?? []) + tables.map(DocumentRecord.WholeTable.init)
  }

  mutating func placeFirst(_ place: PDFPlace) {
    if !record.pages.isEmpty { record.pages[0].pdf = place }
  }

  mutating func note(_ difference: Mismatch) {
    guard let index = record.pages.firstIndex(where: { $0.number == difference.page }),
      record.pages[index].pdfDifference == nil
    else { return }
    record.pages[index].pdfDifference = String(difference.description.prefix(1000))
    record.notes.append(
      "The text in the PDF differs from the recognized text: \(difference.description.prefix(1000)). docscan verify lists all "
        + "differences.")
  }

  mutating func note(_ notes: [String]) { record.notes += notes }

  private mutating func noteOnce(_ note: String) {
    if !record.notes.contains(note) { record.notes.append(note) }
  }

  static let unfitNote = "A correction no longer fits"
  /// The beginnings of the message about corrections that no longer fit: the current one, and that of version 0.1.0.
  static let unfitNotes = [unfitNote, "An edit does not fit any more"]

  mutating func add(_ page: DocumentRecord.Page) {
    add(tables: tables.pass(isBlank: page.status == .blank))
    record.pages.append(page)
  }

  /// Records which of a document's edits are in its text, after all pages were added. `leftOut` is the number of pages that the user removed.
  mutating func note(_ file: EditFile, leftOut: Int = 0) {
    guard let sha256 = file.sha256 else { return }
    if let problem = file.problem { record.notes.append(problem) }
    let unfit = file.list.edits.standing.filter { edit in
      // If the stack was divided differently since, the page is in another document.
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

  mutating func note(_ boundaries: [Boundary]) {
    record.boundaries = boundaries
    record.notes += boundaries.map(\.note)
  }

  mutating func note(_ naming: DocumentRecord.Naming?) { record.naming = naming }

  /// Returns the values for the document's name, after all pages were added. `input` is the name derived from the input.
  func nameValues(input: String) -> NameValues {
    let finished = finished
    var values = NameValues(input: input)
    values.take(
      about: finished.about, invoice: finished.invoice,
      receipts: NameValues.Receipts(count: receipts, first: receipt?.says))
    return values
  }

  mutating func identify(_ identity: DocumentRecord.PipelineIdentity) { record.pipeline = identity }

  mutating func fail(_ failure: PageFailure) { record.failure = failure }

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
    let printed = Invoice(pages: invoicePages)
    record.invoice = attached?.invoice(pages: record.pages.map(\.number), printed: printed) ?? printed
    record.invoice?.decide(decided)
    record.kind = DecidedField.kind(in: decided)
    record.about = About(
      pages: aboutPages, invoice: record.invoice, receipt: receipts == 1 ? receipt : nil, decided: record.kind)
    record.about?.decide(decided)
    record.notes += attached?.notes ?? []
    record.notes += textChecks.sentences.filter { !record.notes.contains($0) }
    let hasAdvice = record.notes.contains(where: LanguageNotes.isAdvice)
    record.notes += languages.sentences(installed: packs).filter {
      !record.notes.contains($0) && !(hasAdvice && LanguageNotes.isAdvice($0))
    }
    return record
  }
}

/// A document's expected error rate, combined from its pages.
struct ExpectedErrorsSum {
  private var errors = 0.0
  private var weight = 0.0
  private var worst: (page: Int, rate: Double)?

  /// Adds a page. Its weight is its number of characters, but at least 1.
  mutating func add(_ expected: ExpectedErrors, page: Int, characters: Int) {
    errors += expected.characterErrorRate * Double(max(1, characters))
    weight += Double(max(1, characters))
    if expected.characterErrorRate > worst?.rate ?? -1 { worst = (page, expected.characterErrorRate) }
  }

  /// The expected error rate of the document, or `nil` if no page was recognized.
  var document: DocumentExpectedErrors? {
    worst.map {
      DocumentExpectedErrors(
        characterErrorRate: errors / weight, worstPage: $0.page, worstCharacterErrorRate: $0.rate)
    }
  }
}
