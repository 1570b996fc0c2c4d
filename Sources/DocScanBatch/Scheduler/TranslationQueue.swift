// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanInput
internal import DocScanStore
internal import DocScanTranslation

/// The pages that are being translated.
final class TranslationQueue {
  /// A page that is being translated.
  struct Page {
    let open: DocumentBuild
    let index: Int
    let results: [PageResult]
  }

  static let advice =
    "Documents are complete without it. Run the same command later to translate them; no page is read again."

  let thread: FileThread
  private let translator: Translator
  private let pipeline: Pipeline
  private var waiting: [FileThread.TaskID: Page] = [:]
  private(set) var ended: String?

  init(_ translator: Translator, _ pipeline: Pipeline) throws(BatchError) {
    (self.translator, self.pipeline) = (translator, pipeline)
    thread = try FileThread()
  }

  /// Starts the translation of a page. Returns `false` if the page isn't translated.
  func begin(_ open: DocumentBuild, index: Int, _ results: [PageResult]) -> Bool {
    let place = open.sourcePages.place(of: open.selection[index])
    let stage = pipeline.parentStage(TranslateStage.name, file: place.path, page: place.page)
    guard let stage, open.isTranslatable(index) else { return false }
    let task = thread.begin(.translate(Translator.Task(pages: results.map(\.page), stage: stage), translator))
    waiting[task] = Page(open: open, index: index, results: results)
    return true
  }

  func take(_ task: FileThread.TaskID) -> Page? { waiting.removeValue(forKey: task) }

  /// Records the reason why translation stopped. Returns `true` for the first reason.
  func end(_ reason: String) -> Bool {
    defer { ended = ended ?? reason }
    return ended == nil
  }

  func identity(of input: InputDocument) throws(BatchError) -> DocumentRecord.PipelineIdentity {
    try pipeline.ofWorkers.identity(files: input.paths)
  }
}
