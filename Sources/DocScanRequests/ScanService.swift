// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
public import DocScanCore
internal import DocScanStore
package import DocScanWire
internal import DocScanWorkers
public import FoundationEssentials
internal import Glibc
internal import Synchronization

/// A pool of warm worker processes for requests about single pages, with a queue.
///
/// Any number of tasks can share a service. Each worker runs one request at a time; the other requests wait in order. A canceled task's
/// request leaves the queue immediately. If it's running, its worker is killed within about a tenth of a second.
///
/// A worker starts when a request needs it, and keeps running until the service is deallocated. Workers keep the stages of their last
/// request. A request with other settings goes to another worker, or replaces a worker if all are in use.
///
/// Workers parse pictures and documents in separate processes, confined like those of a ``BatchRun``. The calling program parses none.
public final class ScanService: Sendable {
  /// The default service for requests, with one worker per processor.
  public static let shared = ScanService()

  package let workers: Int
  /// The worker program, or `nil` to search for it.
  private let program: URL?
  private let sandbox: LimitSettings.Sandbox
  private let queue = RequestQueue()
  private let threads = Mutex<[BackgroundThread]>([])

  /// Creates a service without starting any worker.
  ///
  /// - Parameters:
  ///   - workers: The maximum number of parallel requests, or `nil` for one per processor.
  ///   - workerProgram: The program `docscan-worker`, or `nil` to use the environment variable DOCSCAN_WORKER, this program's folder, and
  ///     the search path, in this order. If the program isn't found, requests throw a ``BatchError``.
  ///   - sandbox: The required confinement of workers.
  public init(workers: Int? = nil, workerProgram: URL? = nil, sandbox: LimitSettings.Sandbox = .auto) {
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

  /// Answers all pending requests, and then waits until the workers have ended.
  package func finish() {
    queue.close()
    for thread in threads.withLock({ threads in
      defer { threads = [] }
      return threads
    }) { thread.join() }
  }

  package var waitingRequests: Int { queue.count }

  /// Returns the libraries, stages, and languages of the worker program. Starts a worker on another thread.
  package func description() async throws -> WorkerDescription {
    let program = program
    return try await onThread {
      let worker = try WorkerProcess(program: program?.localPath ?? Installation.workerProgram())
      return try Installation.describe(worker)
    }
  }

  /// Performs work on a worker.
  ///
  /// - Throws: `PageFailure` if the page couldn't be processed, `BatchError` if a requirement is missing or a setting is invalid, and
  ///   `CancellationError` if the task was canceled.
  package func perform(
    _ work: PageWork, onStage: (@Sendable (String) -> Void)? = nil
  ) async throws -> PageAnswer {
    guard queue.isUsable else { throw BatchError.missingPart("No socket for the queue of requests.") }
    let request = QueuedRequest(work, onStage: onStage)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { answer in
        guard request.await(answer) else { return }
        queue.add(request)
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

/// Runs a blocking function on a new thread, without blocking other tasks.
package func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { answer in
    do throws(BatchError) {
      try BackgroundThread { answer.resume(with: Result { try body() }) }.detach()
    } catch {
      answer.resume(throwing: error)
    }
  }
}
