// SPDX-License-Identifier: GPL-3.0-or-later

internal import CNettle
package import Glibc

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

/// Which bytes a file holds, as far as that can be told without reading them.
///
/// It tells files apart, and a file from what it was before it was changed.
package struct FileIdentity: Hashable, Sendable {
  private let device: UInt
  private let inode: UInt
  /// How large it is.
  package let byteCount: Int
  private let modifiedTimes: [Int]
  /// Changes with the content and the name, and cannot be set by a program.
  private let changedTimes: [Int]

  /// When the bytes changed last: seconds since 1970, and nanoseconds.
  package var modified: (seconds: Int, nanoseconds: Int) { (modifiedTimes[0], modifiedTimes[1]) }

  /// What the system says of a file.
  package init(_ entry: stat) {
    device = UInt(entry.st_dev)
    inode = UInt(entry.st_ino)
    byteCount = Int(entry.st_size)
    modifiedTimes = [entry.st_mtim.tv_sec, entry.st_mtim.tv_nsec]
    changedTimes = [entry.st_ctim.tv_sec, entry.st_ctim.tv_nsec]
  }

  /// What is at a path now; nil when that is not a regular file.
  package init?(path: String) {
    var entry = stat()
    guard unsafe lstat(path, &entry) == 0, entry.st_mode & S_IFMT == S_IFREG else { return nil }
    self.init(entry)
  }

  /// Whether a file that was moved has the same bytes: the time of its last change in any respect is another one.
  package func hasSameBytes(as other: FileIdentity) -> Bool {
    byteCount == other.byteCount && modifiedTimes == other.modifiedTimes
  }

  /// Whether it got its bytes or its name at a time, in seconds since 1970, or later.
  package func isChanged(since time: Int) -> Bool { changedTimes[0] >= time }

  /// The identity as text, to be compared with later ones. The device is left out: its number may change at a restart.
  package var text: String {
    "\(inode) \(byteCount) \(modifiedTimes[0]).\(modifiedTimes[1]) \(changedTimes[0]).\(changedTimes[1])"
  }
}

/// SHA-256 of bytes that come in pieces. Bytes are only counted in, never interpreted.
package struct SHA256 {
  private var state = sha256_ctx()

  /// A digest of nothing yet.
  package init() { unsafe nettle_sha256_init(&state) }

  /// Takes the first bytes of a buffer.
  package mutating func update(_ bytes: [UInt8], count: Int) { unsafe nettle_sha256_update(&state, count, bytes) }

  /// The digest in hexadecimal digits, of everything that was taken since the last one.
  package mutating func digest() -> String {
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
    unsafe nettle_sha256_digest(&state, digest.count, &digest)
    let digits = Array("0123456789abcdef")
    return String(digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }
}

extension SHA256 {
  /// The code by which whoever has a key knows that bytes are from somebody else who has it (RFC 2104), in hexadecimal digits.
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
