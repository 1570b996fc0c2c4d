// SPDX-License-Identifier: GPL-3.0-or-later

package import FoundationEssentials

/// A validated pipeline file with explicit defaults.
package struct Pipeline: Hashable, Sendable {
  package var name: String
  package var description: String?
  package var input: InputSettings
  package var pages: PageSettings
  package var limits: LimitSettings
  package var stages: [ResolvedComponent]
  package let findings: [String: [FindingDescription]]
  package var overrides: [PageOverride]
  package var output: OutputSettings
  package var watch: WatchSettings
  package var hooks: HookSettings

  package static let sections: [any SettingSection.Type] = [
    InputSettings.self, PageSettings.self, LimitSettings.self, OutputSettings.self, WatchSettings.self,
    HookSettings.self,
  ]
  static let texts = ["name", "description"]
  private static let keys = texts + sections.map { $0.name } + ["stages", "overrides"]

  package init(json: Data, stages: [ComponentDescription], writers: [ComponentDescription]) throws(PipelineError) {
    let value: JSONValue
    do {
      value = try JSONFile.parse(json)
    } catch {
      throw .invalid(path: "", message: "this is not JSON: \(error)")
    }
    try self.init(value: value, stages: stages, writers: writers)
  }

  package init(value: JSONValue, stages: [ComponentDescription], writers: [ComponentDescription]) throws(PipelineError)
  {
    let root = try JSONValue.object(value, path: "")
    for key in root.keys.sorted() where !Self.keys.contains(key) {
      throw .unknown("key", key, path: key, allowed: Self.keys)
    }
    name = try text(root["name"], path: "name") ?? "pipeline"
    description = try text(root["description"], path: "description")
    input = InputSettings(settings: try InputSettings.settings(in: root))
    pages = PageSettings(settings: try PageSettings.settings(in: root))
    limits = LimitSettings(settings: try LimitSettings.settings(in: root))
    self.stages = try components(root["stages"], path: "stages", kind: "stage", among: stages)
    for (index, stage) in self.stages.enumerated() {
      if let first = self.stages.firstIndex(where: { $0.name == stage.name }), first < index {
        throw .invalid(
          path: "stages[\(index)]", message: "\"\(stage.name)\" is listed twice; a stage can only run once.")
      }
    }
    let written: [JSONValue] = if case .array(let elements) = root["stages"] { elements } else { [] }
    let inheritance = SettingInheritance(
      stages: self.stages, written: written, descriptions: stages, pages: pages)
    self.stages = inheritance.applied(to: self.stages)
    findings = Dictionary(stages.map { ($0.name, $0.findings) }, uniquingKeysWith: { $1 })
    overrides = []
    for (key, value) in try JSONValue.object(root["overrides"], path: "overrides").sorted(by: { $0.key < $1.key }) {
      overrides.append(
        try PageOverride(
          key: key, value: value, stages: self.stages, descriptions: stages, inheritance: inheritance,
          path: "overrides[\"\(key)\"]"))
    }
    let outputObject = try JSONValue.object(root[OutputSettings.name], path: OutputSettings.name)
    let writersKey = OutputSettings.writersKey
    let writers = try components(outputObject[writersKey], path: "output.writers", kind: "writer", among: writers)
    output = try OutputSettings(
      settings: OutputSettings.settings(in: root, beside: [writersKey]), writers: writers)
    watch = WatchSettings(settings: try WatchSettings.settings(in: root))
    hooks = HookSettings(settings: try HookSettings.settings(in: root))
  }

  /// Returns canonical JSON of all settings that affect the result of a document with these files. Names, folders, and most limits aren't included.
  package func resultIdentity(files paths: [String]) throws -> Data {
    struct Identity: Encodable {
      let pages: JSONValue
      /// The size limit of pages. The limit affects results, because larger pages are rendered at a lower resolution.
      let megapixelsPerPage: Double
      let stages: [ResolvedComponent]
      let overrides: [PageOverride]
      let writers: [ResolvedComponent]
      /// The separators, or `nil` without any, so that the digest of a pipeline without separators matches that of earlier versions.
      let separators: SeparatorSettings?
      /// `true` if inputs are split by content; otherwise `nil`, so that the digest of a pipeline without splitting matches that of earlier versions.
      let splitsByContent: Bool?
    }
    return try JSONText.compact(
      Identity(
        pages: pages.deciding, megapixelsPerPage: limits.megapixelsPerPage, stages: stages,
        overrides: overrides(files: paths), writers: output.writers, separators: input.separators,
        splitsByContent: input.splitsByContent ? true : nil))
  }
}

private func text(_ value: JSONValue?, path: String) throws(PipelineError) -> String? {
  guard let value else { return nil }
  guard let text = String(json: value), !text.isEmpty else {
    throw .invalid(path: path, message: "expected a string, found \(value.kindName).")
  }
  return text
}

/// Parses a list such as `[{"stage": "deskew", "maximumAngle": 15}]`.
private func components(
  _ value: JSONValue?, path: String, kind: String, among known: [ComponentDescription]
) throws(PipelineError) -> [ResolvedComponent] {
  guard let value else { return [] }
  guard case .array(let elements) = value else {
    throw .invalid(path: path, message: "expected a list, found \(value.kindName).")
  }
  return try elements.enumerated().map { (index, element) throws(PipelineError) in
    let here = "\(path)[\(index)]"
    let members = try JSONValue.object(element, path: here)
    guard let name = members[kind].flatMap({ String(json: $0) }) else {
      throw .invalid(path: here, message: "the key \"\(kind)\" is missing: it names the \(kind).")
    }
    guard let description = known.first(where: { $0.name == name }) else {
      throw .unknown(kind, name, path: here, allowed: known.map(\.name))
    }
    return ResolvedComponent(name: name, settings: try description.table.resolve(members, path: here, reserved: [kind]))
  }
}

/// The folders and hooks in a pipeline file. Reading them doesn't require the available stages and writers.
package struct PipelineFolders: Hashable, Sendable {
  package var watch: WatchSettings
  /// The folder for results, relative to the pipeline file, or `nil` if the file has none.
  package var output: String?
  package var hooks: HookSettings

  package init(value: JSONValue) throws(PipelineError) {
    let root = try JSONValue.object(value, path: "")
    watch = WatchSettings(settings: try WatchSettings.settings(in: root))
    output = try OutputSettings.settings(in: root, beside: [OutputSettings.writersKey])[OutputSettings.directory]
    hooks = HookSettings(settings: try HookSettings.settings(in: root))
  }
}
