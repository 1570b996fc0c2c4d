// SPDX-License-Identifier: GPL-3.0-or-later

internal import FoundationEssentials

/// The settings that one object of the pipeline file takes.
public struct SettingTable: Codable, Hashable, Sendable {
  /// The keys, in the order in which help lists them.
  public let settings: [AnySetting]

  /// A table of keys.
  package init(_ settings: [AnySetting]) { self.settings = settings }

  /// Fills in the defaults and checks every value; a key that the table lacks is an error.
  ///
  /// `path` is where the object is, such as `stages[2]`. `reserved` are keys that the caller reads itself.
  package func resolve(
    _ object: [String: JSONValue], path: String, reserved: [String] = []
  ) throws(PipelineError) -> ResolvedSettings {
    let defaults = Dictionary(settings.map { ($0.name, $0.defaultValue) }, uniquingKeysWith: { $1 })
    return try resolve(object, over: ResolvedSettings(values: defaults), path: path, reserved: reserved)
  }

  /// Checks every value, and fills in those of `base` for the keys that are left out.
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

/// Settings with every default filled in and every value checked.
public struct ResolvedSettings: Codable, Hashable, Sendable {
  /// The value of each key.
  public private(set) var values: [String: JSONValue]

  /// Values by their keys.
  package init(values: [String: JSONValue]) { self.values = values }

  /// The value of a setting.
  public subscript<Value>(setting: Setting<Value>) -> Value {
    get { values[setting.name].flatMap(Value.init(json:)) ?? setting.defaultValue }
    set { values[setting.name] = newValue.json }
  }
}

/// A stage or a writer that a pipeline asks for, with its settings.
package struct ResolvedComponent: Codable, Hashable, Sendable {
  /// The stage's or writer's name.
  package let name: String
  /// Its settings, every default filled in.
  package let settings: ResolvedSettings

  /// A stage or a writer as a pipeline has it.
  package init(name: String, settings: ResolvedSettings) { (self.name, self.settings) = (name, settings) }
}

extension String {
  /// The path of a key in the object at this path.
  func key(_ name: String) -> String { isEmpty ? name : "\(self).\(name)" }
}

extension AnySetting {
  /// A value as a person writes it on a command line; one that does not fit stays a text, which the check refuses.
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

  /// A list or an object that is written as JSON; nil when it is neither.
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

/// An object of the pipeline file with keys of its own, such as `pages`.
///
/// A key is a static `Setting` that is in `table`; nothing else knows it. The table reads the file, writes it out, makes the
/// help and the schema, and serves `--set`. The value of the key `dpi` is `section.dpi`.
@dynamicMemberLookup
package protocol SettingSection: Codable, Hashable, Sendable {
  /// What the pipeline file calls the object.
  static var name: String { get }
  /// What it is about, in one sentence.
  static var abstract: String { get }
  /// The keys.
  static var table: SettingTable { get }
  /// Their values.
  var settings: ResolvedSettings { get set }
}

extension SettingSection {
  /// The value of a key.
  package subscript<Value>(dynamicMember key: KeyPath<Self.Type, Setting<Value>>) -> Value {
    get { settings[Self.self[keyPath: key]] }
    set { settings[Self.self[keyPath: key]] = newValue }
  }

  /// The values in a pipeline file with these members; `others` are keys that the caller reads itself.
  static func settings(
    in file: [String: JSONValue], beside others: [String] = []
  ) throws(PipelineError) -> ResolvedSettings {
    try table.resolve(try JSONValue.object(file[name], path: name), path: name, reserved: others)
  }
}

extension JSONValue {
  /// The members of an object in a pipeline file; none if it is left out.
  static func object(_ value: JSONValue?, path: String) throws(PipelineError) -> [String: JSONValue] {
    guard let value else { return [:] }
    guard case .object(let members) = value else {
      throw .invalid(path: path, message: "expected an object, found \(value.kindName).")
    }
    return members
  }
}
