// SPDX-License-Identifier: GPL-3.0-or-later

internal import Glibc

/// A file without a name that disappears when it is closed; programs started in the meantime don't inherit it.
final class AnonymousFile: Sendable {
  let descriptor: Int32
  /// O_TMPFILE, which Swift's Glibc lacks.
  private static let withoutName = 0o20000000 | O_DIRECTORY

  /// Creates an empty file, or one with contents, read and written from its start.
  init(contents: [UInt8] = []) throws {
    descriptor = unsafe open(temporaryRoot(), Self.withoutName | O_RDWR | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw unsafe FixtureError("No temporary file: \(String(cString: strerror(errno)))") }
    var written = 0
    while written < contents.count {
      let count = unsafe contents.withUnsafeBytes { bytes in
        unsafe pwrite(descriptor, bytes.baseAddress.map { unsafe $0 + written }, bytes.count - written, off_t(written))
      }
      guard count > 0 else {
        throw unsafe FixtureError("The temporary file: \(String(cString: strerror(errno)))")
      }
      written += count
    }
  }

  deinit { close(descriptor) }

  /// Returns the current contents of the file.
  func contents() -> [UInt8] {
    var state = stat()
    guard unsafe fstat(descriptor, &state) == 0 else { return [] }
    let size = Int(state.st_size)
    return unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let got = unsafe pread(descriptor, buffer.baseAddress.map { unsafe $0 + count }, size - count, off_t(count))
        guard got > 0 else { return }
        count += got
      }
    }
  }
}

/// Returns the folder for temporary files: TMPDIR, or /tmp.
func temporaryRoot() -> String {
  guard let folder = unsafe getenv("TMPDIR") else { return "/tmp" }
  return unsafe String(cString: folder)
}
