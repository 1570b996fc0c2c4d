// SPDX-License-Identifier: GPL-3.0-or-later

internal import CQPDF
internal import DocScanCore
internal import Glibc

/// Removes the invisible text of an earlier OCR from a page of a PDF.
@safe
struct PDFTextRemoval {
  private typealias Object = PDFGraftDocument.Object

  /// Longer contents are left as they are, in bytes.
  private static let contentLimit = 64 << 20
  private static let deepestForm = 4

  private let document: PDFGraftDocument
  private let page: PDFGraftDocument.Object

  /// Takes a page of the document.
  init(page: PDFGraftDocument.Object, of document: PDFGraftDocument) {
    (self.page, self.document) = (page, document)
  }

  /// Changes the page; false when there is no hidden text on it, and it stays as it is.
  func run() -> Bool {
    let handle = unsafe document.handle
    guard let content = unsafe content({ unsafe qpdf_oh_get_page_content_data(handle, page, $0, $1) }) else {
      return false
    }
    let resources = document.inherited("/Resources", of: page)
    let cover = PDFCover(page: page, of: document).end(in: content, resources: resources)
    guard let result = filtered(content, resources: resources, mode: 0, coveredUntil: cover, depth: 0) else {
      return false
    }
    unsafe qpdf_oh_replace_key(handle, page, "/Resources", result.resources)
    unsafe qpdf_oh_replace_key(handle, page, "/Contents", stream(result.content))
    return true
  }

  /// A stream and its resources without hidden text; nil when there is none.
  private func filtered(
    _ content: [UInt8], resources: Object, mode: Int, coveredUntil: Int, depth: Int
  ) -> (content: [UInt8], resources: Object, draws: Bool)? {
    let handle = unsafe document.handle
    let resources = document.copy(ofDictionary: resources)
    let objects = unsafe document.copy(ofDictionary: qpdf_oh_get_key(handle, resources, "/XObject"))
    // By name: whether the object still draws anything.
    var known: [String: Bool] = [:]
    var isChanged = false
    var lendsFonts = false
    let filter = PDFTextFilter(content, mode: mode, coveredUntil: coveredUntil) { name, mode in
      if let draws = known[name] { return draws }
      known[name] = true
      let object = unsafe qpdf_oh_get_key(handle, objects, "/" + name)
      guard depth < Self.deepestForm, isForm(object) else { return true }
      let own = unsafe qpdf_oh_get_key(handle, qpdf_oh_get_dict(handle, object), "/Resources")
      let hasOwn = unsafe qpdf_oh_is_dictionary(handle, own) != 0
      let inner = unsafe self.content({
        unsafe qpdf_oh_get_stream_data(handle, object, qpdf_dl_generalized, nil, $0, $1)
      })
      guard let inner,
        let result = filtered(inner, resources: hasOwn ? own : resources, mode: mode, coveredUntil: 0, depth: depth + 1)
      else {
        lendsFonts = lendsFonts || !hasOwn
        return true
      }
      isChanged = true
      lendsFonts = lendsFonts || !hasOwn && result.draws
      if result.draws {
        let form = self.form(result.content, like: object, resources: hasOwn ? result.resources : nil)
        unsafe qpdf_oh_replace_key(handle, objects, "/" + name, form)
      } else {
        unsafe qpdf_oh_remove_key(handle, objects, "/" + name)
      }
      known[name] = result.draws
      return result.draws
    }
    guard filter.isChanged || isChanged else { return nil }
    unsafe qpdf_oh_replace_key(handle, resources, "/XObject", objects)
    if !lendsFonts {
      dropFonts(PDFTextFilter.fonts(in: content), but: PDFTextFilter.fonts(in: filter.output), resources)
    }
    return (filter.output, resources, filter.draws)
  }

  /// Takes fonts out of a copied dictionary of resources.
  private func dropFonts(_ used: Set<String>, but kept: Set<String>, _ resources: Object) {
    let handle = unsafe document.handle
    let fonts = unsafe document.copy(ofDictionary: qpdf_oh_get_key(handle, resources, "/Font"))
    for name in used.subtracting(kept) { unsafe qpdf_oh_remove_key(handle, fonts, "/" + name) }
    unsafe qpdf_oh_replace_key(handle, resources, "/Font", fonts)
  }

  private func isForm(_ object: Object) -> Bool {
    let handle = unsafe document.handle
    guard unsafe qpdf_oh_is_stream(handle, object) != 0 else { return false }
    let subtype = unsafe qpdf_oh_get_key(handle, qpdf_oh_get_dict(handle, object), "/Subtype")
    return unsafe qpdf_oh_is_name_and_equals(handle, subtype, "/Form") != 0
  }

  /// A form with other content; without resources it has the old one's.
  private func form(_ content: [UInt8], like old: Object, resources: Object?) -> Object {
    let handle = unsafe document.handle
    let form = stream(content)
    let (from, to) = unsafe (qpdf_oh_get_dict(handle, old), qpdf_oh_get_dict(handle, form))
    let aboutBytes: Set = ["/Length", "/Filter", "/DecodeParms", "/F", "/FFilter", "/FDecodeParms", "/DL"]
    for key in document.keys(of: from) where !aboutBytes.contains(key) {
      unsafe qpdf_oh_replace_key(handle, to, key, qpdf_oh_get_key(handle, from, key))
    }
    if let resources { unsafe qpdf_oh_replace_key(handle, to, "/Resources", resources) }
    return form
  }

  private func stream(_ content: [UInt8]) -> Object {
    let handle = unsafe document.handle
    let stream = unsafe qpdf_oh_new_stream(handle)
    unsafe qpdf_oh_replace_stream_data(
      handle, stream, content, content.count, qpdf_oh_new_null(handle), qpdf_oh_new_null(handle))
    return stream
  }

  /// Decoded bytes; nil when they cannot be decoded, or are too many.
  private func content(
    _ read: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, UnsafeMutablePointer<Int>) -> Int32
  ) -> [UInt8]? {
    var data: UnsafeMutablePointer<UInt8>?
    var count = 0
    let result = unsafe read(&data, &count)
    defer { unsafe free(data) }
    guard result & Int32(QPDF_ERRORS) == 0, count <= Self.contentLimit, let data = unsafe data else { return nil }
    return unsafe Array(UnsafeBufferPointer(start: data, count: count))
  }
}
