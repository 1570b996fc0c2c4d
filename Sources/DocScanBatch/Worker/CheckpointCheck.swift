// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Rechecks what a worker says of the way to its results, before a later run may take it over.
struct CheckpointCheck {
  let pipeline: Pipeline

  /// Whether its steps are of these stages, in their order, with numbers that can be; so with the pages of a spread.
  func accepts(_ checkpoint: PageCheckpoint, of stages: ArraySlice<ResolvedComponent>) -> Bool {
    var rest = stages
    for step in checkpoint.steps {
      // A page with text of its own goes through some of the stages only.
      guard let index = rest.firstIndex(of: step.stage), isSensible(step) else { return false }
      rest = rest[(index + 1)...]
    }
    return checkpoint.steps.dropLast().allSatisfy(\.parts.isEmpty)
      && checkpoint.parts.count == checkpoint.steps.last?.parts.count ?? 0
      && checkpoint.parts.allSatisfy { accepts($0, of: rest) }
  }

  private func isSensible(_ step: PageCheckpoint.Step) -> Bool {
    let placed = step.corrections + step.parts
    let findings = FindingCheck(descriptions: [pipeline.findings[step.stage.name]].compactMap(\.self), image: nil)
    return step.corrections.count <= 64 && step.parts.count <= 2
      && placed.allSatisfy { $0.correction.isSensible && $0.size.isSensible }
      && findings.complaint(about: step.findings) == nil
  }
}
