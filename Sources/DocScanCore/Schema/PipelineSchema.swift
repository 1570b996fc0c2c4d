// SPDX-License-Identifier: GPL-3.0-or-later

extension JSONSchema {
  /// The schema of a pipeline file, with the stages and writers there are.
  public static func pipeline(stages: [ComponentDescription], writers: [ComponentDescription]) -> JSONValue {
    let writerList = list(
      of: ["oneOf": .array(writers.map { component($0, key: "writer") })], "What is written for each document.")
    let sections = Pipeline.sections.map { section in
      let more = section.name == OutputSettings.name ? [OutputSettings.writersKey: writerList] : [:]
      return (section.name, settings(section.table, section.abstract, more: more))
    }
    return root(
      "pipeline", title: "docscan pipeline file",
      closed(
        "What docscan does with each page, and what it writes. Missing keys have their defaults.",
        [
          "name": ["type": "string", "minLength": 1, "default": "pipeline", "description": "Its name in reports."],
          "description": ["type": "string", "minLength": 1, "description": "What it is for, in a sentence."],
          "stages": list(
            of: ["oneOf": .array(stages.map { component($0, key: "stage") })],
            "What happens to each page, in the order written; each stage at most once."),
          "overrides": overrides(stages),
        ].merging(sections) { $1 }))
  }

  private static func overrides(_ stages: [ComponentDescription]) -> JSONValue {
    let changes = stages.map { stage in
      (stage.name, either(settings(stage.table, stage.abstract), ["const": false]))
    }
    return map(
      of: closed("", Dictionary(changes, uniquingKeysWith: { $1 })),
      Pipeline.overridesHelp)
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
    let choices = setting.choices.map { JSONValue.array($0.map { .string($0) }) }
    let type: String
    switch setting.type {
    case .choiceOrObject:
      members["anyOf"] = .array(
        (setting.choices.map { [oneOf($0)] } ?? []) + (setting.members.map { [settings($0, "")] } ?? []))
      return .object(members)
    case .languages:
      members["anyOf"] = .array(
        (setting.choices.map { [oneOf($0)] } ?? []) + [value("string"), list(of: value("string"), "")])
      return .object(members)
    case .boolean: type = "boolean"
    case .integer: type = "integer"
    case .number: type = "number"
    case .string: type = "string"
    case .numbers, .strings, .points: type = "array"
    }
    members["type"] = setting.defaultValue == .null ? .array([.string(type), "null"]) : .string(type)
    switch setting.type {
    case .boolean, .choiceOrObject, .languages: break
    case .integer, .number: members.merge(bounds) { $1 }
    case .numbers: members["items"] = value("number").adding(bounds)
    case .string: members["enum"] = choices
    case .points: members["items"] = list(of: value("number"), "[x, y]", count: 2)
    case .strings:
      members["items"] = JSONValue.object(["type": "string"]).adding(choices.map { ["enum": $0] } ?? [:])
    }
    return .object(members)
  }
}
