// SPDX-License-Identifier: GPL-3.0-or-later

internal import FoundationEssentials

/// The settings of an object in the pipeline file.
public struct SettingTable: Codable, Hashable, Sendable {
  /// The settings, in the order in which the help lists them.
  public let settings: [AnySetting]

  package init(_ settings: [AnySetting]) { self.settings = settings }

  /// Validates an object and adds the defaults. An unknown key is an error. `path` is the location of the object, such as `stages[2]`. `reserved`
  /// contains keys that the caller reads itself.
  package func resolve(
    _ object: [String: JSONValue], path: String, reserved: [String] = []
  ) throws(PipelineError) -> ResolvedSettings {
    let defaults = Dictionary(settings.map { ($0.name, $0.defaultValue) }, uniquingKeysWith: { $1 })
    return try resolve(object, over: ResolvedSettings(values: defaults), path: path, reserved: reserved)
  }

  /// Validates an object and adds the values of `base` for omitted keys.
  func resolve(
    _ object: [String: JSONValue], over base: ResolvedSettings, path: String, reserved: [String] = []
  ) throws(PipelineError) -> ResolvedSettings {
    for key in object.keys.sorted() where !reserved.contains(key) && !settings.contains(where: { $0.name == key }) {
      throw .unknown("key", key, path: path.key(key), allowed: reserved + settings.map(\.name))
    }
    var values = base.values
    for setting in settings {
      if let value = object[setting.name] {
        values[setting.name] = try setting.validated(value, path: path.key(setting.name))
      }
    }
    return ResolvedSettings(values: values)
  }
}

/// Validated settings with explicit defaults.
public struct ResolvedSettings: Codable, Hashable, Sendable {
  /// The values by key.
  public private(set) var values: [String: JSONValue]

  package init(values: [String: JSONValue]) { self.values = values }

  /// The value of a setting.
  ///
  /// - Parameter setting: The setting, which provides the default value.
  /// - Returns: The value of the setting.
  public subscript<Value>(setting: Setting<Value>) -> Value {
    get { values[setting.name].flatMap(Value.init(json:)) ?? setting.defaultValue }
    set { values[setting.name] = newValue.json }
  }
}

/// A stage or writer of a pipeline with its settings.
package struct ResolvedComponent: Codable, Hashable, Sendable {
  package let name: String
  package let settings: ResolvedSettings

  package init(name: String, settings: ResolvedSettings) { (self.name, self.settings) = (name, settings) }
}

extension String {
  /// Returns the path of a key in the object at this path.
  func key(_ name: String) -> String { isEmpty ? name : "\(self).\(name)" }
}

extension AnySetting {
  /// Parses a value from the command line. An unsuitable value becomes a string, which the validation rejects.
  func value(from text: String) -> JSONValue {
    if text == "null", defaultValue == .null { return .null }
    switch type {
    case .boolean, .booleanOrChoice: return text == "true" ? true : text == "false" ? false : .string(text)
    case .integer, .number: return Double(text).map { .number($0) } ?? .string(text)
    case .string: return .string(text)
    case .languages: return json(in: text) ?? .string(text)
    case .strings: return json(in: text) ?? .array(Self.parts(of: text).map { .string($0) })
    case .numbers:
      return json(in: text)
        ?? .array(Self.parts(of: text).map { part in Double(part).map { .number($0) } ?? .string(part) })
    case .points, .choiceOrObject: return json(in: text) ?? .string(text)
    }
  }

  private func json(in text: String) -> JSONValue? {
    guard let first = text.first, "[{".contains(first) else { return nil }
    do {
      return try JSONFile.parse(Data(text.utf8))
    } catch {
      return nil
    }
  }

  private static func parts(of text: String) -> [String] { text.split(separator: ",").map(String.init) }
}

/// A section of the pipeline file, such as `pages`. Each key is a static `Setting` in `table`, the only list of them, which parses and writes the
/// file, provides the help and the schema, and implements `--set`. The value of the key `dpi` is available as `section.dpi`.
@dynamicMemberLookup
package protocol SettingSection: Codable, Hashable, Sendable {
  static var name: String { get }
  static var abstract: String { get }
  static var table: SettingTable { get }
  var settings: ResolvedSettings { get set }
}

extension SettingSection {
  package subscript<Value>(dynamicMember key: KeyPath<Self.Type, Setting<Value>>) -> Value {
    get { settings[Self.self[keyPath: key]] }
    set { settings[Self.self[keyPath: key]] = newValue }
  }

  /// Returns the section's values in a pipeline file with these members, including the defaults. `others` contains keys that the caller reads itself.
  static func settings(
    in file: [String: JSONValue], beside others: [String] = []
  ) throws(PipelineError) -> ResolvedSettings {
    try table.resolve(try JSONValue.object(file[name], path: name), path: name, reserved: others)
  }
}

extension JSONValue {
  /// Returns the members of an object in a pipeline file, or none if the value is missing.
  static func object(_ value: JSONValue?, path: String) throws(PipelineError) -> [String: JSONValue] {
    guard let value else { return [:] }
    guard case .object(let members) = value else {
      throw .invalid(path: path, message: "expected an object, found \(value.kindName).")
    }
    return members
  }
}
