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
  private let path: String?
  /// What qpdf tells of the pages, where poppler is silent; nil when qpdf sees another document.
  private lazy var structure = path.flatMap(PDFStructure.init).flatMap { $0.pageCount == pageCount ? $0 : nil }
  private let document: OpaquePointer

  /// Opens a PDF; one that is encrypted with an empty password opens too.
  init(_ file: borrowing FileBytes, limits: LimitSettings) throws(PageFailure) {
    name = file.name
    path = file.path
    self.limits = limits
    // poppler closes the descriptor.
    let descriptor = file.duplicateDescriptor()
    guard descriptor >= 0 else { throw .loading(.unreadable, name, "there are too many open files.") }
    var error: UnsafeMutablePointer<GError>?
    guard let document = unsafe poppler_document_new_from_fd(descriptor, nil, &error) else {
      let isLocked = unsafe error?.pointee.code == Int32(POPPLER_ERROR_ENCRYPTED.rawValue)
      if let error = unsafe error { unsafe g_error_free(error) }
      throw .loading(
        .unreadable, name,
        isLocked
          ? "the PDF is encrypted and needs a password. Save a copy without one (qpdf --decrypt) and use that."
          : "this is not a PDF that can be read. It is damaged or incomplete.")
    }
    unsafe self.document = document
    pageCount = Int(unsafe poppler_document_get_n_pages(document))
  }

  /// Opens a PDF that was made in memory.
  init(bytes: [UInt8], name: String, limits: LimitSettings) throws(PageFailure) {
    let memory = unsafe g_bytes_new(bytes, UInt(bytes.count))
    defer { unsafe g_bytes_unref(memory) }
    guard let document = unsafe poppler_document_new_from_bytes(memory, nil, nil) else {
      throw .loading(.unreadable, name, "there is not enough memory to open it.")
    }
    unsafe self.document = document
    self.name = name
    self.limits = limits
    path = nil
    pageCount = 1
  }

  deinit { unsafe g_object_unref(UnsafeMutableRawPointer(document)) }

  /// A page, counted from 1.
  func page(_ number: Int) throws(PageFailure) -> PDFPage {
    guard let page = unsafe poppler_document_get_page(document, Int32(number - 1)) else {
      throw .loading(.unreadable, name, page: number, "the page cannot be read. The PDF is damaged.")
    }
    return unsafe PDFPage(adopting: page, number: number, file: self, structure: structure?.page(number))
  }
}
