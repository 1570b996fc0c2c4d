// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Counts the pages of documents, one after the other, with a worker of its own.
final class PageCounter {
  private let program: String
  private let configuration: WorkerConfiguration
  private var worker: WorkerProcess?

  /// Begins with a worker that has built its stages, if there is one.
  init(first: WorkerProcess?, program: String, configuration: WorkerConfiguration) throws(BatchError) {
    self.program = program
    self.configuration = configuration
    worker = first
    if let first { _ = try Installation.confine(first, configuration.limits.sandbox, scratch: nil) }
  }

  /// The number of chosen pages of a document, or why they cannot be counted.
  func count(_ input: InputDocument, in selection: PageSelection) throws -> (pages: Int?, complaint: String?) {
    let limits = configuration.limits
    var total = 0
    var rest = input.files[...]
    while !rest.isEmpty {
      let part = rest.prefix(DocumentSource.filesPerRequest)
      rest = rest.dropFirst(part.count)
      let files = try part.map { (file) throws(PageFailure) in try file.open() }
      let request = WorkerRequest.inspect(DocumentSource(names: part.map { fileName($0.path) }))
      let worker = try readyWorker()
      worker.limit(WorkerLimits(limits, request, files: files, seconds: limits.secondsPerPage))
      switch worker.ask(request, files: files, within: limits.secondsPerPage) {
      case .inspected(let inspection) where inspection.untrustedPageCounts.count == part.count:
        total = inspection.untrustedPageCounts.reduce(total) { $0.addingReportingOverflow(max(0, $1)).partialValue }
      case .failed(let failure): return (nil, failure.message)
      case _:
        let ending = worker.kill().description
        self.worker = nil
        return (nil, "Its pages cannot be counted: the worker process \(ending).")
      }
    }
    guard (0...limits.pagesPerDocument).contains(total) else {
      return (nil, "It claims to have \(total) pages; limits.pagesPerDocument allows \(limits.pagesPerDocument).")
    }
    return (selection.count(of: total), nil)
  }

  private func readyWorker() throws(BatchError) -> WorkerProcess {
    if let worker { return worker }
    let worker = try WorkerProcess.confined(program, configuration)
    self.worker = worker
    return worker
  }
}
