// SPDX-License-Identifier: GPL-3.0-or-later

/// JSON Schemas (draft 2020-12) of the files that docscan reads and writes.
public enum JSONSchema {
  /// A whole schema: what it is of, and where it is known under.
  package static func root(_ name: String, title: String, _ schema: JSONValue, definitions: [String: JSONValue] = [:])
    -> JSONValue
  {
    var members: [String: JSONValue] = [
      "$schema": "https://json-schema.org/draft/2020-12/schema", "$id": .string("urn:docscan:\(name)"),
      "title": .string(title),
    ]
    if !definitions.isEmpty { members["$defs"] = .object(definitions) }
    return schema.adding(members)
  }

  /// An object; a key that ends with "?" may be absent. Later versions may add more keys.
  public static func object(_ description: String, _ properties: [String: JSONValue]) -> JSONValue {
    let required = properties.keys.filter { !$0.hasSuffix("?") }
    let named = properties.map { ($0.key.replacing("?", with: ""), $0.value) }
    return JSONValue.object([
      "type": "object", "properties": .object(Dictionary(named, uniquingKeysWith: { $1 })),
      "required": .array(required.sorted().map { .string($0) }),
    ]).described(description)
  }

  /// An object with no keys but these, of which few are required.
  static func closed(_ description: String, _ properties: [String: JSONValue], required: [String] = []) -> JSONValue {
    object(description, [:]).adding([
      "properties": .object(properties), "required": .array(required.map { .string($0) }),
      "additionalProperties": false,
    ])
  }

  /// A value of one type.
  public static func value(_ type: String, _ description: String = "") -> JSONValue {
    JSONValue.object(["type": .string(type)]).described(description)
  }

  /// A text with a limited number of bytes of UTF-8.
  public static func text(_ description: String = "", atMost bytes: Int) -> JSONValue {
    value("string", description).adding(["maxLength": .number(Double(bytes))])
  }

  /// A whole number.
  public static func integer(_ description: String, from minimum: Int = 0) -> JSONValue {
    value("integer", description).adding(["minimum": .number(Double(minimum))])
  }

  /// A number from 0 to 1.
  public static func confidence(_ description: String = "0 to 1.") -> JSONValue {
    value("number", description).adding(["minimum": 0, "maximum": 1])
  }

  /// A list with elements of one kind: an exact number of them, or a limited one.
  public static func list(
    of items: JSONValue, _ description: String = "", count: Int? = nil, atMost most: Int? = nil
  ) -> JSONValue {
    var members: [String: JSONValue] = ["type": "array", "items": items]
    members["minItems"] = count.map { .number(Double($0)) }
    members["maxItems"] = (count ?? most).map { .number(Double($0)) }
    return JSONValue.object(members).described(description)
  }

  /// An object with any keys, whose values are of one kind.
  public static func map(of values: JSONValue, _ description: String) -> JSONValue {
    JSONValue.object(["type": "object", "additionalProperties": values]).described(description)
  }

  /// One of the texts.
  public static func oneOf(_ texts: [String], _ description: String = "") -> JSONValue {
    JSONValue.object(["type": "string", "enum": .array(texts.map { .string($0) })]).described(description)
  }

  /// Exactly this text.
  public static func constant(_ text: String) -> JSONValue { ["const": .string(text)] }

  /// What a definition of the same schema says: a finding has its places as `point` or `box`.
  public static func reference(_ name: String) -> JSONValue { ["$ref": .string("#/$defs/\(name)")] }

  /// What one of two schemas allows.
  static func either(_ first: JSONValue, _ second: JSONValue) -> JSONValue { ["anyOf": [first, second]] }

  /// The same, or null.
  static func nullable(_ schema: JSONValue) -> JSONValue { either(schema, ["type": "null"]) }
}

extension JSONValue {
  /// An object with more members; anything else stays as it is.
  func adding(_ more: [String: JSONValue]) -> JSONValue {
    guard case .object(let members) = self else { return self }
    return .object(members.merging(more) { $1 })
  }

  /// A schema with a description, unless that is empty.
  fileprivate func described(_ description: String) -> JSONValue {
    description.isEmpty ? self : adding(["description": .string(description)])
  }
}
