// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanWriters

extension PipelineChanges {
  /// Adds the stages and writers that these writers need, unless the changes already mention them.
  package mutating func addNeeds(of names: [String]) {
    for writer in builtInWriters where names.contains(writer.description.name) {
      for stage in writer.neededStages { addStage(stage) }
      for alternatives in writer.neededWriters where !alternatives.contains(where: writers.contains) {
        writers += alternatives.prefix(1)
      }
    }
  }

  /// Adds a stage with default settings, unless the changes already mention it.
  package mutating func addStage(_ stage: String) {
    let change = SettingChange("stages.\(stage)", to: "true", option: "--also")
    if !settings.contains(where: { $0.keys.starts(with: change.keys) }) { settings.insert(change, at: 0) }
  }
}
