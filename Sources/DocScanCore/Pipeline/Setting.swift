// SPDX-License-Identifier: GPL-3.0-or-later

/// A key of the pipeline file with its type, default value, and description.
///
/// The settings are used to parse the file, to print the help, and to generate the JSON Schema.
public struct Setting<Value: SettingValue>: Sendable {
  /// The value if the file doesn't contain the key.
  public let defaultValue: Value
  /// The setting without its Swift type.
  public let erased: AnySetting

  /// The key in the pipeline file.
  public var name: String { erased.name }

  /// Creates a setting.
  ///
  /// - Parameters:
  ///   - name: The key.
  ///   - defaultValue: The value if the file doesn't contain the key.
  ///   - bounds: The allowed range of a number.
  ///   - choices: The allowed values of a string, or of a list's elements.
  ///   - members: The keys of an object.
  ///   - inheritedFrom: A stage with the same key, or `pages`. If the file doesn't contain this key and the pipeline has that stage, its value is used.
  ///   - help: A description in one or two sentences.
  public init(
    _ name: String, default defaultValue: Value, in bounds: ClosedRange<Double>? = nil, oneOf choices: [String]? = nil,
    members: SettingTable? = nil, inheritedFrom: String? = nil, help: String
  ) {
    self.defaultValue = defaultValue
    erased = AnySetting(
      name: name, type: Value.settingType, defaultValue: defaultValue.json, minimum: bounds?.lowerBound,
      maximum: bounds?.upperBound, choices: choices, members: members, inheritedFrom: inheritedFrom, help: help)
  }

  /// Creates a setting whose values are the cases of an enumeration.
  ///
  /// - Parameters:
  ///   - name: The key.
  ///   - defaultValue: The value if the file doesn't contain the key.
  ///   - help: A description in one or two sentences.
  public init(_ name: String, default defaultValue: Value, help: String)
  where Value: CaseIterable & RawRepresentable<String> {
    self.init(name, default: defaultValue, oneOf: Value.allCases.map(\.rawValue), help: help)
  }
}

/// A setting without its Swift type, for the help, the schema, and messages to workers.
public struct AnySetting: Codable, Hashable, Sendable {
  /// The key in the pipeline file.
  public let name: String
  /// The type of the value.
  public let type: SettingType
  /// The value if the file doesn't contain the key, or null for none.
  public let defaultValue: JSONValue
  /// The minimum of a number, or `nil` for none.
  public let minimum: Double?
  /// The maximum of a number, or `nil` for none.
  public let maximum: Double?
  /// The allowed strings, or `nil` for any.
  public let choices: [String]?
  /// The keys of an object value, or `nil` for other types.
  public let members: SettingTable?
  /// The stage, or the section `pages`, that provides the value if the file doesn't contain the key, or `nil` for most settings.
  public let inheritedFrom: String?
  /// A description in one or two sentences.
  public let help: String

  /// The allowed values as a phrase, for error messages.
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

  /// Returns the packs of a language setting, so that different names of the same languages have equal values.
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

  func validated(_ value: JSONValue, path: String) throws(PipelineError) -> JSONValue {
    // For a setting without a default, null is equivalent to omitting the key.
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

/// The types of settings.
public enum SettingType: String, Codable, Sendable, CustomStringConvertible {
  /// A Boolean.
  case boolean
  /// An integer.
  case integer
  /// A number.
  case number
  /// An array of numbers.
  case numbers
  /// A string.
  case string
  /// An array of strings.
  case strings
  /// An array of points, each of which is an array of two numbers.
  case points
  /// One of several strings, or an object.
  case choiceOrObject
  /// A Boolean, or one of several strings.
  case booleanOrChoice
  /// An array of language names, or a string that contains them.
  case languages

  /// The type as a phrase with an article, for error messages.
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

/// A Swift type for the value of a setting.
public protocol SettingValue: Sendable {
  /// The type of the value in the pipeline file.
  static var settingType: SettingType { get }
  /// Creates a value from JSON.
  ///
  /// - Parameter json: The value in the pipeline file.
  /// - Returns: The value, or `nil` if the JSON has another type.
  init?(json: JSONValue)
  /// The value as JSON.
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

extension SettingValue where Self: RawRepresentable<String> {
  public static var settingType: SettingType { .string }
  public init?(json: JSONValue) {
    guard case .string(let text) = json else { return nil }
    self.init(rawValue: text)
  }
  public var json: JSONValue { .string(rawValue) }
}

/// A Swift type for the elements of a setting's list.
public protocol SettingElement: Sendable {
  /// The type of a list of these elements in the pipeline file.
  static var listType: SettingType { get }
  /// Creates an element from JSON.
  ///
  /// - Parameter json: The element in the pipeline file.
  /// - Returns: The element, or `nil` if the JSON has another type.
  init?(json: JSONValue)
  /// The element as JSON.
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

  /// Creates a point from `[x, y]`.
  ///
  /// - Parameter json: An array of two numbers.
  /// - Returns: The point, or `nil` if the JSON has another form.
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

/// Conformance for settings without a default, which can be null or omitted.
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
  /// The value itself, or the elements of an array.
  fileprivate var elements: [JSONValue] {
    if case .array(let values) = self { values } else { [self] }
  }

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
