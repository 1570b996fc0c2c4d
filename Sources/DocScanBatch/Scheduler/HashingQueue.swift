// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanFiles
internal import Glibc

/// A queue that hashes the files of many documents in parallel. Results arrive in the order of the requests.
package final class HashingQueue {
  /// The number of documents to request before taking the first result.
  package static let ahead = 512
  /// The number of documents per message to a thread, because waking a thread costs more than hashing a page.
  private static let atOnce = 32

  private let threads: [FileThread]
  private var answers: [ArraySlice<FileThread.Content>]
  private var questions: [[FileThread.Task]]
  private var (asked, taken) = (0, 0)

  package init(threads count: Int) throws(BatchError) {
    var threads: [FileThread] = []
    for _ in 0..<max(1, count) { threads.append(try FileThread()) }
    self.threads = threads
    answers = threads.map { _ in [] }
    questions = threads.map { _ in [] }
  }

  package func stop() {
    for thread in threads { thread.stop() }
  }

  package func begin(_ paths: [String]) {
    let index = asked % threads.count
    questions[index].append(.digest(paths))
    asked += 1
    if questions[index].count == Self.atOnce { ask(index) }
  }

  private func ask(_ index: Int) {
    threads[index].begin(questions[index])
    questions[index].removeAll(keepingCapacity: true)
  }

  /// Waits for the result of the oldest request. Returns `nil` if it was interrupted.
  package func next(unless interruption: Interruption) throws(BatchError) -> FileThread.Content? {
    let index = taken % threads.count
    while true {
      if let answer = answers[index].popFirst() {
        taken += 1
        return answer
      }
      for case (_, .digest(let content)) in threads[index].take() { answers[index].append(content) }
      guard answers[index].isEmpty else { continue }
      ask(index)
      guard interruption.allowsReading(threads[index].descriptor) else { return nil }
    }
  }
}
