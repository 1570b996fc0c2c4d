// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanStore
internal import DocScanTranslation

/// What is found out about documents before they are processed, or by processing some of them.
extension BatchRun {
  /// What decides the results of a document with these files: all of it, and what is left while translations are to come.
  package func identities(files: [String]) throws(BatchError) -> [String] {
    let all = [try pipeline.identity(files: files).sha256, try pipeline.ofWorkers.identity(files: files).sha256]
    return all[0] == all[1] ? [all[0]] : all
  }

  /// Counts pages without starting a run.
  package func pageCounter() throws(BatchError) -> PageCounter {
    try PageCounter(
      first: firstWorker.take(), program: workerProgram,
      configuration: WorkerConfiguration(pipeline, passwords: options.passwords))
  }

  /// Processes documents, and gives their outcomes; nil if the interruption came before. Nothing is reported, and the results may be
  /// thrown away.
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
