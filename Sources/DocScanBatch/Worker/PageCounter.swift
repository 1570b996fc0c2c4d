// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Counts the pages of documents, one after the other, with a worker of its own.
final class PageCounter {
  private let program: String
  private let configuration: WorkerConfiguration
  private var worker: WorkerProcess?

  /// Begins with a worker that has built its stages, if there is one.
  init(first: WorkerProcess?, program: String, configuration: WorkerConfiguration) throws(BatchError) {
    (self.program, self.configuration) = (program, configuration)
    worker = first
    if let first { _ = try Installation.confine(first, configuration.limits.sandbox, scratch: nil) }
  }

  /// What counting comes to.
  enum Count {
    /// The number of chosen pages.
    case pages(Int)
    /// They cannot be counted, for this reason.
    case unknown(String)
    /// A file is gone, or cannot be opened.
    case unreadable(PageFailure)
  }

  /// Counts the chosen pages of a document.
  func count(_ input: InputDocument, in selection: PageSelection) throws(BatchError) -> Count {
    let limits = configuration.limits
    var total = 0
    var rest = input.files[...]
    while !rest.isEmpty {
      let part = rest.prefix(Frame.mostFiles)
      rest = rest.dropFirst(part.count)
      let files: [OpenFile]
      do throws(PageFailure) {
        files = try part.map { (file) throws(PageFailure) in try file.open() }
      } catch {
        return .unreadable(error)
      }
      let request = InspectRequest(fileNames: part.map { fileName($0.path) })
      let worker = try readyWorker()
      worker.limit(WorkerLimits(limits, request, files: files))
      switch worker.ask(request, files: files, within: limits.secondsPerPage) {
      case .done(let inspection) where inspection.untrustedPageCounts.count == part.count:
        total = inspection.untrustedPageCounts.reduce(total) { $0.addingReportingOverflow(max(0, $1)).partialValue }
      case .failed(let failure): return .unknown(failure.message)
      case _:
        let ending = worker.kill().description
        self.worker = nil
        return .unknown("Its pages cannot be counted: the worker process \(ending).")
      }
    }
    guard (0...limits.pagesPerDocument).contains(total) else {
      return .unknown(
        "It claims to have \(total) pages; limits.pagesPerDocument allows \(limits.pagesPerDocument).")
    }
    return .pages(selection.count(of: total))
  }

  private func readyWorker() throws(BatchError) -> WorkerProcess {
    if let worker { return worker }
    let worker = try WorkerProcess.confined(program, configuration)
    self.worker = worker
    return worker
  }
}
