// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanFiles
internal import DocScanHooks
internal import DocScanPresets
package import DocScanStore
internal import DocScanWire
internal import DocScanWorkers
internal import Glibc

extension Revision.Outcome {
  /// The result as a sentence for the user who runs a pipeline on the folder.
  var notice: String {
    if let renamed { return "\(name) was renamed to \(renamed), as requested." }
    return problem
      ?? (applied == 0
        ? "\(name): files updated."
        : "\(name): \(applied) \(applied == 1 ? "correction was" : "corrections were") written to its files.")
  }
}

/// A run that applies edits to finished documents without processing their pages again.
package final class DecisionRun {
  private let output: OutputFolder
  private let pipeline: Pipeline
  private let program: String
  private let stages: [ComponentDescription]

  /// Locks the output folder. Throws if another process is writing to it.
  package init(library: Folder) throws(BatchError) {
    output = try OutputFolder(root: library)
    program = try Installation.workerProgram()
    stages = try Installation.describe(WorkerProcess(program: program)).stages
    pipeline = try .withDefaults
  }

  /// Applies the edits of these documents. Returns `false` if it was interrupted. The failure of one document doesn't affect the others.
  package func run(
    _ names: [String], interruption: Interruption, onOutcome: @escaping (Revision.Outcome) -> Void
  ) throws(BatchError) -> Bool {
    let size = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    let pool = try WorkerPool(
      size: size, first: nil, program: program, configuration: WorkerConfiguration(pipeline),
      engine: nil,
      networks: [:], output: output)
    let feed = ListFeed([])
    let scheduler = try BatchScheduler(
      feed: feed, output: output, pipelines: DecidedPipelines(pipeline) { _ in nil }, versions: [:], packs: [],
      options: BatchOptions(), workers: size,
      stages: stages, decisions: DecisionQueue(output, asked: names, onOutcome: onOutcome),
      hooks: HookStore.exists ? try HookQueue(nil, in: output) { _ in } : nil
    ) { _ in }
    let loop = BatchLoop(
      pipeline: pipeline, pool: pool, feed: feed, output: output, scheduler: scheduler
    ) { _ in }
    let result = try loop.run(interruption: interruption)
    try output.clear()
    return !result.wasInterrupted
  }
}
