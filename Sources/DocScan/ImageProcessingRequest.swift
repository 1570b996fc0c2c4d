// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanWorkers
public import FoundationEssentials

/// Something to find on a page: the requests are values, and one can be performed on many pages at the same time.
public protocol ImageProcessingRequest: Sendable {
  /// What is found.
  associatedtype Result: Sendable

  /// Finds it on a page.
  ///
  /// - Throws: A ``PageFailure`` for a page that cannot be read, a ``BatchError`` where a part is missing or a property of the
  ///   request is wrong, and a `CancellationError` when the task was cancelled.
  func perform(on page: ScannedPage) async throws -> Result
}

extension ImageProcessingRequest {
  /// Finds it in the bytes of a picture, or on the first page of a PDF, as it is: nothing is straightened.
  public func perform(on data: Data, service: ScanService = .shared) async throws -> Result {
    try await perform(on: page(of: PageSource(data: data, name: "picture"), service))
  }

  /// Finds it in a file with a picture, or on the first page of a PDF, as it is: nothing is straightened.
  public func perform(on file: URL, service: ScanService = .shared) async throws -> Result {
    try await perform(on: page(of: PageSource(file: file.path(percentEncoded: false)), service))
  }

  private func page(of source: PageSource, _ service: ScanService) -> ScannedPage {
    ScannedPage(source: source, number: 1, straightening: .none, service: service)
  }
}

extension DocumentScan {
  /// Performs a request on every page: the results come in the order of the pages, one for each.
  ///
  /// Some pages are read ahead, as many as there are workers, and no more until results are taken. To let go of the sequence,
  /// or to cancel the task that iterates over it, ends what was begun.
  public func perform<Request: ImageProcessingRequest>(_ request: Request) -> PageResults<Request> {
    PageResults(pages: pages, request: request)
  }
}
