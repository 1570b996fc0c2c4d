// SPDX-License-Identifier: GPL-3.0-or-later

/// Builds JSON Schemas (draft 2020-12) of the files that docscan reads and writes.
public enum JSONSchema {
  /// Returns a complete schema with its title and the identifier `urn:docscan:NAME`.
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

  /// Returns the schema of an object. Additional keys are allowed, because later versions may add some.
  ///
  /// - Parameters:
  ///   - description: The description, or an empty string for none.
  ///   - properties: The schemas of the values by key. A key that ends with "?" is optional.
  /// - Returns: The schema.
  public static func object(_ description: String, _ properties: [String: JSONValue]) -> JSONValue {
    let required = properties.keys.filter { !$0.hasSuffix("?") }
    let named = properties.map { ($0.key.replacing("?", with: ""), $0.value) }
    return JSONValue.object([
      "type": "object", "properties": .object(Dictionary(named, uniquingKeysWith: { $1 })),
      "required": .array(required.sorted().map { .string($0) }),
    ]).described(description)
  }

  /// Returns the schema of an object without additional keys.
  static func closed(_ description: String, _ properties: [String: JSONValue], required: [String] = []) -> JSONValue {
    object(description, [:]).adding([
      "properties": .object(properties), "required": .array(required.map { .string($0) }),
      "additionalProperties": false,
    ])
  }

  /// Returns the schema of a value with a type.
  ///
  /// - Parameters:
  ///   - type: The JSON type, such as "string" or "number".
  ///   - description: The description, or an empty string for none.
  /// - Returns: The schema.
  public static func value(_ type: String, _ description: String = "") -> JSONValue {
    JSONValue.object(["type": .string(type)]).described(description)
  }

  /// Returns the schema of a string with limited length.
  ///
  /// - Parameters:
  ///   - description: The description, or an empty string for none.
  ///   - bytes: The maximum length, in bytes of UTF-8.
  /// - Returns: The schema.
  public static func text(_ description: String = "", atMost bytes: Int) -> JSONValue {
    value("string", description).adding(["maxLength": .number(Double(bytes))])
  }

  /// Returns the schema of an integer.
  ///
  /// - Parameters:
  ///   - description: The description, or an empty string for none.
  ///   - minimum: The lowest allowed value.
  /// - Returns: The schema.
  public static func integer(_ description: String, from minimum: Int = 0) -> JSONValue {
    value("integer", description).adding(["minimum": .number(Double(minimum))])
  }

  /// Returns the schema of a number from 0 to 1.
  ///
  /// - Parameter description: The description.
  /// - Returns: The schema.
  public static func confidence(_ description: String = "The confidence, from 0 to 1.") -> JSONValue {
    value("number", description).adding(["minimum": 0, "maximum": 1])
  }

  /// Returns the schema of an array.
  ///
  /// - Parameters:
  ///   - items: The schema of the elements.
  ///   - description: The description, or an empty string for none.
  ///   - count: The exact number of elements, or `nil` if it varies.
  ///   - most: The maximum number of elements, or `nil` for no limit. Ignored if `count` is given.
  /// - Returns: The schema.
  public static func list(
    of items: JSONValue, _ description: String = "", count: Int? = nil, atMost most: Int? = nil
  ) -> JSONValue {
    var members: [String: JSONValue] = ["type": "array", "items": items]
    members["minItems"] = count.map { .number(Double($0)) }
    members["maxItems"] = (count ?? most).map { .number(Double($0)) }
    return JSONValue.object(members).described(description)
  }

  /// Returns the schema of an object with arbitrary keys.
  ///
  /// - Parameters:
  ///   - values: The schema of the values.
  ///   - description: The description, or an empty string for none.
  /// - Returns: The schema.
  public static func map(of values: JSONValue, _ description: String) -> JSONValue {
    JSONValue.object(["type": "object", "additionalProperties": values]).described(description)
  }

  /// Returns the schema of a string with a fixed set of values.
  ///
  /// - Parameters:
  ///   - texts: The allowed values.
  ///   - description: The description, or an empty string for none.
  /// - Returns: The schema.
  public static func oneOf(_ texts: [String], _ description: String = "") -> JSONValue {
    JSONValue.object(["type": "string", "enum": .array(texts.map { .string($0) })]).described(description)
  }

  /// Returns the schema of a constant string.
  ///
  /// - Parameter text: The only allowed value.
  /// - Returns: The schema.
  public static func constant(_ text: String) -> JSONValue { ["const": .string(text)] }

  /// Returns a reference to a definition of the same schema. Findings use `point` and `box` for positions.
  ///
  /// - Parameter name: The name of the definition.
  /// - Returns: The schema.
  public static func reference(_ name: String) -> JSONValue { ["$ref": .string("#/$defs/\(name)")] }

  static func either(_ first: JSONValue, _ second: JSONValue) -> JSONValue { ["anyOf": [first, second]] }

  static func nullable(_ schema: JSONValue) -> JSONValue { either(schema, ["type": "null"]) }
}

extension JSONValue {
  /// Returns the object with additional members. Other values are returned unchanged.
  func adding(_ more: [String: JSONValue]) -> JSONValue {
    guard case .object(let members) = self else { return self }
    return .object(members.merging(more) { $1 })
  }

  fileprivate func described(_ description: String) -> JSONValue {
    description.isEmpty ? self : adding(["description": .string(description)])
  }
}
