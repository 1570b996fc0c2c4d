// SPDX-License-Identifier: GPL-3.0-or-later

internal import CPoppler
internal import DocScanCore
internal import Glibc

/// An open PDF.
@safe
final class PDFFile {
  let name: String
  let limits: LimitSettings
  let pageCount: Int
  /// Nil for a PDF that was made in memory.
  private let file: InputFile?
  /// What qpdf says about the pages where poppler is silent; nil when qpdf sees another document.
  private(set) lazy var structure = file.flatMap { PDFStructure($0, password: password) }.flatMap {
    $0.pageCount == pageCount ? $0 : nil
  }
  /// What it was opened with; nil when it needs no password.
  private let password: String?
  private let document: OpaquePointer
  /// Nil for a PDF that was made in memory.
  private var streamLimit: PDFStreamLimit?

  /// Opens a PDF; if it needs a password, with the first of these that fits.
  init(_ file: InputFile, limits: LimitSettings, passwords: [String]) throws(PageFailure) {
    name = file.name
    (self.file, self.limits) = (file, limits)
    streamLimit = PDFStreamLimit(limits, file: file)
    guard try !PDFStreamLimit.isExceeded(byListsIn: file, limits) else {
      throw .unpacksTooFar(name, limits: limits)
    }
    var candidates = [nil] + passwords.map(Optional.some)
    // poppler takes a PDF for damaged when it is given a wrong password, so only what it says without one counts.
    var isLocked = false
    while true {
      let password = candidates.removeFirst()
      // poppler closes the descriptor.
      let descriptor = file.duplicateDescriptor()
      guard descriptor >= 0 else { throw .loading(.unreadable, name, "there are too many open files.") }
      var error: UnsafeMutablePointer<GError>?
      if let document = unsafe poppler_document_new_from_fd(descriptor, password, &error) {
        unsafe self.document = document
        self.password = password
        pageCount = Int(unsafe poppler_document_get_n_pages(document))
        return
      }
      isLocked = unsafe isLocked || error?.pointee.code == Int32(POPPLER_ERROR_ENCRYPTED.rawValue)
      if let error = unsafe error { unsafe g_error_free(error) }
      guard isLocked, candidates.isEmpty else {
        if isLocked { continue }
        throw .loading(.unreadable, name, "this is not a readable PDF. It is damaged or incomplete.")
      }
      let reason =
        passwords.isEmpty
        ? "needs a password; --password-file names a file with it"
        : "none of the passwords in the file that --password-file names opens it"
      throw .loading(.unreadable, name, "the PDF is encrypted and \(reason).")
    }
  }

  /// Opens a PDF that was made in memory.
  init(bytes: [UInt8], name: String, limits: LimitSettings) throws(PageFailure) {
    let memory = unsafe g_bytes_new(bytes, UInt(bytes.count))
    defer { unsafe g_bytes_unref(memory) }
    guard let document = unsafe poppler_document_new_from_bytes(memory, nil, nil) else {
      throw .loading(.unreadable, name, "there is not enough memory to open it.")
    }
    unsafe self.document = document
    (self.name, self.limits) = (name, limits)
    file = nil
    streamLimit = nil
    password = nil
    pageCount = 1
  }

  deinit { unsafe g_object_unref(UnsafeMutableRawPointer(document)) }

  /// A page without its invisible text, as a PDF of its own; nil when it has none.
  ///
  /// The file is opened again, so that changed pages do not pile up in memory.
  func clearedPage(_ number: Int) -> PDFFile? {
    guard let file else { return nil }
    do {
      let copy = try PDFGraftDocument(file, passwords: password.map { [$0] } ?? [])
      guard try copy.pageCount() == pageCount, try copy.removeHiddenText(page: number - 1) else { return nil }
      return try PDFFile(bytes: copy.textOnly(page: number - 1), name: name, limits: limits)
    } catch {
      // A page that qpdf cannot read keeps what it has.
      return nil
    }
  }

  /// A page, counted from 1.
  func page(_ number: Int) throws(PageFailure) -> PDFPage {
    let isTooLarge = structure?.withPage(number) { streamLimit?.isExceeded(by: $0) ?? false } ?? false
    guard !isTooLarge else { throw .unpacksTooFar(name, page: number, limits: limits) }
    guard let page = unsafe poppler_document_get_page(document, Int32(number - 1)) else {
      throw .loading(.unreadable, name, page: number, "the page cannot be read. The PDF is damaged.")
    }
    return unsafe PDFPage(adopting: page, number: number, file: self, structure: structure?.page(number))
  }
}
