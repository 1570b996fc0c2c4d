// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import Glibc

/// Processes some documents of a draft to learn what they cost. Their results are not kept.
struct PlanSample {
  private let run: BatchRun
  private let draft: PlanDraft
  private let root: String
  private let interruption: Interruption
  private let onProgress: (PlanProgress) -> Void

  init(
    _ run: BatchRun, _ draft: PlanDraft, root: String, interruption: Interruption,
    onProgress: @escaping (PlanProgress) -> Void
  ) {
    (self.run, self.draft, self.root, self.interruption) = (run, draft, root, interruption)
    self.onProgress = onProgress
  }

  /// What documents cost; nil when the interruption came before. Results go to a folder in `folder`, and away.
  func costs(_ count: Int, folder: String) throws(BatchError) -> PlanCosts? {
    let chosen = try draft.sample(count)
    let results = folder + "/sample"
    let feed = ListFeed(chosen.map { $0.input(root: root) })
    let output = try OutputFolder(path: try OutputFolder.makeFresh(results))
    let result = try run.process(feed, into: output, interruption: interruption) { onProgress(.sampling($0)) }
    try OutputFolder.removeTree(results)
    guard !result.wasInterrupted else { return nil }
    let planned = Dictionary(chosen.map { ($0.source, $0) }, uniquingKeysWith: { first, _ in first })
    // The parts of an input that separators divided have its source.
    let seconds = Dictionary(
      feed.outcomes.compactMap { outcome in outcome.workSeconds.map { (outcome.source, $0) } }, uniquingKeysWith: +)
    return PlanCosts(
      seconds.compactMap { source, seconds in
        planned[source].map {
          PlanCosts.Measurement(kind: $0.kind, pages: $0.pages ?? 1, bytes: $0.bytes, seconds: seconds)
        }
      }, megabytesPerWorker: Self.megabytesOfWorkers)
  }

  /// The most memory that one of the workers had that have ended, in MiB.
  private static var megabytesOfWorkers: Int? {
    var usage = rusage()
    guard unsafe getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage) == 0 else { return nil }
    return (usage.ru_maxrss + 1023) / 1024
  }
}
