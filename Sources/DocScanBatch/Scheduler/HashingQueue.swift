// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
package import DocScanStore
internal import Glibc

/// Hashes the files of many documents, several at a time; answers come in the order of the questions.
package final class HashingQueue {
  /// So many documents are asked for before the first answer is taken.
  package static let ahead = 512
  /// So many documents are handed to a thread at a time: to wake it costs more than to hash a page.
  private static let atOnce = 32

  private let threads: [FileThread]
  /// What the threads answered and was not taken yet, for each thread in order.
  private var answers: [ArraySlice<FileThread.Content>]
  /// What each thread is to be asked next.
  private var questions: [[FileThread.Task]]
  private var (asked, taken) = (0, 0)

  package init(threads count: Int) throws(BatchError) {
    var threads: [FileThread] = []
    for _ in 0..<max(1, count) { threads.append(try FileThread()) }
    self.threads = threads
    answers = threads.map { _ in [] }
    questions = threads.map { _ in [] }
  }

  /// Lets go of everything that is not done yet.
  package func stop() {
    for thread in threads { thread.stop() }
  }

  /// Asks for the digest of a document's files.
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

  /// The answer to the question that was asked first, once it is there; nil when the interruption comes before.
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
