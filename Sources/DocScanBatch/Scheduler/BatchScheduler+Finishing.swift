// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanInput
internal import DocScanStore
internal import DocScanWire
internal import DocScanWorkers

/// Assembly and verification of PDFs.
extension BatchScheduler {
  /// Handles a failure to compare an e-invoice. After a crash, the comparison is repeated once. Otherwise, a message reports the failure.
  func comparisonFailed(_ open: DocumentBuild, _ failure: JobFailure) throws(BatchError) {
    if open.comparing.takeRetry(after: failure) { return try handle(.retried, open.document) }
    open.note(["The e-invoice could not be compared with the pages: \(failure.failure.message)"])
    try handle(.compared, open.document)
  }

  /// Begins to copy a PDF into its document's folder: the worker's file, or the original if `file` is `nil`. Returns an event if it can't be opened.
  func copy(_ open: DocumentBuild, _ pdf: PDFAssembly, file: String?) throws(BatchError) -> DocumentEvent? {
    let source: OpenFile
    pdf.isOriginal = file == nil
    if let file {
      // Copies the file, because the process that created it may still have it open.
      source = try writing(FileCopy.open(file))
      removeFile(file)
    } else {
      do throws(PageFailure) {
        source = try open.input.files[0].open()
      } catch {
        return .failed(error)
      }
    }
    open.document.task = placing.begin(.copy(source, name: file ?? open.input.paths[0], to: pdf.path))
    return nil
  }

  /// Records the PDF that was copied into its document's folder, and continues with the document.
  func copied(_ open: DocumentBuild, _ pdf: PDFAssembly, _ result: Result<ResultFile, OutputError>) throws(BatchError) {
    open.files.note(try writing(result.get()), at: pdf.path)
    try handle(.copied, open.document)
  }

  /// Handles a failure to assemble a PDF from the original. After a crash, the assembly is repeated once. If the PDF can't comply with a standard,
  /// the document fails. Otherwise, the PDF is built from pictures.
  func graftFailed(_ open: DocumentBuild, _ failure: JobFailure) throws(BatchError) {
    let document = open.document
    if let pdf = open.pdf, pdf.retry.takeRetry(after: failure) { return try handle(.retried, document) }
    try handle(failure.failure.kind == .standard ? .failed(failure.failure) : .ungraftable, document)
  }

  /// Deletes the files that were built for a PDF with the original's pages, so that it's built from pictures instead.
  func discard(_ open: DocumentBuild) throws(BatchError) {
    try OutputFolder.removeTree(open.setup.layersFolder)
    if open.input.part?.isFiled ?? true { try OutputFolder.removeTree(open.setup.folder) }
    open.document.mayGraft = false
  }

  /// Handles the verification of some pages of a PDF. Differences in the text layer are recorded. A PDF that keeps the original's pages is built
  /// again from pictures if more differs. Otherwise, the document fails.
  func verified(_ open: DocumentBuild, mismatches: [Mismatch]) throws(BatchError) {
    guard let first = mismatches.first else {
      open.pdf?.sample.advance()
      return try handle(.verified, open.document)
    }
    if let pdf = open.pdf {
      switch mismatches.verdict(
        on: pdf.sample.requested, keepsPages: pdf.origin == .layers && open.document.divided == nil)
      {
      case .marked:
        open.note(mismatches)
        pdf.sample.advance()
        return try handle(.verified, open.document)
      case .rebuilt:
        open.document.graftNote = Self.rebuiltNote(first)
        return try handle(.ungraftable, open.document)
      case .untrusted: break
      }
    }
    let count = mismatches.count > 1 ? " (the first of \(mismatches.count) differences)" : ""
    let message =
      "The PDF differs from the recognized text: \(first.description.prefix(1000))\(count). docscan verify lists the differences."
    try handle(.failed(PageFailure(kind: .mismatch, stage: "verify", message: message)), open.document)
  }

  private static func rebuiltNote(_ difference: Mismatch) -> String {
    "The PDF shows pictures of the pages instead of the original's pages, because those differed with the new text: "
      + "\(difference.description.prefix(1000))."
  }

  /// Handles a failure to verify a PDF. After a crash, the verification is repeated once. Otherwise, the document fails.
  func verificationFailed(_ open: DocumentBuild, _ failure: JobFailure) throws(BatchError) {
    if open.pdf?.sample.retry.takeRetry(after: failure) ?? false { return try handle(.retried, open.document) }
    var failure = failure.failure
    failure.stage = "verify"
    try handle(.failed(failure), open.document)
  }

  /// Throws if the disk has no space for a document's results. If the disk has space, the worker that reported a full disk is at fault.
  func checkDisk(for document: ScheduledDocument) throws(BatchError) {
    try output.checkDisk(room: max(64 << 20, 2 * document.input.paths.reduce(0) { $0 + fileSize($1) }))
  }
}
