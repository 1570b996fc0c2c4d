// SPDX-License-Identifier: GPL-3.0-or-later

extension Pipeline {
  /// The pipeline as a pipeline file, with every default written out.
  public var file: JSONValue {
    JSONValue.object([
      "name": .string(name),
      "input": JSONValue.object(["paths": input.paths.json, "group": .string(input.group.rawValue)])
        .adding(SeparatorSettings.values(input.separators)),
      "pages": [
        "dpi": .number(pages.dpi), "existingText": .string(pages.existingText.rawValue),
        "signed": .string(pages.signed.rawValue), "gps": .boolean(pages.gps ?? false),
      ],
      "limits": limits.file,
      "stages": .array(stages.map { Self.component($0, key: "stage") }),
      "overrides": .object(
        Dictionary(overrides.map { ($0.key, Self.changes($0)) }, uniquingKeysWith: { $1 })),
      "output": [
        "directory": output.directory.json, "verify": .number(output.verify),
        "writers": .array(output.writers.map { Self.component($0, key: "writer") }),
      ],
      "watch": [
        "inbox": .string(watch.inbox), "poll": .number(watch.poll), "settle": .number(watch.settle),
        "quiet": .number(watch.quiet), "patience": .number(watch.patience),
        "originals": .string(watch.originals.rawValue), "processed": .string(watch.processed),
        "failed": .string(watch.failed),
      ],
    ]).adding(description.map { ["description": .string($0)] } ?? [:])
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
