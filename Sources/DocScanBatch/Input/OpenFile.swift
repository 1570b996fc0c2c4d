// SPDX-License-Identifier: GPL-3.0-or-later

internal import Glibc

/// A file that is open for as long as this object is held: until a worker has its own descriptor of it.
final class OpenFile: Sendable {
  let descriptor: Int32

  init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// The file's size now.
  var byteCount: Int {
    var entry = stat()
    return unsafe fstat(descriptor, &entry) == 0 ? Int(entry.st_size) : 0
  }
}
