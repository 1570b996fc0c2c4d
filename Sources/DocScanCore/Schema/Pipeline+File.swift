// SPDX-License-Identifier: GPL-3.0-or-later

extension Pipeline {
  /// The pipeline as a pipeline file, with every default written out.
  package var file: JSONValue {
    var members: [String: JSONValue] = [
      "name": .string(name), "stages": .array(stages.map { Self.component($0, key: "stage") }),
      "overrides": .object(
        Dictionary(overrides.map { ($0.key, Self.changes($0)) }, uniquingKeysWith: { $1 })),
    ]
    if let description { members["description"] = .string(description) }
    for section in [input, pages, limits, output, watch, hooks] as [any SettingSection] {
      members[type(of: section).name] = .object(section.settings.values)
    }
    members[OutputSettings.name] = members[OutputSettings.name]?.adding([
      OutputSettings.writersKey: .array(output.writers.map { Self.component($0, key: "writer") })
    ])
    return .object(members)
  }

  private static func changes(_ override: PageOverride) -> JSONValue {
    .object(
      Dictionary(
        override.changes.map { ($0.stage, $0.settings.map { .object($0.values) } ?? false) }, uniquingKeysWith: { $1 }))
  }

  private static func component(_ component: ResolvedComponent, key: String) -> JSONValue {
    .object(component.settings.values.merging([key: .string(component.name)]) { $1 })
  }
}
