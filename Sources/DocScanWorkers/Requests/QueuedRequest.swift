// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import Synchronization

/// A request that waits for a worker, or that a worker has: it is answered once.
package final class QueuedRequest: Sendable {
  private struct State {
    var isCancelled = false
    var answer: CheckedContinuation<PageAnswer, any Error>?
  }

  package let work: PageWork
  /// Told of each stage that begins; called on the worker's thread.
  package let onStage: (@Sendable (String) -> Void)?
  private let state = Mutex(State())

  package init(_ work: PageWork, onStage: (@Sendable (String) -> Void)?) { (self.work, self.onStage) = (work, onStage) }

  /// Notes who waits for the answer; false when it was cancelled before.
  package func await(_ answer: CheckedContinuation<PageAnswer, any Error>) -> Bool {
    let isWanted = state.withLock { state in
      if !state.isCancelled { state.answer = answer }
      return !state.isCancelled
    }
    if !isWanted { answer.resume(throwing: CancellationError()) }
    return isWanted
  }

  /// Whether nobody waits for it any more.
  package var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Whoever waits is told at once.
  package func cancel() {
    state.withLock { state in
      state.isCancelled = true
      return state.answer.take()
    }?.resume(throwing: CancellationError())
  }

  /// Answers it, unless it was cancelled.
  package func finish(_ result: Result<PageAnswer, any Error>) {
    state.withLock { $0.answer.take() }?.resume(with: result)
  }
}
