// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore

/// The part of JSON Schema that docscan's schemas use; an unknown keyword is also a complaint.
public struct SchemaValidator {
  private let root: [String: JSONValue]

  public init(_ schema: JSONValue) { root = schema.members ?? [:] }

  /// Returns the complaints about a value, or empty if it matches the schema.
  public func complaints(_ value: JSONValue) -> [String] { check(value, .object(root), at: "$") }

  private func check(_ value: JSONValue, _ schema: JSONValue, at path: String) -> [String] {
    guard let keywords = schema.members else { return ["\(path): the schema is no object"] }
    return keywords.flatMap { check(value, keyword: $0.key, $0.value, in: keywords, at: path) }
  }

  private func check(
    _ value: JSONValue, keyword: String, _ wanted: JSONValue, in schema: [String: JSONValue], at path: String
  ) -> [String] {
    func unless(_ holds: Bool) -> [String] {
      holds ? [] : ["\(path): \(keyword) \(wanted.shortText), found \(value.shortText)"]
    }
    switch (keyword, wanted, value) {
    case ("$schema", _, _), ("$id", _, _), ("title", _, _), ("description", _, _), ("default", _, _), ("$defs", _, _),
      ("format", _, _):
      return []
    case ("type", .string(let type), _): return unless(value.has(type: type))
    case ("type", .array(let types), _):
      return unless(types.contains { check(value, keyword: "type", $0, in: schema, at: path).isEmpty })
    case ("const", _, _): return unless(value == wanted)
    case ("enum", .array(let values), _): return unless(values.contains(value))
    case ("minimum", .number(let bound), .number(let number)): return unless(number >= bound)
    case ("maximum", .number(let bound), .number(let number)): return unless(number <= bound)
    case ("minLength", .number(let bound), .string(let text)): return unless(Double(text.count) >= bound)
    case ("maxLength", .number(let bound), .string(let text)): return unless(Double(text.utf8.count) <= bound)
    case ("minItems", .number(let bound), .array(let items)): return unless(Double(items.count) >= bound)
    case ("maxItems", .number(let bound), .array(let items)): return unless(Double(items.count) <= bound)
    case ("items", _, .array(let items)):
      return items.enumerated().flatMap { check($0.element, wanted, at: "\(path)[\($0.offset)]") }
    case ("required", .array(let keys), .object(let members)):
      return keys.filter { !members.keys.map(JSONValue.string).contains($0) }.map {
        "\(path): \($0.shortText) is missing"
      }
    case ("properties", .object(let properties), .object(let members)):
      return properties.flatMap { name, schema in
        members[name].map { check($0, schema, at: "\(path).\(name)") } ?? []
      }
    case ("additionalProperties", _, .object(let members)):
      let more = members.filter { schema["properties"]?.members?[$0.key] == nil }
      if wanted == false { return more.keys.map { "\(path): unknown key \($0)" } }
      return more.flatMap { check($0.value, wanted, at: "\(path).\($0.key)") }
    case ("oneOf", .array(let schemas), _):
      return unless(schemas.count { check(value, $0, at: path).isEmpty } == 1)
    case ("anyOf", .array(let schemas), _):
      return unless(schemas.contains { check(value, $0, at: path).isEmpty })
    case ("$ref", .string(let reference), _):
      let definition = root["$defs"]?.members?[reference.replacing("#/$defs/", with: "")]
      return definition.map { check(value, $0, at: path) } ?? ["\(path): \(reference) is not defined"]
    case ("minimum", _, _), ("maximum", _, _), ("minLength", _, _), ("maxLength", _, _), ("minItems", _, _),
      ("maxItems", _, _),
      ("items", _, _), ("required", _, _), ("properties", _, _), ("additionalProperties", _, _):
      // Keywords for a type that the value doesn't have.
      return []
    case (_, _, _): return ["\(path): the keyword \(keyword) is not known"]
    }
  }
}

extension JSONValue {
  /// The members of an object, or `nil` for anything else.
  public var members: [String: JSONValue]? {
    if case .object(let members) = self { members } else { nil }
  }

  fileprivate func has(type: String) -> Bool {
    switch (self, type) {
    case (.null, "null"), (.boolean, "boolean"), (.number, "number"), (.string, "string"), (.array, "array"),
      (.object, "object"):
      true
    case (.number(let number), "integer"): number == number.rounded()
    case (_, _): false
    }
  }
}
