// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCore
internal import DocScanFiles
internal import DocScanStore
internal import Glibc

/// A sample of documents that is processed to estimate costs. The results are discarded.
struct PlanSample {
  private static let folder = "sample"

  private let run: PipelineRun
  private let draft: PlanDraft
  private let root: String
  private let interruption: Interruption
  private let onProgress: (PlanProgress) -> Void

  init(
    _ run: PipelineRun, _ draft: PlanDraft, root: String, interruption: Interruption,
    onProgress: @escaping (PlanProgress) -> Void
  ) {
    (self.run, self.draft, self.root, self.interruption) = (run, draft, root, interruption)
    self.onProgress = onProgress
  }

  /// Returns the costs estimated from `count` documents, or `nil` if the run was interrupted. Results are temporarily stored in `place`.
  func costs(_ count: Int, in place: Folder) throws(BatchError) -> PlanCosts? {
    let chosen = try draft.sample(count)
    guard place.removeTree(Self.folder), let results = place.makeFolder(Self.folder) else {
      throw OutputFolder.failure("create", "\(place.path)/\(Self.folder)")
    }
    let outcomes = try run.outcomes(
      of: chosen.map { $0.input(root: root) }, into: results, interruption: interruption
    ) { onProgress(.sampling($0)) }
    guard place.removeTree(Self.folder) else { throw OutputFolder.failure("remove", results.path) }
    guard let outcomes else { return nil }
    let planned = Dictionary(chosen.map { ($0.source, $0) }, uniquingKeysWith: { first, _ in first })
    // The parts of an input that was split at separators share its source.
    let seconds = Dictionary(
      outcomes.compactMap { outcome in outcome.workSeconds.map { (outcome.source, $0) } }, uniquingKeysWith: +)
    return PlanCosts(
      seconds.compactMap { source, seconds in
        planned[source].map {
          PlanCosts.Measurement(kind: $0.kind, pages: $0.pages ?? 1, bytes: $0.bytes, seconds: seconds)
        }
      }, megabytesPerWorker: Self.megabytesOfWorkers)
  }

  /// The largest peak memory of the child processes that have exited, in MiB, or `nil` if it's unknown.
  private static var megabytesOfWorkers: Int? {
    var usage = rusage()
    guard unsafe getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage) == 0 else { return nil }
    return (usage.ru_maxrss + 1023) / 1024
  }
}
