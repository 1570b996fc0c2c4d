// SPDX-License-Identifier: GPL-3.0-or-later

internal import Glibc

/// An encoded picture that a worker left, read in chunks.
///
/// Its bytes are copied, never decoded.
final class PictureFile {
  private static let chunkSize = 256 << 10

  let path: String
  /// In bytes.
  let size: Int
  private let descriptor: Int32

  /// Opens a regular file; a symbolic link or anything else in its place is an error.
  init(path: String) throws(OutputError) {
    self.path = path
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { throw OutputError(operation: "read", path: path, code: errno) }
    var status = stat()
    let isKnown = unsafe fstat(file, &status) == 0
    guard isKnown, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else {
      close(file)
      throw OutputError(operation: "read", path: path, detail: "this is not a picture from a worker.")
    }
    descriptor = file
    size = Int(status.st_size)
  }

  deinit { close(descriptor) }

  /// Hands out exactly `size` bytes, a chunk at a time.
  func copy(to output: OutputFile) throws(OutputError) {
    var chunk = [UInt8](repeating: 0, count: Self.chunkSize)
    var left = size
    while left > 0 {
      let count = unsafe read(descriptor, &chunk, min(left, chunk.count))
      if count < 0 && errno == EINTR { continue }
      if count < 0 { throw OutputError(operation: "read", path: path, code: errno) }
      guard count > 0 else {
        throw OutputError(operation: "read", path: path, detail: "the picture was truncated while it was copied.")
      }
      try output.write(chunk[..<count])
      left -= count
    }
  }
}
