// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// The stages that the parent runs, because they need what no worker has; they see results and no document.
package let parentStages: [ComponentDescription] = [
  TranslateStage.description
]

extension Pipeline {
  /// The pipeline as workers have it.
  package var ofWorkers: Pipeline { without(stages: Set(parentStages.map(\.name))) }

  /// What a stage of the parent is to do with a page; nil if it is not to run.
  package func parentStage(_ name: String, file path: String, page: Int) -> ResolvedComponent? {
    (overriddenStages(file: path, page: page) ?? stages).first { $0.name == name }
  }
}
