// SPDX-License-Identifier: GPL-3.0-or-later

internal import FoundationEssentials
internal import Glibc

/// A file that is open for reading, and closed with this value unless somebody takes it over.
final class ServedFile {
  private var descriptor: Int32
  let size: Int
  /// What changes with the file, in quotation marks: an entity tag (RFC 9110, 8.8.3).
  let tag: String

  /// Takes a descriptor over; nil if it is that of no file.
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

  /// All of it; nil if it cannot be read, or changes meanwhile.
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

  /// Hands the descriptor over to somebody who closes it.
  func release() -> Int32 {
    defer { descriptor = -1 }
    return descriptor
  }
}
