// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanWriters

/// Puts the PDF of a document together, and has it compared with what was meant to be in it.
extension BatchScheduler {
  /// Has a PDF put together from the original and new layers.
  func graft(_ open: DocumentBuild, _ pdf: PDFAssembly) {
    enter(.finishing(GraftJob(scheduler: self, open: open, pdf: pdf)), open.document)
  }

  /// A worker has put a PDF together; without a file the original, byte for byte, is the result.
  func grafted(_ open: DocumentBuild, _ pdf: PDFAssembly, file: String?) throws(BatchError) {
    let source: OpenFile
    pdf.isOriginal = file == nil
    if let file {
      // A copy: whoever made the file may still have it open.
      source = try writing(FileCopy.open(file))
      removeFile(file)
    } else {
      do throws(PageFailure) {
        source = try open.input.files[0].open()
      } catch {
        return try fail(open, error)
      }
    }
    let task = placing.begin(.copy(source, name: file ?? open.input.paths[0], to: pdf.path))
    enter(.copying(task, open, pdf), open.document)
  }

  /// The PDF of a document is in its folder.
  func copied(_ open: DocumentBuild, _ pdf: PDFAssembly, _ result: Result<ResultFile, OutputError>) throws(BatchError) {
    open.files.note(try writing(result.get()), at: pdf.path)
    try verify(open)
  }

  /// A PDF could not be put together from the original, so it is built from pictures of its pages; it may be tried again
  /// before if that was a worker's end.
  func graftFailed(_ open: DocumentBuild, _ failure: JobFailure) throws(BatchError) {
    if let pdf = open.pdf, pdf.retry.takeRetry(after: failure) { return graft(open, pdf) }
    if failure.failure.kind == .standard { return try fail(open, failure.failure) }
    try OutputFolder.removeTree(open.setup.layersFolder)
    if open.document.divided == nil { try OutputFolder.removeTree(open.setup.folder) }
    open.document.mayGraft = false
    enter(.waiting, open.document)
  }

  /// Has the next pages of a document compared; once there are none, the document is done.
  func verify(_ open: DocumentBuild) throws(BatchError) {
    guard let pdf = open.pdf, pdf.sample.isWaiting else { return try publish(open) }
    enter(.finishing(VerifyJob(scheduler: self, open: open, pdf: pdf)), open.document)
  }

  /// Some pages of a PDF are compared with what was meant to be on them.
  func verified(_ open: DocumentBuild, mismatches: [Mismatch]) throws(BatchError) {
    guard let first = mismatches.first else {
      open.pdf?.sample.advance()
      return try verify(open)
    }
    let count = mismatches.count > 1 ? " (the first of \(mismatches.count) differences)" : ""
    let message =
      "The PDF differs from what was read: \(first.description.prefix(1000))\(count). docscan verify lists the differences."
    try fail(open, PageFailure(kind: .mismatch, stage: "verify", message: message))
  }

  /// A PDF could not be compared; it may be tried again if that was a worker's end.
  func verificationFailed(_ open: DocumentBuild, _ failure: JobFailure) throws(BatchError) {
    if open.pdf?.sample.retry.takeRetry(after: failure) ?? false { return try verify(open) }
    var failure = failure.failure
    failure.stage = "verify"
    try fail(open, failure)
  }

  /// A document as a whole has failed: a file of it is not what it was, or its PDF is not what it should be.
  func fail(_ open: DocumentBuild, _ failure: PageFailure) throws(BatchError) {
    open.fail(failure)
    try publish(open)
  }

  /// A worker could not write what it made; when the disk has room for it, it is the worker's fault.
  func checkDisk(for document: ScheduledDocument) throws(BatchError) {
    try output.checkDisk(room: max(64 << 20, 2 * document.input.paths.reduce(0) { $0 + fileSize($1) }))
  }
}
