// SPDX-License-Identifier: GPL-3.0-or-later

internal import CKeptStreams
internal import CQPDF
internal import DocScanCore
internal import DocScanFiles
internal import DocScanVision
internal import Glibc

/// A PDF opened by qpdf, which reads objects on demand.
@safe
final class PDFGraftDocument {
  private static let longestMessage = 400

  /// The argument for qpdf's functions, valid as long as this object.
  let handle: qpdf_data
  private let file: InputFile?

  convenience init(_ file: InputFile) throws(PageFailure) {
    try self.init(file, trying: PDFPassword.candidates(for: file))
  }

  /// Opens a PDF with a password that is known to fit, or with `nil` if the PDF needs none.
  convenience init(_ file: InputFile, password: PDFPassword?) throws(PageFailure) {
    try self.init(file, trying: AnyIterator([password].makeIterator()))
  }

  private init(_ file: InputFile, trying passwords: AnyIterator<PDFPassword?>) throws(PageFailure) {
    self.file = file
    // A handle is unusable after an error, so each password gets a new one.
    var failure: PageFailure?
    for password in passwords {
      guard let data = unsafe qpdf_init() else {
        throw PDFGraft.failure(.memory, "The PDF doesn't fit into memory.")
      }
      unsafe qpdf_silence_errors(data)
      unsafe qpdf_set_suppress_warnings(data, QPDF_TRUE)
      let isBearable = unsafe file.read(into: data, password: password)
      guard let error = unsafe Self.takeError(of: data, operation: "open the PDF") else {
        unsafe handle = data
        file.password = password
        guard isBearable else {
          throw PDFGraft.failure(.limit, "The PDF's page tree is nested too deeply. It is damaged or malicious.")
        }
        return
      }
      var finished: qpdf_data? = unsafe data
      unsafe qpdf_cleanup(&finished)
      guard error.lacksPassword else { throw error.failure }
      failure = error.failure
    }
    throw failure ?? PDFGraft.failure(.unreadable, "The PDF can't be opened.")
  }

  init() throws(PageFailure) {
    guard let data = unsafe qpdf_init() else {
      throw PDFGraft.failure(.memory, "A new PDF doesn't fit into memory.")
    }
    file = nil
    unsafe handle = data
    unsafe qpdf_silence_errors(handle)
    unsafe qpdf_empty_pdf(handle)
  }

  deinit {
    var data: qpdf_data? = unsafe handle
    unsafe qpdf_cleanup(&data)
  }

  func check(_ operation: String) throws(PageFailure) {
    if let error = unsafe Self.takeError(of: handle, operation: operation) { throw error.failure }
  }

  @unsafe
  private static func takeError(
    of data: qpdf_data, operation: String
  ) -> (failure: PageFailure, lacksPassword: Bool)? {
    guard unsafe qpdf_has_error(data) != 0, let error = unsafe qpdf_get_error(data) else { return nil }
    let code = unsafe qpdf_get_error_code(data, error)
    if code == qpdf_e_password {
      let message = "The PDF needs a password. Write it into a file, and name that file with --password-file."
      return (PDFGraft.failure(.unreadable, message), true)
    }
    let detail = unsafe printable(String(cString: qpdf_get_error_message_detail(data, error)))
    return (
      PDFGraft.failure(code == qpdf_e_system ? .library : .unreadable, "qpdf cannot \(operation): \(detail)."), false
    )
  }

  func pageCount() throws(PageFailure) -> Int {
    let count = unsafe qpdf_get_num_pages(handle)
    try check("count the pages")
    return Int(count)
  }

  func hasPage(_ index: Int) throws(PageFailure) -> Bool {
    let page = page(index)
    let isPage = page.isDictionary && page.identity != nil
    try check("find page \(index + 1)")
    release()
    return isPage
  }

