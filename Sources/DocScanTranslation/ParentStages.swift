// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// The stages that run in the parent, because they need network access. They handle results, never documents.
package let parentStages: [ComponentDescription] = [
  TranslateStage.description
]

extension Pipeline {
  package var ofWorkers: Pipeline { without(stages: Set(parentStages.map(\.name))) }

  /// Returns a stage of the parent with its settings for a page, or `nil` if the stage doesn't run for the page.
  package func parentStage(_ name: String, file path: String, page: Int) -> ResolvedComponent? {
    (overriddenStages(file: path, page: page) ?? stages).first { $0.name == name }
  }
}
