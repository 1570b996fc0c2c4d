// SPDX-License-Identifier: GPL-3.0-or-later

internal import CQPDF

/// What a walk through all objects of a PDF needs to know of each.
extension PDFObject {
  /// Which object of the file it is.
  struct Identity: Hashable {
    var number: Int32
    var generation: Int32
  }

  /// An object of an open document.
  init(_ identity: Identity, of pdf: qpdf_data) {
    unsafe self.init(qpdf_get_object_by_id(pdf, identity.number, identity.generation), of: pdf)
  }

  /// Nil for an object that is written inside another one.
  var identity: Identity? {
    guard unsafe qpdf_oh_is_indirect(pdf, handle) != 0 else { return nil }
    return unsafe Identity(
      number: qpdf_oh_get_object_id(pdf, handle), generation: qpdf_oh_get_generation(pdf, handle))
  }

  var isStream: Bool { unsafe qpdf_oh_is_stream(pdf, handle) != 0 }
  var isArray: Bool { unsafe qpdf_oh_is_array(pdf, handle) != 0 }
  /// Whether it is the value true.
  var isTrue: Bool { unsafe qpdf_oh_is_bool(pdf, handle) != 0 && qpdf_oh_get_bool_value(pdf, handle) != 0 }

  /// A whole number, however large.
  var integer: Int64? {
    unsafe qpdf_oh_is_integer(pdf, handle) != 0 ? unsafe qpdf_oh_get_int_value(pdf, handle) : nil
  }

  /// A string's length in bytes.
  var stringLength: Int? {
    guard unsafe qpdf_oh_is_string(pdf, handle) != 0, unsafe qpdf_oh_get_string_value(pdf, handle) != nil else {
      return nil
    }
    return unsafe Int(qpdf_get_last_string_length(pdf))
  }

  /// The elements of an array.
  var items: [PDFObject] {
    guard isArray else { return [] }
    return (0..<(unsafe qpdf_oh_get_array_n_items(pdf, handle))).map { index in
      unsafe PDFObject(qpdf_oh_get_array_item(pdf, handle, index), of: pdf)
    }
  }

  /// The keys of a dictionary, or of a stream's.
  var keys: [String] {
    let dictionary = unsafe isStream ? qpdf_oh_get_dict(pdf, handle) : handle
    guard unsafe qpdf_oh_is_dictionary(pdf, dictionary) != 0 else { return [] }
    var keys: [String] = []
    unsafe qpdf_oh_begin_dict_key_iter(pdf, dictionary)
    while unsafe qpdf_oh_dict_more_keys(pdf) != 0 {
      if let key = unsafe qpdf_oh_dict_next_key(pdf) { keys.append(unsafe String(cString: key)) }
    }
    return keys
  }

  /// Whether a dictionary has a key with a value.
  func has(_ key: String) -> Bool { !self[key].isNull }

  /// A string of bytes, read as UTF-8.
  var text: String? {
    guard unsafe qpdf_oh_is_string(pdf, handle) != 0, let text = unsafe qpdf_oh_get_utf8_value(pdf, handle) else {
      return nil
    }
    return unsafe String(cString: text)
  }

  /// One name, or the names of an array.
  var names: [String] { name.map { [$0] } ?? items.compactMap(\.name) }

  /// The bytes of a stream as they stand in the file; at most as many as are looked at of a page's content.
  var rawContent: [UInt8] {
    guard isStream else { return [] }
    return unsafe bytes { unsafe qpdf_oh_get_stream_data(pdf, handle, qpdf_dl_none, nil, $0, $1) }
  }
}