  /// Returns whether `qpdf --check` has no complaints, except for JPEG data, whose decoding would take a third of a second per page.
  static func isSound(_ file: InputFile) -> Bool {
    do {
      let document = try PDFGraftDocument(file)
      unsafe qpdf_init_write(document.handle, "/dev/null")
      unsafe qpdf_set_decode_level(document.handle, qpdf_dl_specialized)
      unsafe qpdf_write(document.handle)
      try document.check("read the PDF")
      return unsafe qpdf_more_warnings(document.handle) == 0
    } catch {
      return false
    }
  }

  /// Keeps these pages, counted from 0, in this order; a number repeated in succession is one page.
  func keepPages(_ numbers: [Int]) throws(PageFailure) {
    let kept = Set(numbers)
    try removePages(except: kept)
    let places = Dictionary(uniqueKeysWithValues: kept.sorted().enumerated().map { ($1, $0) })
    let order = numbers.indices.filter { $0 == 0 || numbers[$0 - 1] != numbers[$0] }.compactMap { places[numbers[$0]] }
    guard order != order.sorted() else { return }
    // Pages keep their object numbers, so references such as bookmarks stay valid.
    let pages = order.map { page($0).reference }
    for reference in pages {
      let page = unsafe PDFObject(reference, of: handle)
      unsafe qpdf_remove_page(handle, page.handle)
      unsafe qpdf_add_page(handle, handle, page.handle, QPDF_FALSE)
      try check("move a page")
      release()
    }
  }

  private func removePages(except kept: Set<Int>) throws(PageFailure) {
    let count = try pageCount()
    guard kept.count < count else { return }
    for index in (0..<count).reversed() where !kept.contains(index) {
      let page = page(index), removed = page.reference
      unsafe qpdf_remove_page(handle, page.handle)
      unsafe qpdf_replace_object(handle, removed.number, removed.generation, qpdf_oh_new_null(handle))
      try check("remove page \(index + 1)")
      release()
    }
  }

  /// Removes invisible text from a page, counted from 0, or returns `false` if there is none.
  func removeHiddenText(page index: Int) throws(PageFailure) -> Bool {
    defer { release() }
    let isChanged = PDFTextRemoval(page: page(index), of: self).run()
    try check("remove hidden text from page \(index + 1)")
    return isChanged
  }

  /// Makes the visible text of a page, counted from 0, unreadable for programs.
  func silenceText(page index: Int) throws(PageFailure) {
    defer { release() }
    PDFTextSilence(page: page(index), of: self).run()
    try check("change the fonts of page \(index + 1)")
  }

  func addCopy(ofPage index: Int) throws(PageFailure) {
    let page = page(index)
    let copy = indirect(completeCopy(ofPage: page))
    copy.remove("/StructParents")
    unsafe qpdf_add_page_at(handle, handle, copy.handle, QPDF_FALSE, page.handle)
    try check("add a page after page \(index + 1)")
    release()
  }

  /// Returns a page, counted from 0, as a PDF of its own, without its pictures and rotated further clockwise.
  func textOnly(page index: Int, turnedBy degrees: Int = 0) throws(PageFailure) -> [UInt8] {
    defer { release() }
    let page = completeCopy(ofPage: page(index))
    if degrees != 0 {
      let turns = (page["/Rotate"].number.flatMap { Int(exactly: $0) } ?? 0) / 90 % 4 + degrees / 90
      page.set("/Rotate", to: number(Int64((turns % 4 + 4) % 4 * 90)))
    }
    for key in ["/Parent", "/Annots", "/B", "/Thumb"] { page.remove(key) }
    let resources = copy(page["/Resources"])
    let objects = copy(resources["/XObject"])
    for key in objects.keys where objects[key]["/Subtype"].name == "/Image" { objects.remove(key) }
    resources.set("/XObject", to: objects)
    page.set("/Resources", to: resources)
    return try alone(page, index)
  }

