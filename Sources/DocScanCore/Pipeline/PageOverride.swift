// SPDX-License-Identifier: GPL-3.0-or-later

/// The settings for a single page or file: an entry of the pipeline file's `overrides`.
package struct PageOverride: Codable, Hashable, Sendable {
  /// The key in the pipeline file, such as `scan.pdf#3`.
  package let key: String
  package private(set) var changes: [Change]
  private let fileParts: [String]
  /// The page number in the file, counting from 1, or `nil` for all pages of the file.
  private let page: Int?

  /// The settings of a stage on the pages of the override.
  package struct Change: Codable, Hashable, Sendable {
    package let stage: String
    /// The settings of the stage on this page, or `nil` if the stage is omitted.
    package let settings: ResolvedSettings?
  }

  /// Parses an entry such as `"scan.pdf#3": {"deskew": {"degrees": 1.5}, "perspective": false}`.
  init(
    key: String, value: JSONValue, stages: [ResolvedComponent], descriptions: [ComponentDescription],
    inheritance: SettingInheritance, path: String
  ) throws(PipelineError) {
    self.key = key
    var file = key[...]
    var page: Int?
    if let mark = key.lastIndex(of: "#"), let number = Int(key[key.index(after: mark)...]) {
      guard number >= 1 else { throw .invalid(path: path, message: "pages are counted from 1.") }
      file = key[..<mark]
      page = number
    }
    fileParts = file.split(separator: "/").map(String.init)
    self.page = page
    guard !fileParts.isEmpty else {
      throw .invalid(path: path, message: "expected a file and a page, such as \"scan.pdf#3\".")
    }
    guard case .object(let members) = value else {
      throw .invalid(path: path, message: "expected an object of stages, found \(value.kindName).")
    }
    var changes: [Change] = []
    for (name, change) in members.sorted(by: { $0.key < $1.key }) {
      let here = path.key(name)
      guard let stage = stages.first(where: { $0.name == name }) else {
        throw .unknown("stage of this pipeline", name, path: here, allowed: stages.map(\.name))
      }
      switch change {
      case .boolean(false): changes.append(Change(stage: name, settings: nil))
      case .object(let settings):
        guard let table = descriptions.first(where: { $0.name == name })?.table else { continue }
        changes.append(Change(stage: name, settings: try table.resolve(settings, over: stage.settings, path: here)))
      case _:
        throw .invalid(
          path: here,
          message: "expected an object with settings, or false to leave the stage out; found \(change.kindName).")
      }
    }
    self.changes = inheritance.applied(to: changes, written: members, stages: stages)
  }

  func without(stages names: Set<String>) -> PageOverride {
    var override = self
    override.changes.removeAll { names.contains($0.stage) }
    return override
  }

  /// Returns whether the override applies to a file. The file's name, and as many parent folders as the key has, must match the key.
  package func isFor(file path: String) -> Bool {
    path.split(separator: "/").map(String.init).suffix(fileParts.count) == fileParts[...]
  }

  package func isFor(file path: String, page: Int) -> Bool { (self.page ?? page) == page && isFor(file: path) }
}

extension Pipeline {
  package static let overridesHelp =
    "Different settings for single pages: for each file and page, such as \"scan.pdf#3\", an object of stages "
    + "with their settings for this page. false turns a stage off. Without #3, the settings apply to all pages of "
    + "the file."

  package func without(stages names: Set<String>) -> Pipeline {
    var pipeline = self
    pipeline.stages.removeAll { names.contains($0.name) }
    pipeline.overrides = overrides.map { $0.without(stages: names) }.filter { override in
      !override.changes.isEmpty || overrides.contains { $0.key == override.key && $0.changes.isEmpty }
    }
    return pipeline
  }

  package func overrides(files paths: [String]) -> [PageOverride] {
    overrides.filter { override in paths.contains { override.isFor(file: $0) } }
  }

  /// Returns the stages for a page of a file, or `nil` if no override applies. `page` counts from 1.
  package func overriddenStages(file path: String, page: Int) -> [ResolvedComponent]? {
    let changes = overrides.filter { $0.isFor(file: path, page: page) }.flatMap(\.changes)
    guard !changes.isEmpty else { return nil }
    return stages.compactMap { stage in
      guard let change = changes.last(where: { $0.stage == stage.name }) else { return stage }
      return change.settings.map { ResolvedComponent(name: stage.name, settings: $0) }
    }
  }
}

/// The settings that a stage inherits from another stage or from `pages`, if omitted. For example, `orientation` uses `recognize`'s languages.
struct SettingInheritance {
  /// A setting that one stage inherits from another.
  private struct Link {
    let stage: String
    let setting: AnySetting
    let source: String

    func value(from source: ResolvedSettings?) -> JSONValue {
      // With another engine, the languages may not be Tesseract packs.
      let engine = source?.values[EngineChoice.settingName].flatMap { EngineChoice(json: $0) }
      guard let value = source?.values[setting.name], engine?.usesTesseract ?? true else { return setting.defaultValue }
      return value
    }
  }

  private let links: [Link]
  private let pages: PageSettings

  /// Finds the omitted settings in `written`, the JSON objects of the stages in the pipeline file.
  init(stages: [ResolvedComponent], written: [JSONValue], descriptions: [ComponentDescription], pages: PageSettings) {
    self.pages = pages
    links = zip(stages, written).flatMap { stage, written -> [Link] in
      guard case .object(let members) = written,
        let table = descriptions.first(where: { $0.name == stage.name })?.table
      else { return [] }
      return table.settings.compactMap { setting in
        guard members[setting.name] == nil, let source = setting.inheritedFrom else { return nil }
        return Link(stage: stage.name, setting: setting, source: source)
      }
    }
  }

  func applied(to stages: [ResolvedComponent]) -> [ResolvedComponent] {
    stages.map { stage in
      var values = stage.settings.values
      for link in links where link.stage == stage.name {
        let source =
          link.source == PageSettings.name ? pages.settings : stages.first { $0.name == link.source }?.settings
        values[link.setting.name] = link.value(from: source)
      }
      return ResolvedComponent(name: stage.name, settings: ResolvedSettings(values: values))
    }
  }

  /// Returns the changes of an override, with the settings that other stages inherit from them. `written` is the override in the pipeline file.
  func applied(
    to changes: [PageOverride.Change], written: [String: JSONValue], stages: [ResolvedComponent]
  ) -> [PageOverride.Change] {
    var changes = changes
    for link in links {
      guard let source = changes.first(where: { $0.stage == link.source })?.settings,
        let stage = stages.first(where: { $0.name == link.stage })
      else { continue }
      let value = link.value(from: source)
      let index = changes.firstIndex { $0.stage == link.stage }
      // The override omits the inheriting stage, or sets the value itself.
      if let index, changes[index].settings == nil { continue }
      if case .object(let own) = written[link.stage], own[link.setting.name] != nil { continue }
      let settings = index.flatMap { changes[$0].settings } ?? stage.settings
      guard settings.values[link.setting.name] != value else { continue }
      let change = PageOverride.Change(
        stage: link.stage,
        settings: ResolvedSettings(values: settings.values.merging([link.setting.name: value]) { $1 }))
      if let index { changes[index] = change } else { changes.append(change) }
    }
    return changes.sorted { $0.stage < $1.stage }
  }
}
