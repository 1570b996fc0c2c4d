// SPDX-License-Identifier: GPL-3.0-or-later

internal import CQPDF
internal import Glibc

/// An object of a PDF that is open in qpdf. What it is not reads as nil.
///
/// It is valid until the handles of its document are released; so it stays within one call of `PDFStructure`, or one step
/// of a graft.
@safe
struct PDFObject {
  /// Which object of the file it is.
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

  /// An object of an open document.
  init(_ identity: Identity, of pdf: qpdf_data) {
    unsafe self.init(qpdf_get_object_by_id(pdf, identity.number, identity.generation), of: pdf)
  }

  /// Nil for an object that is written inside another one.
  var identity: Identity? { unsafe qpdf_oh_is_indirect(pdf, handle) != 0 ? reference : nil }

  /// The identity of an object that is known to have one.
  var reference: Identity {
    unsafe Identity(number: qpdf_oh_get_object_id(pdf, handle), generation: qpdf_oh_get_generation(pdf, handle))
  }

  // MARK: Values

  var isNull: Bool { unsafe qpdf_oh_is_null(pdf, handle) != 0 }
  var isDictionary: Bool { unsafe qpdf_oh_is_dictionary(pdf, handle) != 0 }
  var isStream: Bool { unsafe qpdf_oh_is_stream(pdf, handle) != 0 }
  var isArray: Bool { unsafe qpdf_oh_is_array(pdf, handle) != 0 }
  var isString: Bool { unsafe qpdf_oh_is_string(pdf, handle) != 0 }
  /// Whether it is the value true.
  var isTrue: Bool { unsafe qpdf_oh_is_bool(pdf, handle) != 0 && qpdf_oh_get_bool_value(pdf, handle) != 0 }

  /// Any number; nil when it is none that can be calculated with.
  var number: Double? { number(below: 1e9) }

  private func number(below limit: Double) -> Double? {
    guard unsafe qpdf_oh_is_number(pdf, handle) != 0 else { return nil }
    let value = unsafe qpdf_oh_get_numeric_value(pdf, handle)
    return value.isFinite && abs(value) < limit ? value : nil
  }

  /// Any number but those that are infinite.
  var finiteNumber: Double? { number(below: .infinity) }

  /// A whole number, however large.
  var integer: Int64? {
    unsafe qpdf_oh_is_integer(pdf, handle) != 0 ? unsafe qpdf_oh_get_int_value(pdf, handle) : nil
  }

  var name: String? {
    guard unsafe qpdf_oh_is_name(pdf, handle) != 0, let name = unsafe qpdf_oh_get_name(pdf, handle) else { return nil }
    return unsafe String(cString: name)
  }

  /// One name, or the names of an array.
  var names: [String] { name.map { [$0] } ?? items.compactMap(\.name) }

  /// A string of bytes, read as UTF-8.
  var text: String? {
    guard unsafe qpdf_oh_is_string(pdf, handle) != 0, let text = unsafe qpdf_oh_get_utf8_value(pdf, handle) else {
      return nil
    }
    return unsafe String(cString: text)
  }

  /// A string's length in bytes.
  var stringLength: Int? {
    guard unsafe qpdf_oh_is_string(pdf, handle) != 0, unsafe qpdf_oh_get_string_value(pdf, handle) != nil else {
      return nil
    }
    return unsafe Int(qpdf_get_last_string_length(pdf))
  }

  // MARK: Arrays

  /// The number of an array's elements; 0 if it is not an array.
  var count: Int { isArray ? Int(unsafe qpdf_oh_get_array_n_items(pdf, handle)) : 0 }

  subscript(index: Int) -> PDFObject { unsafe PDFObject(qpdf_oh_get_array_item(pdf, handle, Int32(index)), of: pdf) }

  /// The elements of an array.
  var items: [PDFObject] { (0..<count).map { self[$0] } }

  /// The numbers of an array of exactly this length.
  func numbers(_ count: Int) -> [Double]? { numbers(count, \.number) }

  /// The same with all numbers that are not infinite.
  func finiteNumbers(_ count: Int) -> [Double]? { numbers(count, \.finiteNumber) }

  private func numbers(_ count: Int, _ number: (PDFObject) -> Double?) -> [Double]? {
    guard self.count == count else { return nil }
    let numbers = items.compactMap(number)
    return numbers.count == count ? numbers : nil
  }

  /// A rectangle, whichever of its corners come first.
  var rectangle: PDFRectangle? {
    guard let n = numbers(4), n[0] != n[2], n[1] != n[3] else { return nil }
    return PDFRectangle(left: min(n[0], n[2]), bottom: min(n[1], n[3]), right: max(n[0], n[2]), top: max(n[1], n[3]))
  }

  // MARK: Dictionaries, and those of streams

  private var dictionary: qpdf_oh { isStream ? unsafe qpdf_oh_get_dict(pdf, handle) : handle }

  subscript(key: String) -> PDFObject { unsafe PDFObject(qpdf_oh_get_key(pdf, dictionary, key), of: pdf) }

  /// Whether there is a value for a key.
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

  /// An entry of a page, or of the nearest of the nodes above it that has one (ISO 32000-1, 7.7.3.4).
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

  /// Sets an entry to an array of objects of the same document.
  func set(_ key: String, to items: [PDFObject]) {
    let array = unsafe qpdf_oh_new_array(pdf)
    for item in items { unsafe qpdf_oh_append_item(pdf, array, item.handle) }
    unsafe qpdf_oh_replace_key(pdf, dictionary, key, array)
  }

  func remove(_ key: String) { unsafe qpdf_oh_remove_key(pdf, dictionary, key) }

  // MARK: Bytes

  /// How much of a page's content is looked at, in bytes.
  static let contentLimit = 8 << 20

  /// The decoded content of a page; empty when it cannot be decoded.
  var pageContent: [UInt8] { pageContent(atMost: Self.contentLimit) }

  func pageContent(atMost limit: Int) -> [UInt8] {
    unsafe bytes(limit) { unsafe qpdf_oh_get_page_content_data(pdf, handle, $0, $1) }
  }

  /// The decoded content of a stream; empty when it cannot be decoded.
  var streamContent: [UInt8] { streamContent(atMost: Self.contentLimit) }

  func streamContent(atMost limit: Int) -> [UInt8] { streamBytes(limit, qpdf_dl_generalized) }

  /// The bytes of a stream as they stand in the file; at most as many as are looked at of a page's content.
  var rawContent: [UInt8] { streamBytes(Self.contentLimit, qpdf_dl_none) }

  /// All bytes of a stream as they stand in the file.
  var rawBytes: [UInt8] { streamBytes(.max, qpdf_dl_none) }

  /// The samples of a picture, also of a JPEG; empty if qpdf can't decode them.
  func samples(atMost limit: Int) -> [UInt8] { streamBytes(limit, qpdf_dl_all) }

  /// Whether the stream unpacks to more bytes than this at any of its layers of Flate.
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
