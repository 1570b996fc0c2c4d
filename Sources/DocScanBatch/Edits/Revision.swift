// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import Glibc

/// Whether documents lack what people decided about them, and what became of that.
package enum Revision {
  /// What became of the decisions about what the journal knows by a name.
  package struct Outcome: Hashable, Sendable {
    /// The name.
    package var name: String
    /// How many edits are in the text now.
    package var applied = 0
    /// The ids of those that fit nowhere any more.
    package var unfit: [String] = []
    /// The name that it has now; nil where that is the one that it had.
    package var renamed: String?
    /// Why the files stay as they are, in whole sentences; nil when they did not.
    package var problem: String?
  }

  /// Whether a document's files lack what people decided since they were made.
  package static func isDue(_ document: LibraryDocument) -> Bool { document.undeliveredEdits != nil }

  /// The decisions about documents, as digests of the files that have them, by the documents' folders.
  static func decisions(about documents: [LibraryDocument]) -> [String: String] {
    documents.reduce(into: [:]) { $0[$1.folder] = $1.edits.sha256 ?? "" }
  }
}

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
