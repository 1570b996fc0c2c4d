// SPDX-License-Identifier: GPL-3.0-or-later

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
  /// The members of an object in a pipeline file; none where it is left out.
  static func object(_ value: JSONValue?, path: String) throws(PipelineError) -> [String: JSONValue] {
    guard let value else { return [:] }
    guard case .object(let members) = value else {
      throw .invalid(path: path, message: "expected an object, found \(value.kindName).")
    }
    return members
  }
}
