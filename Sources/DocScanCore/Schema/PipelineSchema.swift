// SPDX-License-Identifier: GPL-3.0-or-later

extension JSONSchema {
  package static func pipeline(stages: [ComponentDescription], writers: [ComponentDescription]) -> JSONValue {
    let writerList = list(
      of: ["oneOf": .array(writers.map { component($0, key: "writer") })], "The files to write for each document.")
    let sections = Pipeline.sections.map { section in
      let more = section.name == OutputSettings.name ? [OutputSettings.writersKey: writerList] : [:]
      return (section.name, settings(section.table, section.abstract, more: more))
    }
    return root(
      "pipeline", title: "docscan pipeline file",
      closed(
        "The stages that docscan applies to each page, and the files that it writes. Missing keys have default "
          + "values.",
        [
          "name": [
            "type": "string", "minLength": 1, "default": "pipeline",
            "description":
              "The name of the pipeline in reports.",
          ],
          "description": [
            "type": "string", "minLength": 1,
            "description":
              "The purpose of the pipeline, in a sentence.",
          ],
          "stages": list(
            of: ["oneOf": .array(stages.map { component($0, key: "stage") })],
            "The stages for each page, in order of execution. Each stage can occur at most once."),
          "overrides": overrides(stages),
        ].merging(sections) { $1 }))
  }

  private static func overrides(_ stages: [ComponentDescription]) -> JSONValue {
    let changes = stages.map { stage in
      (stage.name, either(settings(stage.table, stage.abstract), ["const": false]))
    }
    return map(of: closed("", Dictionary(changes, uniquingKeysWith: { $1 })), Pipeline.overridesHelp)
  }

  private static func settings(
    _ table: SettingTable, _ description: String, more: [String: JSONValue] = [:]
  ) -> JSONValue {
    closed(description, properties(of: table).merging(more) { $1 })
  }

  private static func component(_ component: ComponentDescription, key: String) -> JSONValue {
    let name = [key: constant(component.name)]
    return closed(component.abstract, properties(of: component.table).merging(name) { $1 }, required: [key])
  }

  private static func properties(of table: SettingTable) -> [String: JSONValue] {
    Dictionary(table.settings.map { ($0.name, property(for: $0)) }, uniquingKeysWith: { $1 })
  }

  private static func property(for setting: AnySetting) -> JSONValue {
    var members: [String: JSONValue] = ["default": setting.defaultValue]
    if !setting.help.isEmpty { members["description"] = .string(setting.help) }
    var bounds: [String: JSONValue] = [:]
    if let minimum = setting.minimum { bounds["minimum"] = .number(minimum) }
    if let maximum = setting.maximum { bounds["maximum"] = .number(maximum) }
    let choices = setting.choices.map { ["enum": JSONValue.array($0.map { .string($0) })] } ?? [:]
    let type: String
    let more: [String: JSONValue]
    switch setting.type {
    case .boolean: (type, more) = ("boolean", [:])
    case .integer: (type, more) = ("integer", bounds)
    case .number: (type, more) = ("number", bounds)
    case .string: (type, more) = ("string", choices)
    case .numbers: (type, more) = ("array", ["items": value("number").adding(bounds)])
    case .strings: (type, more) = ("array", ["items": value("string").adding(choices)])
    case .points: (type, more) = ("array", ["items": list(of: value("number"), "[x, y]", count: 2)])
    case .choiceOrObject, .booleanOrChoice, .languages:
      let others: [JSONValue] =
        switch setting.type {
        case .languages: [value("string"), list(of: value("string"))]
        case .booleanOrChoice: [value("boolean")]
        case _: setting.members.map { [settings($0, "")] } ?? []
        }
      members["anyOf"] = .array((setting.choices.map { [oneOf($0)] } ?? []) + others)
      return .object(members)
    }
    members["type"] = setting.defaultValue == .null ? .array([.string(type), "null"]) : .string(type)
    return .object(members.merging(more) { $1 })
  }
}

extension Pipeline {
  /// The pipeline as a pipeline file with explicit defaults.
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
