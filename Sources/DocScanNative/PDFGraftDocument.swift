// SPDX-License-Identifier: GPL-3.0-or-later

internal import CQPDF
internal import DocScanCore

/// A PDF that qpdf has open: objects are read from the file when they are needed.
@safe
final class PDFGraftDocument {
  /// An object of a document; valid until the document's handles are released.
  typealias Object = qpdf_oh

  private static let longestMessage = 400

  /// What qpdf's functions take. It lives as long as this object.
  let handle: qpdf_data

  /// Opens a PDF that needs no password.
  init(path: String) throws(PageFailure) {
    guard let data = unsafe qpdf_init() else {
      throw PDFGraft.failure(.memory, "There is not enough memory to open the PDF.")
    }
    unsafe handle = data
    unsafe qpdf_silence_errors(handle)
    unsafe qpdf_set_suppress_warnings(handle, QPDF_TRUE)
    unsafe qpdf_read(handle, path, "")
    try check("open the PDF")
  }

  deinit {
    var data: qpdf_data? = unsafe handle
    unsafe qpdf_cleanup(&data)
  }

  /// Throws the error that qpdf reported since the last check, if there is one.
  func check(_ operation: String) throws(PageFailure) {
    guard unsafe qpdf_has_error(handle) != 0, let error = unsafe qpdf_get_error(handle) else { return }
    let code = unsafe qpdf_get_error_code(handle, error)
    if code == qpdf_e_password {
      throw PDFGraft.failure(.unreadable, "The PDF needs a password. Remove it with: qpdf --decrypt --password=…")
    }
    let detail = unsafe Self.printable(String(cString: qpdf_get_error_message_detail(handle, error)))
    throw PDFGraft.failure(code == qpdf_e_system ? .engine : .unreadable, "qpdf cannot \(operation): \(detail).")
  }

  /// The number of pages.
  func pageCount() throws(PageFailure) -> Int {
    let count = unsafe qpdf_get_num_pages(handle)
    try check("count the pages")
    return Int(count)
  }

  /// Whether the page, counted from 0, is an object that can be changed.
  func hasPage(_ index: Int) throws(PageFailure) -> Bool {
    let page = unsafe qpdf_get_page_n(handle, index)
    let isPage = unsafe qpdf_oh_is_dictionary(handle, page) != 0 && qpdf_oh_is_indirect(handle, page) != 0
    try check("find page \(index + 1)")
    unsafe qpdf_oh_release_all(handle)
    return isPage
  }

  /// Reads everything, decoding every stream but those of photographs; whether qpdf finds nothing to complain about.
  ///
  /// What is read is thrown away. Decoding JPEG as well would take a third of a second a page.
  static func isSound(path: String) -> Bool {
    do {
      let document = try PDFGraftDocument(path: path)
      unsafe qpdf_init_write(document.handle, "/dev/null")
      unsafe qpdf_set_decode_level(document.handle, qpdf_dl_specialized)
      unsafe qpdf_set_stream_data_mode(document.handle, qpdf_s_uncompress)
      unsafe qpdf_write(document.handle)
      try document.check("read the PDF")
      return unsafe qpdf_more_warnings(document.handle) == 0
    } catch {
      return false
    }
  }

  /// Takes all other pages out. What still refers to them, as outlines do, then refers to nothing.
  func removePages(except kept: Set<Int>) throws(PageFailure) {
    let count = try pageCount()
    guard kept.count < count else { return }
    for index in (0..<count).reversed() where !kept.contains(index) {
      let page = unsafe qpdf_get_page_n(handle, index)
      let (number, generation) = unsafe (qpdf_oh_get_object_id(handle, page), qpdf_oh_get_generation(handle, page))
      unsafe qpdf_remove_page(handle, page)
      unsafe qpdf_replace_object(handle, number, generation, qpdf_oh_new_null(handle))
      try check("remove page \(index + 1)")
      unsafe qpdf_oh_release_all(handle)
    }
    // Labels count from the first page, so they hold only while no earlier page is missing.
    if kept.max() != kept.count - 1 { unsafe qpdf_oh_remove_key(handle, qpdf_get_root(handle), "/PageLabels") }
    try check("remove pages")
  }

