// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanRequests
public import FoundationEssentials

/// A description of what to find on a page. Requests are values, so one request can be performed on many pages concurrently.
public protocol ImageProcessingRequest: Sendable {
  /// The type of the result for one page.
  associatedtype Result: Sendable

  /// Performs the request on a page.
  ///
  /// - Parameter page: The page to process.
  /// - Returns: The findings on the page.
  /// - Throws: A ``PageFailure`` if the page can't be read, a ``BatchError`` if a part of docscan is missing or a property of the request is invalid,
  ///   and a `CancellationError` if the task was canceled.
  func perform(on page: ScannedPage) async throws -> Result
}

extension ImageProcessingRequest {
  /// Performs the request on the bytes of a picture, or on the first page of a PDF, without straightening.
  ///
  /// - Parameters:
  ///   - data: The contents of a picture or PDF file.
  ///   - service: The service that runs the worker processes.
  /// - Returns: The findings on the page.
  /// - Throws: The errors of ``perform(on:)``.
  public func perform(on data: Data, service: ScanService = .shared) async throws -> Result {
    try await perform(on: ImageRequestHandler(data, service: service).page())
  }

  /// Performs the request on a picture file, or on the first page of a PDF, without straightening.
  ///
  /// - Parameters:
  ///   - file: The URL of a picture or PDF file.
  ///   - service: The service that runs the worker processes.
  /// - Returns: The findings on the page.
  /// - Throws: The errors of ``perform(on:)``.
  public func perform(on file: URL, service: ScanService = .shared) async throws -> Result {
    try await perform(on: ImageRequestHandler(file, service: service).page())
  }
}

extension DocumentScan {
  /// Performs a request on every page.
  ///
  /// Pages are read ahead, at most one per worker, until their results are consumed. Releasing the sequence, or canceling the task that iterates over
  /// it, cancels pending pages.
  ///
  /// - Parameter request: The request to perform.
  /// - Returns: A sequence with one result per page, in page order.
  public func perform<Request: ImageProcessingRequest>(_ request: Request) -> PageResults<Request> {
    PageResults(pages: pages, request: request)
  }
}