  /// Returns a page, counted from 0, as a PDF of its own in which cairo can draw all pictures.
  func withTiles(page index: Int, name: String, limits: LimitSettings) throws(PageFailure) -> [UInt8] {
    defer { release() }
    let page = completeCopy(ofPage: page(index))
    for key in ["/Parent", "/B", "/Thumb"] { page.remove(key) }
    page.set(
      "/Annots",
      to: array(
        page["/Annots"].items.map { item in
          let annotation = copy(item)
          // These refer to other pages.
          for key in ["/P", "/Parent", "/Popup", "/IRT", "/Dest", "/A"] { annotation.remove(key) }
          return indirect(annotation)
        }))
    var pictures = PDFLargePictures(self, limits: limits)
    if let reason = pictures.divide(page["/Resources"]) {
      throw .loading(
        .unreadable, name, page: index + 1,
        "a picture of \(reason) can't be drawn. Save it with at most \(PDFLargePictures.longestSide) pixels a side, or "
          + "as several pages.")
    }
    return try alone(page, index)
  }

  /// Returns all pages as a new PDF with a valid page tree.
  func withNewPageList() throws(PageFailure) -> [UInt8] {
    let copy = try PDFGraftDocument()
    for index in 0..<(try pageCount()) {
      unsafe qpdf_add_page(copy.handle, handle, page(index).handle, QPDF_FALSE)
      try copy.check("copy page \(index + 1)")
      release()
    }
    return try copy.bytes(writing: "copy the pages")
  }

  private func alone(_ page: PDFObject, _ index: Int) throws(PageFailure) -> [UInt8] {
    let single = try PDFGraftDocument()
    unsafe qpdf_add_page(single.handle, handle, indirect(page).handle, QPDF_TRUE)
    let bytes = try single.bytes(writing: "copy page \(index + 1)")
    try check("read page \(index + 1)")
    return bytes
  }

  private func bytes(writing operation: String) throws(PageFailure) -> [UInt8] {
    unsafe qpdf_init_write_memory(handle)
    unsafe qpdf_set_stream_data_mode(handle, qpdf_s_preserve)
    unsafe qpdf_write(handle)
    try check(operation)
    let count = unsafe qpdf_get_buffer_length(handle)
    guard let bytes = unsafe qpdf_get_buffer(handle) else { return [] }
    return unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  }

  /// Writes a new file. Kept streams keep their bytes, and equal input gives equal files.
  func write(to path: String) throws(PageFailure) {
    unsafe qpdf_init_write(handle, path)
    try checkWriting("create the new PDF", path)
    unsafe qpdf_set_stream_data_mode(handle, qpdf_s_preserve)
    unsafe qpdf_set_decode_level(handle, qpdf_dl_none)
    unsafe qpdf_set_object_stream_mode(handle, qpdf_o_generate)
    unsafe qpdf_set_preserve_encryption(handle, QPDF_FALSE)
    unsafe qpdf_set_minimum_pdf_version(handle, "1.7")
    unsafe qpdf_set_deterministic_ID(handle, QPDF_TRUE)
    // PDF/A requires a line end before the keyword (ISO 19005-2, 6.1.7.1).
    unsafe qpdf_set_newline_before_endstream(handle, QPDF_TRUE)
    unsafe kept_streams_prepare(handle)
    try checkWriting("keep the streams", path)
    unsafe qpdf_write(handle)
    try checkWriting("write the new PDF", path)
    guard try WrittenPDF.isWhole(path: path) else {
      throw .writing("The new PDF", code: ENOSPC)
    }
  }

  private func checkWriting(_ operation: String, _ path: String) throws(PageFailure) {
    guard let error = unsafe Self.takeError(of: handle, operation: operation) else { return }
    // An error on reading from the disk names another file.
    let isOutput = error.failure.message.contains("qpdf output") || error.failure.message.contains(path)
    guard error.failure.kind == .library, isOutput, let code = PageFailure.diskError(in: error.failure.message) else {
      throw error.failure
    }
    throw .writing("The new PDF", code: code)
  }

