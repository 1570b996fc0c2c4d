// SPDX-License-Identifier: GPL-3.0-or-later

internal import CJansson
package import FoundationEssentials

/// Any JSON value.
public enum JSONValue: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case boolean(Bool)
  /// A number. JSON has only one kind.
  case number(Double)
  /// A string.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object.
  case object([String: JSONValue])

  package var kindName: String {
    switch self {
    case .null: "null"
    case .boolean: "true or false"
    case .number: "a number"
    case .string: "a string"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

extension JSONValue: Codable {
  /// Decodes a value of any kind.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: A `DecodingError` if the data isn't valid JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
      // The most frequent types come first, because failed attempts cost time.
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode(Bool.self) {
      self = .boolean(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  /// Encodes the value.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: An `EncodingError` if the value can't be represented, such as an infinite number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .boolean(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let values): try container.encode(values)
    case .object(let members): try container.encode(members)
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(floatLiteral value: Double) { self = .number(value) }
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements, uniquingKeysWith: { $1 }))
  }
}

/// Writes all of docscan's JSON, with sorted keys.
package enum JSONText {
  /// The maximum width of a container that is written on one line, in columns.
  private static let lineWidth = 120

  /// Returns readable JSON for a file or terminal, with a line feed at the end.
  package static func pretty(_ value: some Encodable) throws -> Data { laidOut(try compact(value)) }

  /// Returns readable JSON for an element that is nested in `depth` containers and written separately.
  package static func element(_ value: some Encodable, depth: Int) throws -> Data {
    laidOut(try compact(value), depth: depth).dropLast()
  }

  /// Returns JSON on one line, without a line feed.
  package static func compact(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(value)
  }

  /// Inserts line breaks into compact JSON. Containers that fit on a line aren't broken; others get one line per element.
  static func laidOut(_ compact: Data, depth outer: Int = 0) -> Data {
    let bytes = [UInt8](compact)
    let ends = containerEnds(bytes)
    var output = Data(capacity: bytes.count * 5 / 4)
    var depth = outer
    func breakLine() {
      output.append(UInt8(ascii: "\n"))
      output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * 2))
    }
    var index = 0
    // The end of the container that is written on one line, if the index is inside of one.
    var wholeUntil = -1
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "\""):
        let end = stringEnd(bytes, from: index)
        output.append(contentsOf: bytes[index...end])
        index = end
      case UInt8(ascii: ":"),
        UInt8(ascii: ",") where index < wholeUntil:
        output.append(byte)
        output.append(UInt8(ascii: " "))
      case UInt8(ascii: ","):
        output.append(byte)
        breakLine()
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        output.append(byte)
        guard index > wholeUntil, let end = ends[index] else { break }
        if end - index + depth * 2 <= lineWidth {
          wholeUntil = end
        } else {
          depth += 1
          breakLine()
        }
      case UInt8(ascii: "]") where index > wholeUntil, UInt8(ascii: "}") where index > wholeUntil:
        depth -= 1
        breakLine()
        output.append(byte)
      case _: output.append(byte)
      }
      index += 1
    }
    output.append(UInt8(ascii: "\n"))
    return output
  }

  /// Returns the index of the closing bracket for each opening bracket.
  private static func containerEnds(_ bytes: [UInt8]) -> [Int: Int] {
    var ends: [Int: Int] = [:]
    var open: [Int] = []
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""): index = stringEnd(bytes, from: index)
      case UInt8(ascii: "["), UInt8(ascii: "{"): open.append(index)
      case UInt8(ascii: "]"), UInt8(ascii: "}"): if let start = open.popLast() { ends[start] = index }
      case _: break
      }
      index += 1
    }
    return ends
  }

  private static func stringEnd(_ bytes: [UInt8], from start: Int) -> Int {
    var index = start + 1
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index, bytes.count - 1)
  }
}

/// Parses JSON that a user wrote. Jansson reports the line and column of errors, and rejects duplicate keys.
package enum JSONFile {
  /// Parses any JSON value. Throws an error with the line and column, counting from 1.
  package static func parse(_ bytes: Data) throws(InvalidInput) -> JSONValue {
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
      throw InvalidInput("line \(error.line), column \(error.column): \(text)")
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
