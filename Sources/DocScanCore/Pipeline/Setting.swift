// SPDX-License-Identifier: GPL-3.0-or-later

/// A key of the pipeline file: its type, its default, and what it does.
///
/// The same table reads the file, prints the help and makes the JSON Schema.
public struct Setting<Value: SettingValue>: Sendable {
  /// What holds where the file does not have the key.
  public let defaultValue: Value
  /// The setting without its Swift type.
  public let erased: AnySetting

  /// The key.
  public var name: String { erased.name }

  /// A key with its default value; a number stays within `bounds`, a text or list within `choices`, and an object has the
  /// keys of `members`.
  ///
  /// A key that is left out has the value that the same key has in the stage `inheritedFrom`, if the pipeline has that.
  public init(
    _ name: String, default defaultValue: Value, in bounds: ClosedRange<Double>? = nil, oneOf choices: [String]? = nil,
    members: SettingTable? = nil, inheritedFrom: String? = nil, help: String
  ) {
    self.defaultValue = defaultValue
    erased = AnySetting(
      name: name, type: Value.settingType, defaultValue: defaultValue.json, minimum: bounds?.lowerBound,
      maximum: bounds?.upperBound, choices: choices, members: members, inheritedFrom: inheritedFrom, help: help)
  }

  /// A key with the cases of an enumeration as its values.
  public init(_ name: String, default defaultValue: Value, help: String)
  where Value: CaseIterable & RawRepresentable<String> {
    self.init(name, default: defaultValue, oneOf: Value.allCases.map(\.rawValue), help: help)
  }
}

/// A setting as the help, the schema and the wire know it.
public struct AnySetting: Codable, Hashable, Sendable {
  /// The key.
  public let name: String
  /// What kind of value it takes.
  public let type: SettingType
  /// What holds where the file does not have the key; null for nothing.
  public let defaultValue: JSONValue
  /// The least number; nil if there is none.
  public let minimum: Double?
  /// The greatest number; nil if there is none.
  public let maximum: Double?
  /// The texts that it may be; nil for any.
  public let choices: [String]?
  /// The keys of the value where it is an object.
  public let members: SettingTable?
  /// The stage whose value of the same key it has where it is left out; nil for most settings.
  public let inheritedFrom: String?
  /// A sentence or two.
  public let help: String

  /// What a person may write, in words.
  package var expectation: String {
    let words = (choices ?? []).map { "\"\($0)\"" }.joined(separator: " or ")
    switch type {
    case .languages: return (words.isEmpty ? "" : words + " or ") + type.description
    case .choiceOrObject: return words + " or an object"
    case .booleanOrChoice: return "true or false or " + words
    case .boolean, .integer, .number, .numbers, .string, .strings, .points: break
    }
    if !words.isEmpty { return words }
    guard let minimum, let maximum else { return type.description }
    return "\(type.description) from \(JSONValue.number(minimum).shortText) to \(JSONValue.number(maximum).shortText)"
  }

  /// The packs that are meant, so that the same languages are the same setting however they are named.
  private func languages(_ value: JSONValue, path: String) throws(PipelineError) -> JSONValue {
    if case .string(let word) = value, choices?.contains(word) == true { return value }
    guard let choice = LanguageChoice(json: value) else { return value }
    if choice.packs.isEmpty, value != .array([]) {
      throw .invalid(path: path, message: "no language is named; expected \(expectation).")
    }
    for name in choice.packs where name.unicodeScalars.contains(where: { $0.value < 0x20 }) {
      throw .invalid(path: path, message: "a control character is not allowed here.")
    }
    return choice.packs.json
  }

  /// Checks a value that a person wrote against the type and the bounds.
  func validated(_ value: JSONValue, path: String) throws(PipelineError) -> JSONValue {
    // Null asks for what happens without the key, where the key has no default.
    if value == .null, defaultValue == .null { return value }
    guard type.accepts(value) else {
      throw .invalid(path: path, message: "expected \(expectation), found \(value.kindName).")
    }
    if type == .languages { return try languages(value, path: path) }
    if case .object(let object) = value, let members {
      return .object(try members.resolve(object, path: path).values)
    }
    for case .number(let number) in value.elements {
      guard let minimum, let maximum, !(minimum...maximum).contains(number) else { continue }
      throw .invalid(
        path: path,
        message: "\(JSONValue.number(number).shortText) is out of range: from "
          + "\(JSONValue.number(minimum).shortText) to \(JSONValue.number(maximum).shortText).")
    }
    for case .string(let text) in value.elements {
      if let choices, !choices.contains(text) {
        throw .unknown(
          "value", text, path: path, allowed: choices + (type == .booleanOrChoice ? ["true", "false"] : []))
      }
      if text.unicodeScalars.contains(where: { $0.value < 0x20 }) {
        throw .invalid(path: path, message: "a control character is not allowed here.")
      }
    }
    return value
  }
}

/// The type of a setting's value.
public enum SettingType: String, Codable, Sendable, CustomStringConvertible {
  /// True or false.
  case boolean
  /// A whole number.
  case integer
  /// A number.
  case number
  /// A list of numbers.
  case numbers
  /// A text.
  case string
  /// A list of texts.
  case strings
  /// A list of points, each a list of two numbers.
  case points
  /// One of some texts, or an object with keys of its own.
  case choiceOrObject
  /// True, false, or one of some texts.
  case booleanOrChoice
  /// A list of languages, or a text that names them.
  case languages

