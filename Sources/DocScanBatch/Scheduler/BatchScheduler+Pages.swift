// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanInput
internal import DocScanStore
internal import DocScanTranslation
internal import DocScanWire
internal import DocScanWorkers

/// Assignment of pages, and handling of their results.
extension BatchScheduler {
  /// Returns the next page for a worker, or `nil` if there is none. Finishes pages whose results exist already on the way.
  func nextPage(lastDocument: ObjectIdentifier?) throws(BatchError) -> PageJob? {
    let reading = documents.compactMap(\.reading)
    for open in reading.filter({ ObjectIdentifier($0) == lastDocument }) + reading {
      while stepsLeft > 0, let page = open.takePage(window: window) {
        let cached = try cachedPage(open, page.index, page.effort)
        if let results = cached.flatMap({ open.results(of: $0, index: page.index) }) {
          stepsLeft -= 1
          try finished(open, index: page.index, results)
        } else if page.effort == .full, let results = try resultsAhead(open, index: page.index) {
          stepsLeft -= 1
          try finished(open, index: page.index, results)
        } else if page.effort == .full, ahead.wait(for: open.path(ofPage: page.index), open, index: page.index) {
          continue
        } else if try begin(open, page.index) {
          return PageJob(scheduler: self, open: open, index: page.index, effort: page.effort, cached: cached)
        } else {
          try failed(open, index: page.index, effort: page.effort, .refused(.endsRuns("page")))
        }
      }
    }
    return nil
  }

  private func cachedPage(
    _ open: DocumentBuild, _ index: Int, _ effort: PageRequest.Effort
  ) throws(BatchError) -> CachedPage? {
    effort == .full && (!options.overwritesExistingResults || open.document.isRenamed)
      ? try writing(journal.page(open.key(index))) : nil
  }

  /// Records that a worker starts a page. Returns `false` if too many runs were killed during the page.
  private func begin(_ open: DocumentBuild, _ index: Int) throws(BatchError) -> Bool {
    let key = open.key(index)
    let ends = try writing(journal.begin(file: key.file, number: key.number, document: open.inputName))
    return ends < RetryPolicy.tolerableRuns
  }

  func finished(
    _ open: DocumentBuild, index: Int, _ reply: PageRequest.Reply, effort: PageRequest.Effort
  ) throws(BatchError) {
    try remember(open, index: index, reply, effort: effort)
    try finished(open, index: index, reply.results)
  }

  func remember(
    _ open: DocumentBuild, index: Int, _ reply: PageRequest.Reply, effort: PageRequest.Effort
  ) throws(BatchError) {
    if !open.document.isRenamed, let size = reply.results.first?.page.source {
      megapixels += Double(size.width) * Double(size.height) / 1e6
    }
    let key = open.key(index)
    if effort == .full, open.hasUnchangedFile(index) {
      let page = open.cached(reply.results, checkpoint: reply.checkpoint, index: index)
      try writing(journal.remember(page, key: key, document: open.inputName))
    }
    let status = reply.results.first?.page.status.rawValue ?? ""
    try writing(journal.end(file: key.file, number: key.number, outcome: status))
  }

  func finished(_ open: DocumentBuild, index: Int, _ results: [PageResult]) throws(BatchError) {
    if translating?.begin(open, index: index, results) == true { return }
    try write(open, index: index, results)
  }

  func translated(_ task: FileThread.TaskID, _ result: Result<Translator.Answer, OutputError>) throws(BatchError) {
    let answer = try writing(result.get())
    guard let translating, let waiting = translating.take(task) else { return }
    var results = waiting.results
    for (index, translations) in zip(results.indices, answer.translations) {
      guard let translations else { continue }
      do throws(PageFailure) {
        try results[index].page.findings.set(translations)
      } catch {
        throw .output(error.message)
      }
    }
    waiting.open.noteOnce(answer.notes)
    if let reason = answer.ended {
      if translating.end(reason) {
        onEvent(.notice("Translation has ended for this run: \(reason) \(TranslationQueue.advice)"))
      }
      waiting.open.postponeTranslation(try translating.identity(of: waiting.open.input), reason)
    }
    try write(waiting.open, index: waiting.index, results)
  }

  private func write(_ open: DocumentBuild, index: Int, _ results: [PageResult]) throws(BatchError) {
    let outcome = try writing(open.accept(results, index: index))
    // Pages of a document that is built again under its final name have already been reported.
    if !open.document.isRenamed || outcome.status == .failed {
      onEvent(
        .pageFinished(
          document: open.input.name, page: open.pageReference(index).number, status: outcome.status,
          message: outcome.message))
    }
    try continueIfWritten(open)
  }

  func failed(
    _ open: DocumentBuild, index: Int, effort: PageRequest.Effort, _ jobFailure: JobFailure
  ) throws(BatchError) {
    let failure = jobFailure.failure
    let number = open.pageReference(index).number
    let key = open.key(index)
    try writing(journal.end(file: key.file, number: key.number, outcome: failure.kind.rawValue))
    switch open.note(jobFailure, index: index, effort: effort) {
    case .retry: onEvent(.pageRetried(document: open.input.name, page: number, message: failure.message))
    case .picture: break
    case .givenUp:
      onEvent(.measured(.failure(failure.kind)))
      let final = try writing(open.accept(failure, index: index))
      onEvent(.pageFinished(document: open.input.name, page: number, status: .failed, message: final.message))
      try continueIfWritten(open)
    }
  }

  private func continueIfWritten(_ open: DocumentBuild) throws(BatchError) {
    if open.isWritten { try handle(.read(open.pile), open.document) }
  }
}
