// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanWriters

/// A document's PDF, for whoever has it put together and compared.
extension OpenDocument {
  /// What the PDF is made of; nil when none is written.
  var pdfOrigin: PDFAssembly.Origin? { pdf?.origin }

  /// Where the finished PDF belongs while the document is built.
  var pdfPath: String { pdf?.path ?? "" }

  /// What a worker is asked to make the PDF from the original and the layers.
  var graftRequest: GraftRequest { pdf?.graftRequest ?? GraftRequest(pages: []) }

  /// Whether the original, byte for byte, can be the PDF.
  var mayBeOriginal: Bool { pdf?.mayBeOriginal ?? false }

  /// Opens the original and the PDF of layers.
  func openGraftFiles() throws(PageFailure) -> [OpenFile] { try pdf?.openGraftFiles() ?? [] }

  /// True once: a worker ended over the PDF, and another one may try.
  func takeGraftRetry() -> Bool { pdf?.takeRetry() ?? false }

  /// Whether there are pages to compare.
  var hasPagesToVerify: Bool { pdf?.hasPagesToVerify ?? false }

  /// What a worker is asked next to compare the PDF with what was meant to be in it; nil when there is nothing more.
  func verifyRequest() throws(OutputError) -> VerifyRequest? { try pdf?.verifyRequest() }

  /// Opens the finished PDF, and the original it has pages of.
  func openVerifyFiles() throws(PageFailure) -> [OpenFile] { try pdf?.openVerifyFiles() ?? [] }

  /// The pages of the last request are compared.
  func notePagesVerified() { pdf?.notePagesVerified() }

  /// Whether the pages of the last request are to be compared once more, after a worker ended over them.
  func takeVerificationRetry() -> Bool { pdf?.takeVerificationRetry() ?? false }
}
