// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
package import DocScanCore
internal import Glibc
internal import Synchronization

/// The pending requests, shared by clients and the threads that own workers.
package final class RequestQueue: Sendable {
  private struct State {
    var requests: [QueuedRequest] = []
    var (threads, idle) = (0, 0)
    var isClosed = false
  }

  /// The number of requests to search for one that suits a worker. The limit bounds how long the first request can be overtaken.
  private static let reach = 16
  private let state = Mutex(State())
  /// A socket pair that carries one byte for each request, to wake idle threads.
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

  package var isUsable: Bool { ends.reading >= 0 }

  package var count: Int { state.withLock { $0.requests.count } }

  package func add(_ request: QueuedRequest) {
    state.withLock { $0.requests.append(request) }
    // If the socket is full, it holds enough bytes to wake every thread.
    _ = unsafe send(ends.writing, [1], 1, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
  }

  package func remove(_ request: QueuedRequest) { state.withLock { $0.requests.removeAll { $0 === request } } }

  /// Returns the number of a new thread to start for pending requests, or `nil` if there are enough threads.
  package func threadToStart(atMost most: Int) -> Int? {
    state.withLock { state in
      guard state.idle < state.requests.count, state.threads < most else { return nil }
      state.threads += 1
      return state.threads
    }
  }

  /// Handles a thread that couldn't start. If no thread is left, fails all pending requests.
  package func threadFailed() {
    let lost = state.withLock { state in
      state.threads -= 1
      guard state.threads == 0 else { return [QueuedRequest]() }
      defer { state.requests = [] }
      return state.requests
    }
    for request in lost { request.finish(.failure(BatchError.missingPart("No thread for a worker process."))) }
  }

  /// Waits for the next request, preferably one with the same stages. Returns `nil` after the queue was closed.
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

  package func close() {
    state.withLock { $0.isClosed = true }
    shutdown(ends.writing, Int32(SHUT_RDWR))
  }
}
