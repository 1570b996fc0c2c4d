// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
public import DocScanCore
internal import DocScanStore
internal import Glibc
internal import Synchronization

/// Worker processes that stay warm for requests about single pages, and the queue in front of them.
///
/// Requests from any number of tasks share them. As many run at a time as there are workers; all others wait in the order in
/// which they came, and take no memory but their own. A request whose task is cancelled leaves the queue at once; one that
/// runs is ended with its worker within a tenth of a second or so.
///
/// A worker is started when a request needs it, and stays until the service is let go of. It has built the stages of one
/// request's settings; a request with other settings goes to another worker, if there is one, or has the worker replaced.
/// Workers read pictures and documents in processes of their own, confined as those of a ``BatchRun``: this program parses none.
public final class ScanService: Sendable {
  /// The service that requests use where none is named: a worker for each processor.
  public static let shared = ScanService()

  /// How many workers there may be.
  package let workers: Int
  /// The worker program; nil if it is looked for.
  private let program: String?
  /// How workers are confined.
  private let sandbox: LimitSettings.Sandbox
  private let queue = RequestQueue()
  /// The threads that have the workers.
  private let threads = Mutex<[BackgroundThread]>([])

  /// A service; nothing is started yet.
  ///
  /// - Parameters:
  ///   - workers: How many requests run at the same time; nil takes one for each processor.
  ///   - workerProgram: The path of `docscan-worker`. Nil takes the one that DOCSCAN_WORKER names, or that lies beside this
  ///     program or on the search path; where there is none, requests throw a ``BatchError`` that says so.
  ///   - sandbox: How far workers have to be confined.
  public init(workers: Int? = nil, workerProgram: String? = nil, sandbox: LimitSettings.Sandbox = .auto) {
    self.workers = max(1, workers ?? sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    (program, self.sandbox) = (workerProgram, sandbox)
  }

  deinit {
    queue.close()
    threads.withLock { threads in
      for thread in threads { thread.detach() }
      threads = []
    }
  }

  /// Ends the workers, and waits until they have ended; what still waits is done before.
  package func finish() {
    queue.close()
    for thread in threads.withLock({ threads in
      defer { threads = [] }
      return threads
    }) { thread.join() }
  }

  /// How many requests wait for a worker.
  package var waitingRequests: Int { queue.count }

  /// What the workers are made of: their libraries, stages and languages. Starts a worker for it, on another thread.
  package func description() async throws -> WorkerDescription {
    let program = program
    return try await onThread {
      let worker = try WorkerProcess(program: program ?? Installation.workerProgram())
      return try Installation.describe(worker)
    }
  }

  /// Has a worker do something.
  ///
  /// Throws a `PageFailure` for a page that could not be processed, a `BatchError` where a part is missing or a setting wrong,
  /// and a `CancellationError` when the task was cancelled.
  package func perform(
    _ work: PageWork, onStage: (@Sendable (String) -> Void)? = nil
  ) async throws -> PageAnswer {
    guard queue.isUsable else { throw BatchError.missingPart("No socket for the queue of requests.") }
    let request = QueuedRequest(work, onStage: onStage)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { answer in
        guard request.await(answer) else { return }
        queue.add(request)
        // The queue knows whether a thread is free.
        if let number = queue.threadToStart(atMost: workers) { startThread(number) }
      }
    } onCancel: {
      queue.remove(request)
      request.cancel()
    }
  }

  private func startThread(_ number: Int) {
    let (queue, program, sandbox) = (queue, program, sandbox)
    do throws(BatchError) {
      let thread = try BackgroundThread { WorkerThread(program: program, sandbox: sandbox).serve(queue) }
      threads.withLock { $0.append(thread) }
    } catch {
      queue.threadFailed()
    }
  }
}

/// Runs something that blocks on a thread of its own, and waits for it without holding up other tasks.
package func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { answer in
    do throws(BatchError) {
      try BackgroundThread { answer.resume(with: Result { try body() }) }.detach()
    } catch {
      answer.resume(throwing: error)
    }
  }
}
