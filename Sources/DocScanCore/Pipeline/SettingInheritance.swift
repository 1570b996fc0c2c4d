// SPDX-License-Identifier: GPL-3.0-or-later

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
