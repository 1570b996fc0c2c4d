// SPDX-License-Identifier: GPL-3.0-or-later

internal import FoundationEssentials
internal import Glibc

/// An open file, which is closed when this value is deallocated.
final class ServedFile {
  private var descriptor: Int32
  let size: Int
  /// The entity tag with its quotation marks, which changes with the file (RFC 9110, 8.8.3).
  let tag: String

  /// Takes ownership of a descriptor and closes it if it isn't a regular file's.
  init?(_ descriptor: Int32) {
    guard descriptor >= 0 else { return nil }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
    size = Int(status.st_size)
    let facts = [
      UInt64(status.st_ino), UInt64(bitPattern: Int64(status.st_size)),
      UInt64(bitPattern: Int64(status.st_mtim.tv_sec)), UInt64(bitPattern: Int64(status.st_mtim.tv_nsec)),
    ]
    tag = "\"" + facts.map { String($0, radix: 36) }.joined(separator: "-") + "\""
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  func bytes() -> Data? {
    var bytes = [UInt8](repeating: 0, count: size)
    var count = 0
    while count < size {
      let read = unsafe bytes.withUnsafeMutableBytes {
        unsafe pread(descriptor, $0.baseAddress.map { unsafe $0 + count }, size - count, off_t(count))
      }
      guard read > 0 else { return nil }
      count += read
    }
    return Data(bytes)
  }

  /// Returns the descriptor. The caller must close it.
  func release() -> Int32 {
    defer { descriptor = -1 }
    return descriptor
  }
}
