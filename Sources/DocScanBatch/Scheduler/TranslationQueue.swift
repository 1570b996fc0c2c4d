// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanStore
internal import DocScanTranslation

/// The pages that are being translated.
final class TranslationQueue {
  /// A page on its way.
  struct Page {
    let open: DocumentBuild
    let index: Int
    let results: [PageResult]
  }

  /// What a person does about a translation that is still to come.
  static let advice =
    "Documents are complete without it; the same command translates them later, and reads nothing again."

  /// Where it is done.
  let thread: FileThread
  private let translator: Translator
  private let pipeline: Pipeline
  private var waiting: [FileThread.TaskID: Page] = [:]
  /// Why nothing more is translated; nil if that goes on.
  private(set) var ended: String?

  init(_ translator: Translator, _ pipeline: Pipeline) throws(BatchError) {
    (self.translator, self.pipeline) = (translator, pipeline)
    thread = try FileThread()
  }

  /// Has a page translated; false if it is not to be.
  func begin(_ open: DocumentBuild, index: Int, _ results: [PageResult]) -> Bool {
    let place = open.sourcePages.place(of: open.selection[index])
    let stage = pipeline.parentStage(TranslateStage.name, file: place.path, page: place.page)
    guard let stage, open.isTranslatable(index) else { return false }
    let task = thread.begin(.translate(Translator.Task(pages: results.map(\.page), stage: stage), translator))
    waiting[task] = Page(open: open, index: index, results: results)
    return true
  }

  /// The page of a task that is done.
  func take(_ task: FileThread.TaskID) -> Page? { waiting.removeValue(forKey: task) }

  /// Notes that nothing more is translated; true the first time.
  func end(_ reason: String) -> Bool {
    defer { ended = ended ?? reason }
    return ended == nil
  }

  /// The identity of a document's results without translations.
  func identity(of input: InputDocument) throws(BatchError) -> DocumentRecord.PipelineIdentity {
    try pipeline.ofWorkers.identity(files: input.paths)
  }
}
