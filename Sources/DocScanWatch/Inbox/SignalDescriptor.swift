// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
internal import Glibc

/// A signal that is read from a descriptor instead of interrupting the process.
final class SignalDescriptor {
  let descriptor: Int32

  init(_ signal: Int32) { descriptor = unsafe linux_signal_descriptor([signal], 1) }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  func take() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 128)
    var hasCome = false
    while descriptor >= 0, unsafe read(descriptor, &bytes, bytes.count) > 0 { hasCome = true }
    return hasCome
  }
}
