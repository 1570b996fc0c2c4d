// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanWire
internal import DocScanWorkers
internal import DocScanWriters

/// The pages of a document in progress: assigned in order, finished in any order, and written in order. Pages are assigned only a limited number
/// ahead of the last written page, so memory and disk space depend on the number of workers, not on the number of pages.
struct PageWindow {
  /// The action for a failed page.
  enum Recovery {
    case retry
    case picture
    case givenUp
  }

  let count: Int
  private var nextToHandOut = 0
  private var nextToWrite = 0
  private var retries: [(index: Int, effort: PageRequest.Effort)] = []
  private var policies: [Int: RetryPolicy] = [:]
  private var failures: [Int: PageFailure] = [:]
  private var waiting: [Int: [WriterPage]] = [:]

  init(count: Int) { self.count = count }

  var isWritten: Bool { nextToWrite == count }

  /// Returns the number of pages that can be assigned now, up to `ahead` pages after the last written one.
  func available(ahead: Int) -> Int { retries.count + max(0, min(count, nextToWrite + ahead) - nextToHandOut) }

  /// Returns the next page to process, up to `ahead` pages after the last written one, or `nil` if there is none. Pages to retry come first.
  mutating func take(ahead: Int) -> (index: Int, effort: PageRequest.Effort)? {
    if !retries.isEmpty { return retries.removeFirst() }
    guard nextToHandOut < min(count, nextToWrite + ahead) else { return nil }
    nextToHandOut += 1
    return (nextToHandOut - 1, .full)
  }

  /// Records a page's failure, and returns the action: a retry after a first crash or, with `keepsPicture` and after loading, its picture.
  mutating func note(
    _ failure: JobFailure, index: Int, effort: PageRequest.Effort, keepsPicture: Bool
  ) -> Recovery {
    if effort == .full, policies[index, default: RetryPolicy()].takeRetry(after: failure) {
      retries.append((index, .full))
      return .retry
    }
    let failure = failure.failure
    if failures[index] == nil { failures[index] = failure }
    if effort == .full, keepsPicture, failure.stage != "load" {
      retries.append((index, .pictureOnly))
      return .picture
    }
    return .givenUp
  }

  func failure(of index: Int) -> PageFailure? { failures[index] }

  mutating func put(_ pages: [WriterPage], at index: Int) { waiting[index] = pages }

  /// Returns the results of the next page to write, or `nil` if it isn't finished.
  mutating func next() -> [WriterPage]? {
    guard let pages = waiting.removeValue(forKey: nextToWrite) else { return nil }
    nextToWrite += 1
    return pages
  }
}
