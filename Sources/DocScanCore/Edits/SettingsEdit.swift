// SPDX-License-Identifier: GPL-3.0-or-later

/// Settings of stages that a person chose for one document, such as its languages: every later run applies them.
package struct SettingsEdit: Codable, Hashable, Sendable {
  /// A setting of a stage, as `--set` takes it.
  package struct Change: Codable, Hashable, Sendable {
    /// Such as `stages.recognize.languages`.
    package var key: String
    /// The value as it was written.
    package var value: String
    /// Whether it only replaces a value that the pipeline names; nil if it is set anyway.
    package var replacesOnly: Bool?

    /// Nil for what is not a setting of a stage, and for what is the pipeline's own: which engine reads.
    init?(_ change: SettingChange) {
      guard change.keys.count >= 3, change.keys[0] == "stages", !change.keys.contains("engine") else { return nil }
      (key, value) = (change.keys.joined(separator: "."), change.text)
      replacesOnly = change.replacesOnly ? true : nil
    }

    /// What changes a pipeline.
    fileprivate var change: SettingChange {
      SettingChange(key, to: value, option: "--set \(key)", replacesOnly: replacesOnly ?? false)
    }
  }

  /// Tells it from the other decisions of its document.
  package var id: String
  /// The settings, in the order in which they were given.
  package var changes: [Change]
  /// Who decided.
  package var by: String
  /// When, in ISO 8601.
  package var at: String
  /// When it was undone; nil while it holds.
  package var undone: String?

  /// A decision about settings.
  package init(id: String, changes: [Change], by: String, at: String) {
    (self.id, self.changes, self.by, self.at) = (id, changes, by, at)
  }

  /// The changes of a command line that can be decided for a document.
  package static func changes(of pipeline: PipelineChanges) -> [Change] { pipeline.settings.compactMap(Change.init) }
}

extension [SettingsEdit.Change] {
  /// These with others after them; of each key the last one is left, at its place.
  package func replacing(_ others: [SettingsEdit.Change]) -> [SettingsEdit.Change] {
    let all = self + others
    return all.indices.filter { index in !all[(index + 1)...].contains { $0.key == all[index].key } }.map { all[$0] }
  }

  /// What they change in a pipeline.
  package var pipelineChanges: [SettingChange] { map(\.change) }

  /// As people read them, such as `stages.recognize.languages=kor`.
  package var description: String { map { "\($0.key)=\($0.value)" }.joined(separator: ", ") }
}
