// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanInput
internal import DocScanStore
internal import DocScanWire
internal import DocScanWorkers

/// Processing of pages before their document is complete. A page that fails here is processed again with the document.
extension BatchScheduler {
  /// Returns the next page to process before its document is complete, or `nil` if there is none.
  func nextPageAhead() throws(BatchError) -> PageAheadJob? {
    while let sheet = feed.nextSheet() {
      guard let path = sheet.paths.first, ahead.begin(path) else { continue }
      openedDocuments += 1
      let setup = try setup(
        for: sheet, sheet.digest ?? InputDigest(files: []), folder: try output.makePartial("\(openedDocuments)"),
        layersFolder: try output.makeScratch("layers-\(openedDocuments)"))
      let open = try writing(
        DocumentBuild(
          ScheduledDocument(sheet), inspection: Inspection(untrustedPageCounts: [1], canGraft: false), setup: setup))
      let key = open.key(0)
      let cached = options.overwritesExistingResults ? nil : try writing(journal.page(key))
      let isRead = cached.flatMap { open.results(of: $0, index: 0) } != nil
      if !isRead,
        try writing(journal.begin(file: key.file, number: key.number, document: open.inputName))
          < RetryPolicy.tolerableRuns
      {
        return PageAheadJob(scheduler: self, open: open, cached: cached)
      }
      // The journal has the results, or workers must not process the page again.
      _ = ahead.end(path, nil)
      try forget(open)
    }
    return nil
  }

  /// Stores the results of a page that was processed ahead of its document, or passes them to the document if it's already waiting for the page.
  func readAhead(_ open: DocumentBuild, _ reply: PageRequest.Reply) throws(BatchError) {
    try remember(open, index: 0, reply, effort: .full)
    let page = PrefetchedPages.Page(
      results: reply.results, folder: open.setup.layersFolder,
      stem: open.request(index: 0, effort: .full).fileStem)
    try OutputFolder.removeTree(open.setup.folder)
    guard let waiting = ahead.end(open.path(ofPage: 0), page) else { return }
    guard let results = try take(page, for: waiting.open, index: waiting.index) else {
      return try failed(
        waiting.open, index: waiting.index, effort: .full,
        .lost(PageFailure(kind: .protocolViolation, stage: "load", message: "A file of the page is missing.")))
    }
    try finished(waiting.open, index: waiting.index, results)
  }

  /// Records the failure of a page that was processed ahead of its document, and reports it to the document if that is already waiting for the page.
  func aheadFailed(_ open: DocumentBuild, _ failure: JobFailure) throws(BatchError) {
    let key = open.key(0)
    try writing(journal.end(file: key.file, number: key.number, outcome: failure.failure.kind.rawValue))
    try forget(open)
    guard let waiting = ahead.end(open.path(ofPage: 0), nil) else { return }
    try failed(waiting.open, index: waiting.index, effort: .full, failure)
  }

  /// Returns the results of a page that was processed ahead of its document, or `nil` if there are none that the document can use.
  func resultsAhead(_ open: DocumentBuild, index: Int) throws(BatchError) -> [PageResult]? {
    guard let page = ahead.take(open.path(ofPage: index)) else { return nil }
    return try take(page, for: open, index: index)
  }

  private func take(
    _ page: PrefetchedPages.Page, for open: DocumentBuild, index: Int
  ) throws(BatchError) -> [PageResult]? {
    let results = open.take(page, index: index)
    try OutputFolder.removeTree(page.folder)
    return results
  }

  private func forget(_ open: DocumentBuild) throws(BatchError) {
    for folder in [open.setup.folder, open.setup.layersFolder] { try OutputFolder.removeTree(folder) }
  }
}
