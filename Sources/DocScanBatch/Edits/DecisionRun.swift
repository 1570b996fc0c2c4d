// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanStore
internal import DocScanWorkers
internal import Glibc

extension Revision.Outcome {
  /// What to tell whoever runs a pipeline over the folder, in a whole sentence.
  var notice: String {
    if let renamed { return "\(name) was renamed to \(renamed), as a person decided." }
    return problem
      ?? (applied == 0
        ? "\(name): files updated."
        : "\(name): \(applied) \(applied == 1 ? "correction was" : "corrections were") written to its files.")
  }
}

/// A run over documents that are done, in which nothing is read: their files are made anew with what people decided.
package final class DecisionRun {
  private let output: OutputFolder
  private let pipeline: Pipeline
  private let program: String
  private let stages: [ComponentDescription]

  /// Takes the output folder for itself; fails while another docscan writes to it.
  package init(library: Folder) throws(BatchError) {
    output = try OutputFolder(root: library)
    program = try Installation.workerProgram()
    stages = try Installation.describe(WorkerProcess(program: program)).stages
    pipeline = try .withDefaults
  }

  /// Brings what the journal knows by these names up to date; false when the interruption ended it before.
  ///
  /// What goes wrong with one of them does not touch the others.
  package func run(
    _ names: [String], interruption: Interruption, onOutcome: @escaping (Revision.Outcome) -> Void
  ) throws(BatchError) -> Bool {
    let size = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    let pool = try WorkerPool(
      size: size, first: nil, program: program, configuration: WorkerConfiguration(pipeline, passwords: []),
      engine: nil,
      networks: [:], output: output)
    let feed = ListFeed([])
    let scheduler = try BatchScheduler(
      feed: feed, output: output, pipelines: DecidedPipelines(pipeline) { _ in nil }, versions: [:], packs: [],
      options: BatchOptions(), workers: size,
      stages: stages, decisions: DecisionQueue(output, asked: names, onOutcome: onOutcome),
      hooks: HookStore.exists(in: output) ? try HookQueue(nil, in: output) { _ in } : nil
    ) { _ in }
    let loop = BatchLoop(
      pipeline: pipeline, pool: pool, feed: feed, output: output, scheduler: scheduler
    ) { _ in }
    let result = try loop.run(interruption: interruption)
    try output.clear()
    return !result.wasInterrupted
  }
}
