// SPDX-License-Identifier: GPL-3.0-or-later

internal import CQPDF
internal import Glibc

/// An object of a PDF that is open in qpdf. What it is not reads as nil.
///
/// It is valid until the handles of its document are released; so it stays within one call of `PDFStructure`.
@safe
struct PDFObject {
  let handle: qpdf_oh
  let pdf: qpdf_data

  init(_ handle: qpdf_oh, of pdf: qpdf_data) {
    self.handle = handle
    unsafe self.pdf = pdf
  }

  /// The value of a key of a dictionary or a stream.
  subscript(key: String) -> PDFObject {
    unsafe PDFObject(qpdf_oh_get_key(pdf, dictionary, key), of: pdf)
  }

  /// Any number; nil when it is none that can be calculated with.
  var number: Double? {
    guard unsafe qpdf_oh_is_number(pdf, handle) != 0 else { return nil }
    let value = unsafe qpdf_oh_get_numeric_value(pdf, handle)
    return value.isFinite && abs(value) < 1e9 ? value : nil
  }

  var name: String? {
    guard unsafe qpdf_oh_is_name(pdf, handle) != 0, let name = unsafe qpdf_oh_get_name(pdf, handle) else { return nil }
    return unsafe String(cString: name)
  }

  /// The numbers of an array of exactly this length.
  func numbers(_ count: Int) -> [Double]? {
    guard unsafe qpdf_oh_is_array(pdf, handle) != 0, unsafe qpdf_oh_get_array_n_items(pdf, handle) == count else {
      return nil
    }
    let numbers = (0..<count).compactMap { index in
      unsafe PDFObject(qpdf_oh_get_array_item(pdf, handle, Int32(index)), of: pdf).number
    }
    return numbers.count == count ? numbers : nil
  }

  /// A rectangle, whichever of its corners come first.
  var rectangle: PDFRectangle? {
    guard let n = numbers(4), n[0] != n[2], n[1] != n[3] else { return nil }
    return PDFRectangle(left: min(n[0], n[2]), bottom: min(n[1], n[3]), right: max(n[0], n[2]), top: max(n[1], n[3]))
  }

  /// A key of a page, or of the nearest of its parents that has it.
  func inherited(_ key: String) -> PDFObject {
    var node = self
    for _ in 0..<64 {
      let value = node[key]
      if !value.isNull { return value }
      let parent = node["/Parent"]
      guard !parent.isNull else { break }
      node = parent
    }
    return self[key]
  }

  /// The decoded content of a page; empty when it cannot be decoded.
  var pageContent: [UInt8] {
    unsafe bytes { unsafe qpdf_oh_get_page_content_data(pdf, handle, $0, $1) }
  }

  /// The decoded content of a stream; empty when it cannot be decoded.
  var streamContent: [UInt8] {
    guard unsafe qpdf_oh_is_stream(pdf, handle) != 0 else { return [] }
    return unsafe bytes { unsafe qpdf_oh_get_stream_data(pdf, handle, qpdf_dl_generalized, nil, $0, $1) }
  }

  var isDictionary: Bool { unsafe qpdf_oh_is_dictionary(pdf, handle) != 0 }

  var isNull: Bool { unsafe qpdf_oh_is_null(pdf, handle) != 0 }

  private var dictionary: qpdf_oh {
    unsafe qpdf_oh_is_stream(pdf, handle) != 0 ? qpdf_oh_get_dict(pdf, handle) : handle
  }

  func bytes(
    _ read: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, UnsafeMutablePointer<Int>) -> Int32
  ) -> [UInt8] {
    var data: UnsafeMutablePointer<UInt8>?
    var count = 0
    let result = unsafe read(&data, &count)
    defer { unsafe free(data) }
    guard result & Int32(QPDF_ERRORS) == 0, let data = unsafe data else { return [] }
    return unsafe Array(UnsafeBufferPointer(start: data, count: min(count, PDFPictureFinder.contentLimit)))
  }
}
