// SPDX-License-Identifier: GPL-3.0-or-later

internal import CJansson
package import FoundationEssentials

/// Reads JSON that a person wrote: by Jansson, which gives the line and column of a mistake and refuses a key that is there twice.
package enum JSONFile {
  /// The text is not JSON.
  package struct SyntaxError: Error, CustomStringConvertible, Sendable {
    /// The line of the mistake, from 1.
    package let line: Int
    /// The column of the mistake, from 1.
    package let column: Int
    /// What is wrong.
    package let message: String

    package var description: String { "line \(line), column \(column): \(message)" }
  }

  /// Any JSON value.
  package static func parse(_ bytes: Data) throws(SyntaxError) -> JSONValue {
    var error = json_error_t()
    let parsed = unsafe bytes.withUnsafeBytes { buffer in
      unsafe json_loadb(
        buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count,
        Int(JSON_REJECT_DUPLICATES | JSON_DECODE_ANY), &error)
    }
    guard let root = unsafe parsed else {
      let text = unsafe withUnsafeBytes(of: error.text) {
        unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      throw SyntaxError(line: Int(error.line), column: Int(error.column), message: text)
    }
    defer { unsafe json_decref(root) }
    return unsafe value(root)
  }

  private static func value(_ node: UnsafeMutablePointer<json_t>) -> JSONValue {
    switch unsafe node.pointee.type {
    case JSON_OBJECT:
      var members: [String: JSONValue] = [:]
      var iterator = unsafe json_object_iter(node)
      while let current = unsafe iterator {
        if let key = unsafe json_object_iter_key(current), let member = unsafe json_object_iter_value(current) {
          members[unsafe String(cString: key)] = unsafe value(member)
        }
        unsafe iterator = json_object_iter_next(node, current)
      }
      return .object(members)
    case JSON_ARRAY:
      return unsafe .array(
        (0..<json_array_size(node)).compactMap { index in
          unsafe json_array_get(node, index).map { unsafe value($0) }
        })
    case JSON_STRING:
      return .string(unsafe json_string_value(node).map { unsafe String(cString: $0) } ?? "")
    case JSON_INTEGER, JSON_REAL:
      return .number(unsafe json_number_value(node))
    case JSON_TRUE:
      return .boolean(true)
    case JSON_FALSE:
      return .boolean(false)
    case _:
      return .null
    }
  }
}