  public var description: String {
    switch self {
    case .boolean: "true or false"
    case .integer: "a whole number"
    case .number: "a number"
    case .numbers: "a list of numbers"
    case .string: "a string"
    case .strings: "a list of strings"
    case .languages: "languages such as \"deu+eng\" or [\"German\", \"en\"]"
    case .points: "a list of points [x, y]"
    case .choiceOrObject: "a string or an object"
    case .booleanOrChoice: "true, false or a string"
    }
  }

  func accepts(_ value: JSONValue) -> Bool {
    switch (self, value) {
    case (.boolean, .boolean), (.number, .number), (.string, .string): true
    case (.choiceOrObject, .string), (.choiceOrObject, .object): true
    case (.booleanOrChoice, .boolean), (.booleanOrChoice, .string): true
    case (.integer, .number(let number)): number == number.rounded() && abs(number) < 1e15
    case (.languages, .string): true
    case (.strings, .array(let values)), (.languages, .array(let values)):
      values.allSatisfy { SettingType.string.accepts($0) }
    case (.numbers, .array(let values)): values.allSatisfy { SettingType.number.accepts($0) }
    case (.points, .array(let values)): values.allSatisfy { Point(json: $0) != nil }
    case _: false
    }
  }
}

/// A Swift type that a setting can have.
public protocol SettingValue: Sendable {
  /// What kind of value the file has for it.
  static var settingType: SettingType { get }
  /// The value that the file has; nil for another kind.
  init?(json: JSONValue)
  /// The value as the file has it.
  var json: JSONValue { get }
}

extension Bool: SettingValue {
  public static var settingType: SettingType { .boolean }
  public init?(json: JSONValue) {
    guard case .boolean(let value) = json else { return nil }
    self = value
  }
  public var json: JSONValue { .boolean(self) }
}

extension Int: SettingValue {
  public static var settingType: SettingType { .integer }
  public init?(json: JSONValue) {
    guard case .number(let value) = json, let whole = Int(exactly: value) else { return nil }
    self = whole
  }
  public var json: JSONValue { .number(Double(self)) }
}

extension Double: SettingValue {
  public static var settingType: SettingType { .number }
  public init?(json: JSONValue) {
    guard case .number(let value) = json else { return nil }
    self = value
  }
  public var json: JSONValue { .number(self) }
}

extension String: SettingValue {
  public static var settingType: SettingType { .string }
  public init?(json: JSONValue) {
    guard case .string(let value) = json else { return nil }
    self = value
  }
  public var json: JSONValue { .string(self) }
}

/// An enumeration of texts.
extension SettingValue where Self: RawRepresentable<String> {
  public static var settingType: SettingType { .string }
  public init?(json: JSONValue) {
    guard case .string(let text) = json else { return nil }
    self.init(rawValue: text)
  }
  public var json: JSONValue { .string(rawValue) }
}

/// A Swift type that a setting's list can hold.
public protocol SettingElement: Sendable {
  /// What kind of value the file has for a list of these.
  static var listType: SettingType { get }
  /// The element that the file has; nil for another kind.
  init?(json: JSONValue)
  /// The element as the file has it.
  var json: JSONValue { get }
}

extension String: SettingElement {
  public static var listType: SettingType { .strings }
}

extension Double: SettingElement {
  public static var listType: SettingType { .numbers }
}

extension Point: SettingElement {
  public static var listType: SettingType { .points }

  /// Reads `[x, y]`.
  public init?(json: JSONValue) {
    guard case .array(let values) = json, values.count == 2, let x = Double(json: values[0]),
      let y = Double(json: values[1])
    else { return nil }
    self.init(x: x, y: y)
  }

  public var json: JSONValue { .array([.number(x), .number(y)]) }
}

extension Array: SettingValue where Element: SettingElement {
  public static var settingType: SettingType { Element.listType }
  public init?(json: JSONValue) {
    guard case .array(let values) = json else { return nil }
    self = values.compactMap { Element(json: $0) }
  }
  public var json: JSONValue { .array(map(\.json)) }
}

/// A setting without a default: null, or left out.
extension Optional: SettingValue where Wrapped: SettingValue {
  public static var settingType: SettingType { Wrapped.settingType }
  public init?(json: JSONValue) {
    if json == .null {
      self = .none
    } else {
      guard let value = Wrapped(json: json) else { return nil }
      self = value
    }
  }
  public var json: JSONValue { self?.json ?? .null }
}

extension JSONValue {
  /// The value itself, or the elements of a list.
  fileprivate var elements: [JSONValue] {
    if case .array(let values) = self { values } else { [self] }
  }

  /// The value as a person would write it in a sentence.
  package var shortText: String {
    switch self {
    case .null: "null"
    case .boolean(let value): value ? "true" : "false"
    case .number(let value): Int(exactly: value).map(String.init) ?? String(value)
    case .string(let value): "\"\(value)\""
    case .array(let values): "[" + values.map(\.shortText).joined(separator: ", ") + "]"
    case .object(let members):
      "{" + members.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value.shortText)" }.joined(separator: ", ")
        + "}"
    }
  }
}
