// SPDX-License-Identifier: GPL-3.0-or-later

/// What a request finds on the pages of a scan, in their order; made by ``DocumentScan/perform(_:)``.
///
/// A page that fails is a value of the sequence, not its end.
public struct PageResults<Request: ImageProcessingRequest>: AsyncSequence, Sendable {
  /// What became of one page.
  public struct Element: Sendable {
    /// The page's number, from 0.
    public let index: Int
    /// What was found, or why the page failed.
    public let result: Result<Request.Result, any Error>
  }

  let pages: [ScannedPage]
  let request: Request

  /// Reads pages ahead, a few at a time.
  public final class AsyncIterator: AsyncIteratorProtocol {
    private let pages: [ScannedPage]
    private let request: Request
    /// Of the pages from `index` on.
    private var begun: [Task<Request.Result, any Error>] = []
    private var index = 0

    init(_ results: PageResults) { (pages, request) = (results.pages, results.request) }

    deinit { for task in begun { task.cancel() } }

    /// The next page's result; nil behind the last page, and when the task was cancelled.
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

  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
}
