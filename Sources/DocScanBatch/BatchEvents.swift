// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore
package import DocScanFiles
internal import DocScanWorkers
internal import Synchronization

/// The events of a run, in order. The run starts when a program asks for the first event, on a thread of its own.
///
/// If the program's task is canceled, the run stops within a second, and the sequence throws a `CancellationError`. Documents that are already finished
/// are kept. If the program leaves the loop, the run stops, too. Events wait in memory until the program takes them. The last event of a complete run
/// is ``BatchEvent/finished(_:)``.
public struct BatchEvents: AsyncSequence, Sendable {
  public typealias Element = BatchEvent
  package typealias Work = @Sendable (Interruption, @escaping (BatchEvent) -> Void) throws(BatchError) -> Void

  private let interruption: Interruption?
  private let work: Work

  /// Creates a sequence. `interruption` stops the run in an orderly way, which isn't an error; `nil` if nothing does.
  package init(interruption: Interruption? = nil, _ work: @escaping Work) {
    (self.interruption, self.work) = (interruption, work)
  }

  /// Waits until the run has ended, and returns its report. Throws the errors of the sequence.
  package func report() async throws -> BatchReport {
    var report: BatchReport?
    for try await case .finished(let made) in self { report = made }
    guard let report else { throw CancellationError() }
    return report
  }

  /// The events on their way from the thread of the run to a task.
  private final class Channel: Sendable {
    private struct State {
      var hasBegun = false
      var isCancelled = false
      var events: [BatchEvent] = []
      var end: Result<Void, any Error>?
      var waiting: CheckedContinuation<BatchEvent?, any Error>?
    }

    private let interruption: Interruption
    private let state = Mutex(State())

    init(_ interruption: Interruption) { self.interruption = interruption }

    /// Starts the run unless it has begun.
    func begin(_ work: @escaping Work) {
      let isFirst = state.withLock { state in
        defer { state.hasBegun = true }
        return !state.hasBegun
      }
      guard isFirst else { return }
      do throws(BatchError) {
        try BackgroundThread { [self] in
          do throws(BatchError) {
            try work(interruption) { self.send($0.forPrograms) }
            end(.success(()))
          } catch {
            end(.failure(error.forPrograms))
          }
        }.detach()
      } catch {
        end(.failure(error))
      }
    }

    private func send(_ event: BatchEvent) {
      let waiting = state.withLock { state in
        guard !state.isCancelled else { return nil as CheckedContinuation<BatchEvent?, any Error>? }
        if let waiting = state.waiting.take() { return waiting }
        state.events.append(event)
        return nil
      }
      waiting?.resume(returning: event)
    }

    private func end(_ result: Result<Void, any Error>) {
      let (waiting, result) = state.withLock { state in
        let result = state.isCancelled ? .failure(CancellationError()) : result
        let waiting = state.waiting.take()
        // An error is thrown once. After that, the sequence is empty.
        state.end = waiting == nil ? result : .success(())
        return (waiting, result)
      }
      waiting?.resume(with: result.map { nil })
    }

    func take(_ waiting: CheckedContinuation<BatchEvent?, any Error>) {
      let next = state.withLock { state -> Result<BatchEvent?, any Error>? in
        if !state.events.isEmpty { return .success(state.events.removeFirst()) }
        guard let end = state.end else {
          state.waiting = waiting
          return nil
        }
        state.end = .success(())
        return end.map { nil }
      }
      if let next { waiting.resume(with: next) }
    }

    func cancel() {
      state.withLock { state in
        state.isCancelled = true
        state.events = []
        if state.end != nil { state.end = .failure(CancellationError()) }
      }
      interruption.requestAtOnce()
    }
  }

  /// An iterator that owns a run.
  public final class AsyncIterator: AsyncIteratorProtocol {
    private let channel: Channel
    private let work: Work

    fileprivate init(_ events: BatchEvents) {
      (channel, work) = (Channel(events.interruption ?? Interruption()), events.work)
    }

    deinit { channel.cancel() }

    /// Waits for the next event.
    ///
    /// - Returns: The next event, or `nil` after the last one.
    /// - Throws: A ``BatchError`` that ended the run, and a `CancellationError` if the task was canceled.
    public func next() async throws -> BatchEvent? {
      let channel = channel
      return try await withTaskCancellationHandler {
        channel.begin(work)
        return try await withCheckedThrowingContinuation { channel.take($0) }
      } onCancel: {
        channel.cancel()
      }
    }
  }

  /// Creates an iterator, which performs a run of its own.
  ///
  /// - Returns: The iterator.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
}
