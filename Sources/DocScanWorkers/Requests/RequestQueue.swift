// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
package import DocScanCore
internal import DocScanStore
internal import Glibc
internal import Synchronization

/// The requests that wait for a worker, shared by whoever makes them and the threads that have the workers.
package final class RequestQueue: Sendable {
  private struct State {
    var requests: [QueuedRequest] = []
    /// The threads that there are, and those of them that wait.
    var (threads, idle) = (0, 0)
    var isClosed = false
  }

  /// So many of the first are looked at for one that suits a worker: the first of all waits for so many others at most.
  private static let reach = 16
  private let state = Mutex(State())
  /// A byte for each request; both ends.
  private let ends: (writing: Int32, reading: Int32)

  package init() {
    var ends: [Int32] = [-1, -1]
    _ = unsafe linux_socket_pair(&ends)
    self.ends = (ends[0], ends[1])
  }

  deinit {
    Glibc.close(ends.writing)
    Glibc.close(ends.reading)
  }

  /// Whether there was a socket for it.
  package var isUsable: Bool { ends.reading >= 0 }

  /// How many wait.
  package var count: Int { state.withLock { $0.requests.count } }

  /// Adds a request at the end.
  package func add(_ request: QueuedRequest) {
    state.withLock { $0.requests.append(request) }
    // Where no more bytes fit, there are enough to wake every thread.
    _ = unsafe send(ends.writing, [1], 1, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
  }

  /// Takes out a request that nobody waits for any more.
  package func remove(_ request: QueuedRequest) { state.withLock { $0.requests.removeAll { $0 === request } } }

  /// The number of a thread that is to be started for what waits; nil if there are enough.
  package func threadToStart(atMost most: Int) -> Int? {
    state.withLock { state in
      guard state.idle < state.requests.count, state.threads < most else { return nil }
      state.threads += 1
      return state.threads
    }
  }

  /// A thread did not start: where there is none at all, nothing waits in vain.
  package func threadFailed() {
    let lost = state.withLock { state in
      state.threads -= 1
      guard state.threads == 0 else { return [QueuedRequest]() }
      defer { state.requests = [] }
      return state.requests
    }
    for request in lost { request.finish(.failure(BatchError.missingPart("No thread for a worker process."))) }
  }

  /// The next request, one for which these stages are built if that is among the first; waits for one. Nil when there will
  /// be none.
  package func next(preferring stages: [JSONValue]?) -> QueuedRequest? {
    var byte: [UInt8] = [0]
    while true {
      let (request, isClosed) = state.withLock { state in
        let first = state.requests.prefix(Self.reach)
        let index = first.firstIndex { $0.work.stages == stages } ?? (first.isEmpty ? nil : 0)
        if index == nil { state.idle += 1 }
        return (index.map { state.requests.remove(at: $0) }, state.isClosed)
      }
      if let request { return request }
      if isClosed { return nil }
      var count = 0
      repeat { count = unsafe read(ends.reading, &byte, 1) } while count < 0 && errno == EINTR
      state.withLock { $0.idle -= 1 }
      if count <= 0 { return nil }
    }
  }

  /// There will be no more requests: the threads end.
  package func close() {
    state.withLock { $0.isClosed = true }
    shutdown(ends.writing, Int32(SHUT_RDWR))
  }
}
