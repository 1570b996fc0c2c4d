// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanFiles
internal import Glibc

/// An encoded picture from a worker, which is copied without decoding it.
package final class PictureFile {
  private static let chunkSize = 256 << 10

  let path: String
  /// The size in bytes.
  package let size: Int
  private let file: OpenFile

  /// Opens a regular file. Links and other kinds of files are refused.
  package init(path: String) throws(OutputError) {
    self.path = path
    guard let file = OpenFile(path: path) else { throw OutputError(operation: "read", path: path, code: errno) }
    guard let size = file.identity?.byteCount, size > 0 else {
      throw OutputError(operation: "read", path: path, detail: "this is not a picture from a worker.")
    }
    (self.file, self.size) = (file, size)
  }

  /// Copies exactly `size` bytes.
  package func copy(to output: OutputFile) throws(OutputError) {
    var chunk = [UInt8](repeating: 0, count: Self.chunkSize)
    var left = size
    while left > 0 {
      let count = unsafe Glibc.read(file.descriptor, &chunk, min(left, chunk.count))
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
