// SPDX-License-Identifier: GPL-3.0-or-later

internal import CQPDF
internal import Glibc

/// An object of a PDF opened by qpdf. Values of other types are `nil`. The object is valid until its document's handles are released.
@safe
struct PDFObject {
  struct Identity: Hashable {
    var number: Int32
    var generation: Int32
  }

  let handle: qpdf_oh
  let pdf: qpdf_data

  init(_ handle: qpdf_oh, of pdf: qpdf_data) {
    self.handle = handle
    unsafe self.pdf = pdf
  }

  init(_ identity: Identity, of pdf: qpdf_data) {
    unsafe self.init(qpdf_get_object_by_id(pdf, identity.number, identity.generation), of: pdf)
  }

  var identity: Identity? { unsafe qpdf_oh_is_indirect(pdf, handle) != 0 ? reference : nil }

  /// The identity of an object that is known to be indirect.
  var reference: Identity {
    unsafe Identity(number: qpdf_oh_get_object_id(pdf, handle), generation: qpdf_oh_get_generation(pdf, handle))
  }

  // MARK: Values

  var isNull: Bool { unsafe qpdf_oh_is_null(pdf, handle) != 0 }
  var isDictionary: Bool { unsafe qpdf_oh_is_dictionary(pdf, handle) != 0 }
  var isStream: Bool { unsafe qpdf_oh_is_stream(pdf, handle) != 0 }
  var isArray: Bool { unsafe qpdf_oh_is_array(pdf, handle) != 0 }
  var isString: Bool { unsafe qpdf_oh_is_string(pdf, handle) != 0 }
  var isTrue: Bool { unsafe qpdf_oh_is_bool(pdf, handle) != 0 && qpdf_oh_get_bool_value(pdf, handle) != 0 }

  /// The number, or `nil` if the object isn't a number or is too large for calculations.
  var number: Double? { number(below: 1e9) }

  private func number(below limit: Double) -> Double? {
    guard unsafe qpdf_oh_is_number(pdf, handle) != 0 else { return nil }
    let value = unsafe qpdf_oh_get_numeric_value(pdf, handle)
    return value.isFinite && abs(value) < limit ? value : nil
  }

  var finiteNumber: Double? { number(below: .infinity) }

  var integer: Int64? {
    unsafe qpdf_oh_is_integer(pdf, handle) != 0 ? unsafe qpdf_oh_get_int_value(pdf, handle) : nil
  }

  var name: String? {
    guard unsafe qpdf_oh_is_name(pdf, handle) != 0, let name = unsafe qpdf_oh_get_name(pdf, handle) else { return nil }
    return unsafe String(cString: name)
  }

  var names: [String] { name.map { [$0] } ?? items.compactMap(\.name) }

  var text: String? {
    guard unsafe qpdf_oh_is_string(pdf, handle) != 0, let text = unsafe qpdf_oh_get_utf8_value(pdf, handle) else {
      return nil
    }
    return unsafe String(cString: text)
  }

  var stringLength: Int? {
    guard unsafe qpdf_oh_is_string(pdf, handle) != 0, unsafe qpdf_oh_get_string_value(pdf, handle) != nil else {
      return nil
    }
    return unsafe Int(qpdf_get_last_string_length(pdf))
  }

  // MARK: Arrays

  var count: Int { isArray ? Int(unsafe qpdf_oh_get_array_n_items(pdf, handle)) : 0 }

  subscript(index: Int) -> PDFObject { unsafe PDFObject(qpdf_oh_get_array_item(pdf, handle, Int32(index)), of: pdf) }

  var items: [PDFObject] { (0..<count).map { self[$0] } }

  func numbers(_ count: Int) -> [Double]? { numbers(count, \.number) }

  func finiteNumbers(_ count: Int) -> [Double]? { numbers(count, \.finiteNumber) }

  private func numbers(_ count: Int, _ number: (PDFObject) -> Double?) -> [Double]? {
    guard self.count == count else { return nil }
    let numbers = items.compactMap(number)
    return numbers.count == count ? numbers : nil
  }

  /// The rectangle given by any two opposite corners, or `nil` if the object isn't four numbers or the rectangle is empty.
  var rectangle: PDFRectangle? {
    guard let n = numbers(4), n[0] != n[2], n[1] != n[3] else { return nil }
    return PDFRectangle(left: min(n[0], n[2]), bottom: min(n[1], n[3]), right: max(n[0], n[2]), top: max(n[1], n[3]))
  }

