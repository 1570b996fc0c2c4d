// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import Glibc

/// A file that is open for reading, and what is read from it.
@safe
struct FileBytes: ~Copyable {
  let path: String
  /// The file's name without its folders, for messages.
  let name: String
  let byteCount: Int
  private let descriptor: Int32

  /// Opens a regular file.
  init(path: String) throws(PageFailure) {
    self.path = path
    name = path.split(separator: "/").last.map(String.init) ?? path
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw .loading(.unreadable, name, "it cannot be opened: \(Self.reason()).")
    }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw .loading(.unreadable, name, "this is not a regular file.")
    }
    byteCount = Int(status.st_size)
  }

  deinit { close(descriptor) }

  /// The bytes from the start of the file, at most `limit` of them.
  func read(limit: Int) throws(PageFailure) -> [UInt8] { try read(at: 0, count: limit) }

  /// The bytes from an offset on, at most `count` of them; none behind the end of the file.
  func read(at offset: Int, count limit: Int) throws(PageFailure) -> [UInt8] {
    let wanted = max(0, min(limit, byteCount - offset))
    var problem: String?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
      while count < wanted {
        let got = unsafe pread(
          descriptor, buffer.baseAddress?.advanced(by: count), wanted - count, off_t(offset + count))
        if got < 0 && errno == EINTR { continue }
        if got < 0 { problem = Self.reason() }
        guard got > 0 else { return }
        count += got
      }
    }
    if let problem { throw .loading(.unreadable, name, "it cannot be read: \(problem).") }
    return bytes
  }

  /// A descriptor at the file's start for a library that closes what it is given; -1 when there is none to be had.
  func duplicateDescriptor() -> Int32 {
    lseek(descriptor, 0, SEEK_SET)
    return fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
  }

  private static func reason() -> String { unsafe String(cString: strerror(errno)) }
}
