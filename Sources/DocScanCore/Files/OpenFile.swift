// SPDX-License-Identifier: GPL-3.0-or-later

internal import Glibc

/// A file that is open for as long as this object is held.
package final class OpenFile: Sendable {
  /// The system's number of it, which is closed with this.
  package let descriptor: Int32

  /// Takes over a descriptor.
  package init(descriptor: Int32) { self.descriptor = descriptor }

  /// Opens a file for reading, and waits for nothing: a pipe may have taken its place. Nil, with `errno`, where that fails.
  package init?(path: String, followingLinks: Bool = false) {
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (followingLinks ? 0 : O_NOFOLLOW)
    descriptor = unsafe open(path, flags)
    if descriptor < 0 { return nil }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Which bytes it holds now; nil when it is not a regular file.
  package var identity: FileIdentity? {
    var entry = stat()
    guard unsafe fstat(descriptor, &entry) == 0, entry.st_mode & S_IFMT == S_IFREG else { return nil }
    return FileIdentity(entry)
  }

  /// The file's size now.
  package var byteCount: Int { identity?.byteCount ?? 0 }

  /// The bytes from an offset on, at most `limit` of them; none behind the file's end, nil with `errno` where reading fails.
  package func read(at offset: Int, count limit: Int) -> [UInt8]? {
    var isRead = true
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: max(0, limit)) { buffer, count in
      while count < buffer.count {
        let got = unsafe pread(
          descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count, off_t(offset + count))
        if got < 0, errno == EINTR { continue }
        isRead = got >= 0
        guard got > 0 else { return }
        count += got
      }
    }
    return isRead ? bytes : nil
  }

  /// The next bytes, at most as many as fit; none at the end, nil with `errno` where reading fails.
  package func next(into chunk: inout [UInt8]) -> ArraySlice<UInt8>? {
    while true {
      let count = unsafe Glibc.read(descriptor, &chunk, chunk.count)
      if count >= 0 { return chunk[..<count] }
      guard errno == EINTR else { return nil }
    }
  }
}