  // MARK: Dictionaries, and those of streams

  private var dictionary: qpdf_oh { isStream ? unsafe qpdf_oh_get_dict(pdf, handle) : handle }

  subscript(key: String) -> PDFObject { unsafe PDFObject(qpdf_oh_get_key(pdf, dictionary, key), of: pdf) }

  func has(_ key: String) -> Bool { !self[key].isNull }

  var keys: [String] {
    let dictionary = dictionary
    guard unsafe qpdf_oh_is_dictionary(pdf, dictionary) != 0 else { return [] }
    var keys: [String] = []
    unsafe qpdf_oh_begin_dict_key_iter(pdf, dictionary)
    while unsafe qpdf_oh_dict_more_keys(pdf) != 0 {
      if let key = unsafe qpdf_oh_dict_next_key(pdf) { keys.append(unsafe String(cString: key)) }
    }
    return keys
  }

  /// Returns an entry of a page, or of its nearest ancestor that has one (ISO 32000-1, 7.7.3.4).
  func inherited(_ key: String) -> PDFObject {
    var node = self
    for _ in 0..<64 {
      let value = node[key]
      if !value.isNull { return value }
      node = node["/Parent"]
      guard node.isDictionary else { break }
    }
    return self[key]
  }

  func set(_ key: String, to value: PDFObject) { unsafe qpdf_oh_replace_key(pdf, dictionary, key, value.handle) }

  func set(_ key: String, to items: [PDFObject]) {
    let array = unsafe qpdf_oh_new_array(pdf)
    for item in items { unsafe qpdf_oh_append_item(pdf, array, item.handle) }
    unsafe qpdf_oh_replace_key(pdf, dictionary, key, array)
  }

  func remove(_ key: String) { unsafe qpdf_oh_remove_key(pdf, dictionary, key) }

  // MARK: Bytes

  /// The maximum number of bytes of a page's content that are read.
  static let contentLimit = 8 << 20

  var pageContent: [UInt8] { pageContent(atMost: Self.contentLimit) }

  func pageContent(atMost limit: Int) -> [UInt8] {
    unsafe bytes(limit) { unsafe qpdf_oh_get_page_content_data(pdf, handle, $0, $1) }
  }

  /// The decoded content of a stream, or empty if it can't be decoded.
  var streamContent: [UInt8] { streamContent(atMost: Self.contentLimit) }

  func streamContent(atMost limit: Int) -> [UInt8] { streamBytes(limit, qpdf_dl_generalized) }

  var rawContent: [UInt8] { streamBytes(Self.contentLimit, qpdf_dl_none) }

  var rawBytes: [UInt8] { streamBytes(.max, qpdf_dl_none) }

  /// Returns the samples of a picture, including JPEG, or nothing if qpdf can't decode them.
  func samples(atMost limit: Int) -> [UInt8] { streamBytes(limit, qpdf_dl_all) }

  /// Returns whether the stream decompresses to more bytes than this in any of its Flate layers.
  func unpacks(beyond limit: Int) -> Bool {
    let layers = self["/Filter"].names.prefix { $0 == "/FlateDecode" || $0 == "/Fl" }.count
    guard layers > 0 else { return false }
    return unsafe rawBytes.withUnsafeBytes { unsafe UnpackedSize.exceeds(limit, $0, layers: layers) }
  }

  private func streamBytes(_ limit: Int, _ level: qpdf_stream_decode_level_e) -> [UInt8] {
    guard isStream else { return [] }
    return unsafe bytes(limit) { unsafe qpdf_oh_get_stream_data(pdf, handle, level, nil, $0, $1) }
  }

  private func bytes(
    _ limit: Int, _ read: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, UnsafeMutablePointer<Int>) -> Int32
  ) -> [UInt8] {
    var data: UnsafeMutablePointer<UInt8>?
    var count = 0
    let result = unsafe read(&data, &count)
    defer { unsafe free(data) }
    guard result & Int32(QPDF_ERRORS) == 0, let data = unsafe data else { return [] }
    return unsafe Array(UnsafeBufferPointer(start: data, count: min(count, limit)))
  }
}
