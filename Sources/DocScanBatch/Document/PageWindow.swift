// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanWorkers
internal import DocScanWriters

/// The pages of a document on their way: handed out in order, taken back in any order, written in order.
///
/// Results wait in memory only until the pages before them are written, and pages are handed out only so far ahead of the
/// writing; so memory and scratch depend on the number of workers, not of pages.
struct PageWindow {
  /// What to do about a page that failed.
  enum Recovery {
    /// It is tried again.
    case retry
    /// It has failed, but its picture is still to come.
    case picture
    /// Nothing more can be done; the failure is its result.
    case givenUp
  }

  /// The number of pages.
  let count: Int
  private var nextToHandOut = 0
  private var nextToWrite = 0
  private var retries: [(index: Int, effort: PageRequest.Effort)] = []
  private var policies: [Int: RetryPolicy] = [:]
  private var failures: [Int: PageFailure] = [:]
  private var waiting: [Int: [WriterPage]] = [:]

  init(count: Int) { self.count = count }

  /// Whether every page is written.
  var isWritten: Bool { nextToWrite == count }

  /// How many pages could be handed out now, if that may be so far ahead of the writing.
  func available(ahead: Int) -> Int { retries.count + max(0, min(count, nextToWrite + ahead) - nextToHandOut) }

  /// The next page to process: one to try again, or the next one unless the writing lags too far behind.
  mutating func take(ahead: Int) -> (index: Int, effort: PageRequest.Effort)? {
    if !retries.isEmpty { return retries.removeFirst() }
    guard nextToHandOut < min(count, nextToWrite + ahead) else { return nil }
    nextToHandOut += 1
    return (nextToHandOut - 1, .full)
  }

  /// Notes a failure. A page whose worker ended gets one more try; one that failed after it was loaded may keep its picture.
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

  /// Why a page failed first; nil if it did not.
  func failure(of index: Int) -> PageFailure? { failures[index] }

  /// Takes what became of a page, which waits for its turn.
  mutating func put(_ pages: [WriterPage], at index: Int) { waiting[index] = pages }

  /// What became of the next page to write; nil while that is not known.
  mutating func next() -> [WriterPage]? {
    guard let pages = waiting.removeValue(forKey: nextToWrite) else { return nil }
    nextToWrite += 1
    return pages
  }
}