  /// Puts a copy of a page, counted from 0, behind it. Labels count pages, so they hold no more.
  func addCopy(ofPage index: Int) throws(PageFailure) {
    let page = unsafe qpdf_get_page_n(handle, index)
    let copy = unsafe qpdf_make_indirect_object(handle, copy(ofDictionary: page))
    unsafe qpdf_oh_remove_key(handle, copy, "/StructParents")
    unsafe qpdf_add_page_at(handle, handle, copy, QPDF_FALSE, page)
    unsafe qpdf_oh_remove_key(handle, qpdf_get_root(handle), "/PageLabels")
    try check("add a page behind page \(index + 1)")
    unsafe qpdf_oh_release_all(handle)
  }

  /// Writes a new file; kept streams keep their bytes, and equal input gives equal files.
  func write(to path: String) throws(PageFailure) {
    unsafe qpdf_init_write(handle, path)
    try check("create the new PDF")
    unsafe qpdf_set_stream_data_mode(handle, qpdf_s_preserve)
    unsafe qpdf_set_compress_streams(handle, QPDF_FALSE)
    unsafe qpdf_set_decode_level(handle, qpdf_dl_none)
    unsafe qpdf_set_object_stream_mode(handle, qpdf_o_generate)
    unsafe qpdf_set_preserve_encryption(handle, QPDF_FALSE)
    unsafe qpdf_set_minimum_pdf_version(handle, "1.7")
    unsafe qpdf_set_deterministic_ID(handle, QPDF_TRUE)
    unsafe qpdf_write(handle)
    try check("write the new PDF")
  }

  /// A dictionary's entries in a new dictionary, so that what else refers to the old one does not change.
  func copy(ofDictionary dictionary: Object) -> Object {
    let result = unsafe qpdf_oh_new_dictionary(handle)
    guard unsafe qpdf_oh_is_dictionary(handle, dictionary) != 0 else { return result }
    var keys: [String] = []
    unsafe qpdf_oh_begin_dict_key_iter(handle, dictionary)
    while unsafe qpdf_oh_dict_more_keys(handle) != 0 {
      if let key = unsafe qpdf_oh_dict_next_key(handle) { keys.append(unsafe String(cString: key)) }
    }
    for key in keys { unsafe qpdf_oh_replace_key(handle, result, key, qpdf_oh_get_key(handle, dictionary, key)) }
    return result
  }

  /// The numbers of an array; nil unless it has exactly `count` of them.
  func numbers(_ array: Object, count: Int) -> [Double]? {
    guard unsafe qpdf_oh_is_array(handle, array) != 0, unsafe qpdf_oh_get_array_n_items(handle, array) == count else {
      return nil
    }
    let items = (0..<Int32(count)).map { unsafe qpdf_oh_get_array_item(handle, array, $0) }
    guard items.allSatisfy({ unsafe qpdf_oh_is_number(handle, $0) != 0 }) else { return nil }
    let values = items.map { unsafe qpdf_oh_get_numeric_value(handle, $0) }
    return values.allSatisfy(\.isFinite) ? values : nil
  }

  /// A new array of numbers.
  func array(_ values: [Double]) -> Object {
    let result = unsafe qpdf_oh_new_array(handle)
    for value in values { unsafe qpdf_oh_append_item(handle, result, qpdf_oh_new_real_from_double(handle, value, 6)) }
    return result
  }

  /// An entry of a page, or of the nodes above it (ISO 32000-1, 7.7.3.4).
  func inherited(_ key: String, of page: Object) -> Object {
    var node = page
    for _ in 0..<64 {
      let value = unsafe qpdf_oh_get_key(handle, node, key)
      if unsafe qpdf_oh_is_null(handle, value) == 0 { return value }
      node = unsafe qpdf_oh_get_key(handle, node, "/Parent")
      guard unsafe qpdf_oh_is_dictionary(handle, node) != 0 else { break }
    }
    return unsafe qpdf_oh_new_null(handle)
  }

  /// A message from a hostile file, without control characters and of bearable length.
  private static func printable(_ message: String) -> String {
    let scalars = message.unicodeScalars.lazy.map { scalar -> Unicode.Scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: " "
      case _: scalar
      }
    }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars.prefix(longestMessage))
    return String(text)
  }
}
