// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanBatch
package import DocScanCore
package import DocScanFiles
package import DocScanInput
internal import DocScanStore
internal import DocScanTranslation
internal import DocScanWire

/// Operations that examine documents before a run, or by processing a sample.
extension PipelineRun {
  /// Returns the digests of the settings that affect these files' results: the normal one and, if translations matter, the one without them.
  package func identities(files: [String]) throws(BatchError) -> [String] {
    let all = [try pipeline.identity(files: files).sha256, try pipeline.ofWorkers.identity(files: files).sha256]
    return all[0] == all[1] ? [all[0]] : all
  }

  /// Creates a counter for the pages of documents, for use without a run.
  package func pageCounter() throws(BatchError) -> PageCounter {
    try PageCounter(
      first: firstWorker.take(), program: workerProgram,
      configuration: WorkerConfiguration(pipeline), passwords: options.passwords)
  }

  /// Processes documents without writing a report. Returns their outcomes, or `nil` if the processing was interrupted.
  package func outcomes(
    of documents: [InputDocument], into folder: Folder, interruption: Interruption,
    onEvent: @escaping (BatchEvent) -> Void
  ) throws(BatchError) -> [DocumentOutcome]? {
    let feed = ListFeed(documents)
    let result = try process(
      feed, into: try OutputFolder(root: folder), interruption: interruption, onEvent: onEvent)
    return result.wasInterrupted ? nil : feed.outcomes
  }
}
