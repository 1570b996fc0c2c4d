// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
internal import DocScanBatch
package import DocScanCore
package import DocScanStore
internal import DocScanWorkers
internal import Glibc
internal import Synchronization

/// Keeps the index of a library up to date while a run puts documents in place: a thread beside the run.
///
/// Nothing is lost where it cannot keep up, or the process is killed: the next one goes on where this one ended.
package final class IndexUpdater: Sendable {
  /// What the thread and the run both have.
  private final class Exchange: Sendable {
    struct State {
      /// When the thread has to end; nil while the run goes on.
      var end: ContinuousClock.Instant?
      var error: BatchError?
    }

    let library: Folder
    let state = Mutex(State())
    /// The thread's end of the socket.
    let descriptor: Int32

    init(library: Folder, descriptor: Int32) { (self.library, self.descriptor) = (library, descriptor) }

    deinit { close(descriptor) }

    var goesOn: Bool { state.withLock { $0.end.map { .now < $0 } ?? true } }
  }

  private let exchange: Exchange
  private let descriptor: Int32
  private let thread: BackgroundThread

  /// Starts the thread; nil if the system has none left, and then the next search takes in what there is.
  ///
  /// Signals that the run waits for must be blocked by now, so that the thread is spared.
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

  /// Says that a document was put in place.
  package func wake() { _ = unsafe send(descriptor, [1], 1, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)) }

  /// Takes in what is left, for a limited number of seconds, and ends the thread; the error, if the index cannot be kept.
  ///
  /// Nothing may be called after this.
  package func finish(within seconds: Double) -> BatchError? {
    wake()
    exchange.state.withLock { $0.end = .now + .seconds(seconds) }
    shutdown(descriptor, Int32(SHUT_WR))
    thread.join()
    return exchange.state.withLock { $0.error }
  }

  private static func work(_ exchange: Exchange) {
    // The run comes first. On Linux this is the thread's alone.
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
  /// Brings the index of a merged library up to date from those of its shards; nil, or why it cannot be kept.
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
