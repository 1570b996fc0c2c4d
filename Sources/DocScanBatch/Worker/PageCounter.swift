// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanFiles
package import DocScanInput
internal import DocScanStore
package import DocScanWire
package import DocScanWorkers

/// A counter for the pages of documents, one at a time, with its own worker.
package final class PageCounter {
  private let limits: LimitSettings
  private let client: WorkerClient

  /// Creates a counter. `first` is a worker that has built its stages, or `nil` to start one.
  package init(
    first: WorkerProcess?, program: String, configuration: WorkerConfiguration, passwords: [String]
  ) throws(BatchError) {
    limits = configuration.limits
    client = try WorkerClient(
      built: first, program: program, configuration: configuration, passwords: passwords)
  }

  /// The result of counting pages.
  package enum Count {
    case pages(Int)
    case unknown(String)
    case unreadable(PageFailure)
  }

  /// Counts the selected pages of a document.
  package func count(_ input: InputDocument, in selection: PageSelection) throws(BatchError) -> Count {
    var total = 0
    var rest = input.files.prefix(input.paths.count)
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
      let answer = try client.ask(
        request, files: files,
        check: { $0.untrustedPageCounts.count == part.count ? nil : "page counts of other files" })
      switch answer {
      case .done(let inspection):
        total = inspection.untrustedPageCounts.reduce(total) { $0.addingReportingOverflow(max(0, $1)).partialValue }
      case .failed(let failure): return .unknown(failure.failure.message)
      case .cancelled: return .unknown("")
      }
    }
    guard (0...limits.pagesPerDocument).contains(total) else {
      return .unknown(
        "It claims to have \(total) pages; limits.pagesPerDocument allows \(limits.pagesPerDocument).")
    }
    return .pages(selection.count(of: total))
  }
}
