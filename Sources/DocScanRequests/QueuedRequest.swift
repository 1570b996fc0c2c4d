// SPDX-License-Identifier: GPL-3.0-or-later

internal import Synchronization

/// A pending or running request, which is answered exactly once.
package final class QueuedRequest: Sendable {
  private struct State {
    var isCancelled = false
    var answer: CheckedContinuation<PageAnswer, any Error>?
  }

  package let work: PageWork
  /// Receives the name of each stage when it begins, on the worker's thread.
  package let onStage: (@Sendable (String) -> Void)?
  private let state = Mutex(State())

  package init(_ work: PageWork, onStage: (@Sendable (String) -> Void)?) { (self.work, self.onStage) = (work, onStage) }

  /// Registers the continuation for the answer. If the request was canceled before, resumes it and returns `false`.
  package func await(_ answer: CheckedContinuation<PageAnswer, any Error>) -> Bool {
    let isWanted = state.withLock { state in
      if !state.isCancelled { state.answer = answer }
      return !state.isCancelled
    }
    if !isWanted { answer.resume(throwing: CancellationError()) }
    return isWanted
  }

  package var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Cancels the request, and resumes the waiting task immediately.
  package func cancel() {
    state.withLock { state in
      state.isCancelled = true
      return state.answer.take()
    }?.resume(throwing: CancellationError())
  }

  /// Answers the request, unless it was canceled.
  package func finish(_ result: Result<PageAnswer, any Error>) {
    state.withLock { $0.answer.take() }?.resume(with: result)
  }
}
