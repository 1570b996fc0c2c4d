// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
internal import Glibc
internal import Synchronization

/// A request to stop a run. All methods can be called from any thread.
package final class Interruption: Sendable {
  /// The descriptors, one of which is readable after the interruption.
  package let descriptors: [Int32]
  private let writeEnd: Int32
  private let urgency = Atomic(false)

  /// Creates an interruption that only `request` triggers.
  package convenience init() { self.init(signals: []) }

  /// Returns an interruption that SIGINT and SIGTERM also trigger. These signals no longer end the process.
  package static func onSignals() -> Interruption { Interruption(signals: [SIGINT, SIGTERM]) }

  private init(signals: [Int32]) {
    var ends: [Int32] = [-1, -1]
    if unsafe linux_socket_pair(&ends) != 0 { ends = [-1, -1] }
    writeEnd = ends[1]
    let signalDescriptor = signals.isEmpty ? -1 : unsafe linux_signal_descriptor(signals, Int32(signals.count))
    descriptors = [ends[0], signalDescriptor].filter { $0 >= 0 }
  }

  deinit {
    for descriptor in descriptors + [writeEnd] where descriptor >= 0 { close(descriptor) }
  }

  /// Waits until a descriptor is readable. Returns `false` if the interruption comes first.
  package func allowsReading(_ descriptor: Int32) -> Bool {
    var watched = (descriptors + [descriptor]).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while unsafe poll(&watched, nfds_t(watched.count), -1) < 0, errno == EINTR {}
    return watched.dropLast().allSatisfy { $0.revents == 0 }
  }

  /// Waits until a descriptor is readable or the time has passed. Returns `true` if the interruption came.
  package func comes(before descriptor: Int32, milliseconds: Int32) -> Bool {
    var watched = (descriptors + [descriptor]).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    return unsafe poll(&watched, nfds_t(watched.count), milliseconds) > 0
      && watched.dropLast().contains { $0.revents != 0 }
  }

  package func comes(within seconds: Double) -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    var watched = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while true {
      let left = (end - .now) / .seconds(1)
      guard left > 0 else { return false }
      if unsafe poll(&watched, nfds_t(watched.count), Int32(min(left, 3600) * 1000) + 1) > 0 { return true }
    }
  }

  /// Resets the interruption, so that a second one can be detected.
  package func take() {
    for descriptor in descriptors {
      var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      while unsafe poll(&watched, 1, 0) > 0, watched.revents & Int16(POLLIN) != 0 {
        var bytes = [UInt8](repeating: 0, count: 128)
        guard unsafe read(descriptor, &bytes, bytes.count) > 0 else { break }
      }
    }
  }

  /// Asks the run to stop as soon as possible.
  package func request() {
    _ = unsafe write(writeEnd, [1], 1)
  }

  /// Asks the run to stop without finishing the pages in progress.
  package func requestAtOnce() {
    urgency.store(true, ordering: .releasing)
    request()
  }

  /// Whether the run must not finish the pages in progress.
  package var isUrgent: Bool { urgency.load(ordering: .acquiring) }
}
