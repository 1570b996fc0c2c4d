// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanWriters

extension PipelineChanges {
  /// Adds the stages without which these writers have nothing to write, unless something is said about a stage already.
  package mutating func addStages(of writers: [String]) {
    for writer in builtInWriters where writers.contains(writer.description.name) {
      for stage in writer.neededStages { addStage(stage) }
    }
  }

  /// Adds a stage with its default settings, unless something is said about it already.
  package mutating func addStage(_ stage: String) {
    let change = SettingChange("stages.\(stage)", to: "true", option: "--also")
    if !settings.contains(where: { $0.keys.starts(with: change.keys) }) { settings.insert(change, at: 0) }
  }
}
