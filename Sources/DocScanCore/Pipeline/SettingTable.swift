// SPDX-License-Identifier: GPL-3.0-or-later

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
  package subscript<Value>(setting: Setting<Value>) -> Value {
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
