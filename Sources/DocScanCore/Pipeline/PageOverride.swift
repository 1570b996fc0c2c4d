// SPDX-License-Identifier: GPL-3.0-or-later

/// What a person decided for one page: an entry of the pipeline file's `overrides`.
package struct PageOverride: Codable, Hashable, Sendable {
  /// The key as it was written, such as `scan.pdf#3`.
  package let key: String
  /// The stages that run differently on the page.
  package private(set) var changes: [Change]
  private let fileParts: [String]
  /// The number in the file, from 1; nil means every page of it.
  private let page: Int?

  /// What becomes of one stage.
  package struct Change: Codable, Hashable, Sendable {
    /// The stage's name.
    package let stage: String
    /// The stage's settings on this page; nil leaves the stage out.
    package let settings: ResolvedSettings?
  }

  /// Reads `"scan.pdf#3": {"deskew": {"degrees": 1.5}, "perspective": false}`.
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

  /// The same without what it says of some stages.
  func without(stages names: Set<String>) -> PageOverride {
    var override = self
    override.changes.removeAll { names.contains($0.stage) }
    return override
  }

  /// Whether it is meant for a file: its name, and as many of the folders above it as the key has, are the same.
  package func isFor(file path: String) -> Bool {
    path.split(separator: "/").map(String.init).suffix(fileParts.count) == fileParts[...]
  }

  /// Whether it is meant for a page of a file, counted from 1.
  package func isFor(file path: String, page: Int) -> Bool { (self.page ?? page) == page && isFor(file: path) }
}

extension Pipeline {
  /// What `overrides` is for.
  package static let overridesHelp =
    "Other settings for single pages: for each file and page, such as \"scan.pdf#3\", an object of stages with their "
    + "settings for this page. false turns a stage off. Without #3, it applies to all pages of the file."

  /// The same without some stages, and without what overrides say of them.
  package func without(stages names: Set<String>) -> Pipeline {
    var pipeline = self
    pipeline.stages.removeAll { names.contains($0.name) }
    pipeline.overrides = overrides.map { $0.without(stages: names) }.filter { override in
      !override.changes.isEmpty || overrides.contains { $0.key == override.key && $0.changes.isEmpty }
    }
    return pipeline
  }

  /// The overrides that are meant for any page of these files.
  package func overrides(files paths: [String]) -> [PageOverride] {
    overrides.filter { override in paths.contains { override.isFor(file: $0) } }
  }

  /// The stages as they run on a page of a file, counted from 1; nil if they run as the pipeline has them.
  package func overriddenStages(file path: String, page: Int) -> [ResolvedComponent]? {
    let changes = overrides.filter { $0.isFor(file: path, page: page) }.flatMap(\.changes)
    guard !changes.isEmpty else { return nil }
    return stages.compactMap { stage in
      guard let change = changes.last(where: { $0.stage == stage.name }) else { return stage }
      return change.settings.map { ResolvedComponent(name: stage.name, settings: $0) }
    }
  }
}

/// The settings that a pipeline file leaves out and that stages have from another stage of the pipeline.
///
/// Orientation reads lines in the languages of recognition, on all pages and where single pages have languages of their own.
struct SettingInheritance {
  /// A setting of one stage that follows another stage's.
  private struct Link {
    let stage: String
    let setting: AnySetting
    let source: String

    /// What the setting is with these settings of the other stage.
    func value(from source: ResolvedSettings?) -> JSONValue {
      // Another engine's languages need not be Tesseract's.
      let engine = source?.values[EngineChoice.settingName].flatMap { EngineChoice(json: $0) }
      guard let value = source?.values[setting.name], engine?.usesTesseract ?? true else { return setting.defaultValue }
      return value
    }
  }

  private let links: [Link]

  /// Finds what is left out in `written`, the objects of the stages as they stand in the file.
  init(stages: [ResolvedComponent], written: [JSONValue], descriptions: [ComponentDescription]) {
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

  /// The stages with these settings filled in.
  func applied(to stages: [ResolvedComponent]) -> [ResolvedComponent] {
    stages.map { stage in
      var values = stage.settings.values
      for link in links where link.stage == stage.name {
        values[link.setting.name] = link.value(from: stages.first { $0.name == link.source }?.settings)
      }
      return ResolvedComponent(name: stage.name, settings: ResolvedSettings(values: values))
    }
  }

  /// The changes of single pages, with what follows from them for other stages; `written` is the override in the file.
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
      // Left out on the page, or with a value of its own there.
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
