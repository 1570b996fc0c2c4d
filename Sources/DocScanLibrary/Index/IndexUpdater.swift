// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
package import DocScanCore
package import DocScanFiles
internal import DocScanWorkers
internal import Glibc
internal import Synchronization

/// Updates the index of a library on a background thread while a run publishes documents. If the thread falls behind or the process is killed,
/// nothing is lost: the next update continues where this one ended.
package final class IndexUpdater: Sendable {
  /// The state that the thread and the run share.
  private final class Exchange: Sendable {
    struct State {
      /// The deadline for the thread, or `nil` while the run continues.
      var end: ContinuousClock.Instant?
      var error: BatchError?
    }

    let library: Folder
    let state = Mutex(State())
    let descriptor: Int32

    init(library: Folder, descriptor: Int32) { (self.library, self.descriptor) = (library, descriptor) }

    deinit { close(descriptor) }

    var goesOn: Bool { state.withLock { $0.end.map { .now < $0 } ?? true } }
  }

  private let exchange: Exchange
  private let descriptor: Int32
  private let thread: BackgroundThread

  /// Starts the thread. Returns `nil` if the system can't start a thread; the next search then updates the index. The caller must block the signals
  /// that the run waits for before calling this, so that the thread doesn't receive them.
  package init?(library: Folder) {
    var ends: [Int32] = [-1, -1]
    guard unsafe linux_socket_pair(&ends) == 0 else { return nil }
    descriptor = ends[0]
    exchange = Exchange(library: library, descriptor: ends[1])
    do throws(BatchError) {
      thread = try BackgroundThread { [exchange] in Self.work(exchange) }
    } catch {
      close(descriptor)
      return nil
    }
  }

  deinit { close(descriptor) }

  package func wake() { _ = unsafe send(descriptor, [1], 1, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)) }

  /// Updates the index for at most this many seconds, and ends the thread, after which no method may be called. Returns the error, if any.
  package func finish(within seconds: Double) -> BatchError? {
    wake()
    exchange.state.withLock { $0.end = .now + .seconds(seconds) }
    shutdown(descriptor, Int32(SHUT_WR))
    thread.join()
    return exchange.state.withLock { $0.error }
  }

  private static func work(_ exchange: Exchange) {
    // The run has priority. On Linux, this only affects the calling thread.
    _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 5)
    var index: LibraryIndex?
    var bytes = [UInt8](repeating: 0, count: 256)
    while true {
      let count = unsafe read(exchange.descriptor, &bytes, bytes.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      do throws(BatchError) {
        let opened: LibraryIndex
        if let index { opened = index } else { opened = try LibraryIndex(library: exchange.library) }
        index = opened
        try opened.update { exchange.goesOn }
      } catch {
        exchange.state.withLock { $0.error = error }
      }
    }
  }
}

extension IndexUpdater {
  /// Updates a merged library's index from its shards'. `onShard` gets the numbers of finished and all shards. Returns an error message or `nil`.
  package static func takeOver(
    _ shards: [String], into library: Folder, onShard: (Int, Int) -> Void
  ) -> String? {
    do {
      try LibraryIndex(library: library).take(shards: shards) { onShard($0, shards.count) }
      return nil
    } catch {
      return "\(error)"
    }
  }
}