  /// Returns an untrusted message without control characters, shortened.
  private static func printable(_ message: String) -> String {
    message.prefix(scalars: longestMessage).replacing(where: \.isUnseen, with: " ")
  }
}

// MARK: Objects

extension PDFGraftDocument {
  var root: PDFObject { object(unsafe qpdf_get_root(handle)) }
  var trailer: PDFObject { object(unsafe qpdf_get_trailer(handle)) }

  func page(_ index: Int) -> PDFObject { object(unsafe qpdf_get_page_n(handle, index)) }

  /// Releases all handles, so that memory doesn't grow with the number of pages.
  func release() { unsafe qpdf_oh_release_all(handle) }

  /// Returns a shallow copy, so that other users of the dictionary don't change.
  func copy(_ dictionary: PDFObject) -> PDFObject {
    let result = self.dictionary()
    guard dictionary.isDictionary else { return result }
    for key in dictionary.keys { result.set(key, to: dictionary[key]) }
    return result
  }

  private func completeCopy(ofPage page: PDFObject) -> PDFObject {
    let copy = copy(page)
    for key in ["/MediaBox", "/CropBox", "/Rotate", "/Resources"] {
      let value = page.inherited(key)
      if !value.isNull { copy.set(key, to: value) }
    }
    return copy
  }

  func indirect(_ object: PDFObject) -> PDFObject {
    self.object(unsafe qpdf_make_indirect_object(handle, object.handle))
  }

  func dictionary(type: String? = nil) -> PDFObject {
    let result = object(unsafe qpdf_oh_new_dictionary(handle))
    if let type { result.set("/Type", to: name(type)) }
    return result
  }

  var yes: PDFObject { object(unsafe qpdf_oh_new_bool(handle, QPDF_TRUE)) }

  func array(_ items: [PDFObject]) -> PDFObject {
    let result = object(unsafe qpdf_oh_new_array(handle))
    for item in items { unsafe qpdf_oh_append_item(handle, result.handle, item.handle) }
    return result
  }

  func array(_ values: [Double]) -> PDFObject { array(values.map { number($0) }) }

  func name(_ name: String) -> PDFObject { object(unsafe qpdf_oh_new_name(handle, name)) }

  func number(_ value: Int64) -> PDFObject { object(unsafe qpdf_oh_new_integer(handle, value)) }

  func number(_ value: Double) -> PDFObject { object(unsafe qpdf_oh_new_real_from_double(handle, value, 6)) }

  @unsafe
  func string(_ bytes: UnsafePointer<CChar>, _ count: Int) -> PDFObject {
    object(unsafe qpdf_oh_new_binary_string(handle, bytes, count))
  }

  func string(like other: PDFObject) -> PDFObject? {
    guard other.isString else { return nil }
    var count = 0
    guard let bytes = unsafe qpdf_oh_get_binary_string_value(other.pdf, other.handle, &count) else { return nil }
    return unsafe string(bytes, count)
  }

  func stream(_ content: [UInt8]) -> PDFObject {
    let stream = object(unsafe qpdf_oh_new_stream(handle))
    replaceContent(of: stream, with: content)
    return stream
  }

  func replaceContent(of stream: PDFObject, with content: [UInt8]) {
    unsafe qpdf_oh_replace_stream_data(
      handle, stream.handle, content, content.count, qpdf_oh_new_null(handle), qpdf_oh_new_null(handle))
  }

  /// Copies an object from another document; its streams stay in the other's file until this one is written.
  func copy(foreign value: PDFObject) -> PDFObject {
    object(unsafe qpdf_oh_copy_foreign_object(handle, value.pdf, value.handle))
  }

  private func object(_ handle: qpdf_oh) -> PDFObject { unsafe PDFObject(handle, of: self.handle) }
}
