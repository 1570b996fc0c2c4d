// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// A reviewer's choice of stage settings for a document, such as its languages. All later runs apply it.
package struct SettingsEdit: Codable, Hashable, Sendable {
  /// A setting of a stage, in the form of `--set`.
  package struct Change: Codable, Hashable, Sendable {
    package var key: String
    package var value: String
    package var replacesOnly: Bool?

    /// Creates a change from a setting. Returns `nil` for a setting that can't be decided.
    init?(_ change: SettingChange) {
      guard Self.isDecidable(change.keys) else { return nil }
      (key, value) = (change.keys.joined(separator: "."), change.text)
      replacesOnly = change.replacesOnly ? true : nil
    }

    /// Whether decisions can contain the setting. Another user may have written a file with decisions, so only the pipeline chooses engines and everything
    /// outside of stages.
    var isDecidable: Bool { Self.isDecidable(change.keys) }

    private static func isDecidable(_ keys: [String]) -> Bool {
      keys.count >= 3 && keys[0] == "stages" && !keys.contains("engine")
    }

    fileprivate var change: SettingChange {
      SettingChange(key, to: value, option: "--set \(key)", replacesOnly: replacesOnly ?? false)
    }
  }

  package var id: String
  package var changes: [Change]
  package var by: String
  package var at: String
  package var undone: String?

  package init(id: String, changes: [Change], by: String, at: String) {
    (self.id, self.changes, self.by, self.at) = (id, changes, by, at)
  }

  package static func changes(of pipeline: PipelineChanges) -> [Change] { pipeline.settings.compactMap(Change.init) }
}

extension [SettingsEdit.Change] {
  /// Returns these changes followed by others, without earlier changes of the same key.
  package func replacing(_ others: [SettingsEdit.Change]) -> [SettingsEdit.Change] {
    let all = self + others
    return all.indices.filter { index in !all[(index + 1)...].contains { $0.key == all[index].key } }.map { all[$0] }
  }

  package var pipelineChanges: [SettingChange] { map(\.change) }

  package var description: String { map { "\($0.key)=\($0.value)" }.joined(separator: ", ") }
}
