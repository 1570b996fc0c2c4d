// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
internal import Glibc

/// A signal that is read from a descriptor instead of interrupting the process, or a call that takes its place.
package final class SignalDescriptor: Sendable {
  let descriptor: Int32
  private let writeEnd: Int32

  /// Blocks a signal of the process. The process must not have started a thread, because that thread would still receive the signal.
  package init(_ signal: Int32) {
    descriptor = unsafe linux_signal_descriptor([signal], 1)
    writeEnd = -1
  }

  /// Creates a descriptor that only ``raise()`` makes readable. The process keeps its signals.
  init() {
    var ends: [Int32] = [-1, -1]
    if unsafe linux_socket_pair(&ends) != 0 { ends = [-1, -1] }
    (descriptor, writeEnd) = (ends[0], ends[1])
    // `take` reads until nothing is left.
    if descriptor >= 0 { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
  }

  deinit {
    for end in [descriptor, writeEnd] where end >= 0 { close(end) }
  }

  func raise() { _ = unsafe send(writeEnd, [1], 1, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)) }

  func take() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 128)
    var hasCome = false
    while descriptor >= 0, unsafe read(descriptor, &bytes, bytes.count) > 0 { hasCome = true }
    return hasCome
  }
}
