// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanStore
internal import DocScanWorkers
internal import DocScanWriters

/// Puts the PDF of a document together, and has it compared with what was meant to be in it.
extension BatchScheduler {
  /// Has a PDF copied into its document's folder: the one that a worker made, or the original, byte for byte.
  func copy(_ open: DocumentBuild, _ pdf: PDFAssembly, file: String?) throws(BatchError) -> DocumentEvent? {
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
        return .failed(error)
      }
    }
    open.document.task = placing.begin(.copy(source, name: file ?? open.input.paths[0], to: pdf.path))
    return nil
  }

  /// The PDF of a document is in its folder.
  func copied(_ open: DocumentBuild, _ pdf: PDFAssembly, _ result: Result<ResultFile, OutputError>) throws(BatchError) {
    open.files.note(try writing(result.get()), at: pdf.path)
    try handle(.copied, open.document)
  }

  /// A PDF could not be put together from the original, so it is built from pictures of its pages; it may be tried again
  /// before if that was a worker's end.
  func graftFailed(_ open: DocumentBuild, _ failure: JobFailure) throws(BatchError) {
    let document = open.document
    if let pdf = open.pdf, pdf.retry.takeRetry(after: failure) { return try handle(.retried, document) }
    try handle(failure.failure.kind == .standard ? .failed(failure.failure) : .ungraftable, document)
  }

  /// Lets go of what was built for a PDF with the original's pages.
  func discard(_ open: DocumentBuild) throws(BatchError) {
    try OutputFolder.removeTree(open.setup.layersFolder)
    if open.document.divided == nil { try OutputFolder.removeTree(open.setup.folder) }
    open.document.mayGraft = false
  }

  /// Some pages of a PDF are compared with what was meant to be on them.
  func verified(_ open: DocumentBuild, mismatches: [Mismatch]) throws(BatchError) {
    guard let first = mismatches.first else {
      open.pdf?.sample.advance()
      return try handle(.verified, open.document)
    }
    let count = mismatches.count > 1 ? " (the first of \(mismatches.count) differences)" : ""
    let message =
      "The PDF differs from what was read: \(first.description.prefix(1000))\(count). docscan verify lists the differences."
    try handle(.failed(PageFailure(kind: .mismatch, stage: "verify", message: message)), open.document)
  }

  /// A PDF could not be compared; it may be tried again if that was a worker's end.
  func verificationFailed(_ open: DocumentBuild, _ failure: JobFailure) throws(BatchError) {
    if open.pdf?.sample.retry.takeRetry(after: failure) ?? false { return try handle(.retried, open.document) }
    var failure = failure.failure
    failure.stage = "verify"
    try handle(.failed(failure), open.document)
  }

  /// A worker could not write what it made; when the disk has room for it, it is the worker's fault.
  func checkDisk(for document: ScheduledDocument) throws(BatchError) {
    try output.checkDisk(room: max(64 << 20, 2 * document.input.paths.reduce(0) { $0 + fileSize($1) }))
  }
}
