// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanRequests

/// The results of a request for each page of a scan, in page order. ``DocumentScan/perform(_:)`` returns this sequence.
///
/// A page that fails yields an element with its error; the sequence continues.
public struct PageResults<Request: ImageProcessingRequest>: AsyncSequence, Sendable {
  /// The result of a request for one page.
  public struct Element: Sendable {
    /// The index of the page, counting from 0.
    public let index: Int
    /// The findings on the page, or the error that made the page fail.
    public let result: Result<Request.Result, any Error>
  }

  let pages: [ScannedPage]
  let request: Request

  /// An iterator that processes pages ahead, at most one per worker.
  public final class AsyncIterator: AsyncIteratorProtocol {
    private let pages: [ScannedPage]
    private let request: Request
    /// The running tasks, one per page, beginning with the page at `index`.
    private var begun: [Task<Request.Result, any Error>] = []
    private var index = 0

    init(_ results: PageResults) { (pages, request) = (results.pages, results.request) }

    deinit { for task in begun { task.cancel() } }

    /// Waits for the result of the next page.
    ///
    /// - Returns: The next result, or `nil` after the last page or if the task was canceled.
    public func next() async -> Element? {
      guard index < pages.count, !Task.isCancelled else { return nil }
      while begun.count < pages[index].service.workers, index + begun.count < pages.count {
        let (page, request) = (pages[index + begun.count], request)
        begun.append(Task { try await request.perform(on: page) })
      }
      let task = begun.removeFirst()
      defer { index += 1 }
      let result = await withTaskCancellationHandler {
        await task.result
      } onCancel: {
        task.cancel()
      }
      return Element(index: index, result: result)
    }
  }

  /// Creates an iterator that starts at the first page.
  ///
  /// - Returns: The iterator.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
}
