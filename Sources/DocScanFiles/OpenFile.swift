// SPDX-License-Identifier: GPL-3.0-or-later

internal import CNettle
package import Glibc

/// An open file, which is closed when this object is deallocated.
package final class OpenFile: Sendable {
  package let descriptor: Int32

  /// Takes ownership of a descriptor.
  package init(descriptor: Int32) { self.descriptor = descriptor }

  /// Opens a file for reading without blocking, because it may have been replaced by a pipe. Returns `nil` and sets `errno` on failure.
  package init?(path: String, followingLinks: Bool = false) {
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (followingLinks ? 0 : O_NOFOLLOW)
    descriptor = unsafe open(path, flags)
    if descriptor < 0 { return nil }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// The identity of the file's current contents, or `nil` if it isn't a regular file.
  package var identity: FileIdentity? {
    var entry = stat()
    guard unsafe fstat(descriptor, &entry) == 0, entry.st_mode & S_IFMT == S_IFREG else { return nil }
    return FileIdentity(entry)
  }

  package var byteCount: Int { identity?.byteCount ?? 0 }

  /// Reads at most `limit` bytes from an offset. Returns an empty array after the end of the file, or `nil` with `errno` on failure.
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

  /// Reads the next bytes into a buffer. Returns an empty slice at the end of the file, or `nil` with `errno` on failure.
  package func next(into chunk: inout [UInt8]) -> ArraySlice<UInt8>? {
    while true {
      let count = unsafe Glibc.read(descriptor, &chunk, chunk.count)
      if count >= 0 { return chunk[..<count] }
      guard errno == EINTR else { return nil }
    }
  }
}

/// The identity of a file and its contents, determined from metadata. Different files and different versions of a file have different identities.
package struct FileIdentity: Hashable, Sendable {
  private let device: UInt
  private let inode: UInt
  package let byteCount: Int
  private let modifiedTimes: [Int]
  /// The time of the last change of contents or metadata, which programs can't set.
  private let changedTimes: [Int]

  /// The time of the last change of contents: seconds since 1970, and nanoseconds.
  package var modified: (seconds: Int, nanoseconds: Int) { (modifiedTimes[0], modifiedTimes[1]) }

  package init(_ entry: stat) {
    device = UInt(entry.st_dev)
    inode = UInt(entry.st_ino)
    byteCount = Int(entry.st_size)
    modifiedTimes = [entry.st_mtim.tv_sec, entry.st_mtim.tv_nsec]
    changedTimes = [entry.st_ctim.tv_sec, entry.st_ctim.tv_nsec]
  }

  package init?(path: String) {
    var entry = stat()
    guard unsafe lstat(path, &entry) == 0, entry.st_mode & S_IFMT == S_IFREG else { return nil }
    self.init(entry)
  }

  /// Returns whether a perhaps renamed file seems unchanged, by size and modification time. Renaming updates the time of the last metadata change.
  package func hasSameBytes(as other: FileIdentity) -> Bool {
    byteCount == other.byteCount && modifiedTimes == other.modifiedTimes
  }

  /// Returns whether the contents or metadata changed at or after a time, in seconds since 1970.
  package func isChanged(since time: Int) -> Bool { changedTimes[0] >= time }

  /// The identity as text, for comparison in later runs. The device isn't included, because its number can change after a restart.
  package var text: String {
    "\(inode) \(byteCount) \(modifiedTimes[0]).\(modifiedTimes[1]) \(changedTimes[0]).\(changedTimes[1])"
  }
}

/// Calculates the SHA-256 digest of data that arrives in parts.
package struct SHA256 {
  private var state = sha256_ctx()

  package init() { unsafe nettle_sha256_init(&state) }

  package mutating func update(_ bytes: [UInt8], count: Int) { unsafe nettle_sha256_update(&state, count, bytes) }

  /// Returns the digest of the data since the last call, in hexadecimal digits.
  package mutating func digest() -> String {
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
    unsafe nettle_sha256_digest(&state, digest.count, &digest)
    let digits = Array("0123456789abcdef")
    return String(digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }
}

extension SHA256 {
  package static func digest(of bytes: [UInt8]) -> String {
    var digest = SHA256()
    digest.update(bytes, count: bytes.count)
    return digest.digest()
  }

  /// Returns the HMAC-SHA256 of bytes (RFC 2104), in hexadecimal digits.
  package static func authentication(of bytes: [UInt8], key: [UInt8]) -> String {
    var state = hmac_sha256_ctx()
    unsafe nettle_hmac_sha256_set_key(&state, key.count, key)
    unsafe nettle_hmac_sha256_update(&state, bytes.count, bytes)
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
    unsafe nettle_hmac_sha256_digest(&state, digest.count, &digest)
    let digits = Array("0123456789abcdef")
    return String(digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }
}
