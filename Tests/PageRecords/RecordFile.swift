// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFiles
internal import Glibc

/// A file of entries that processes add at the same time. The worker only reads it, and opens it before it enters its sandbox.
///
/// Each entry is a header and its contents. The header is written last and all is written under a lock, so that a killed process leaves no part of
/// an entry that another process could see. Nevertheless, contents are compared with their digest.
package final class RecordFile {
  private static let mark = "docscan-pages/1\n"
  private static let headerSize = 16 + 64 + 64 + 16
  /// How often to try to get the lock, and the pause between two attempts in microseconds.
  private static let (attempts, pause): (Int, UInt32) = (200, 10_000)

  private struct Entry {
    var offset: Int
    var count: Int
  }

  private let file: OpenFile
  /// The entries by the beginnings of their keys, because every process reads the headers of all.
  private var entries: [UInt64: Entry] = [:]
  /// The end of the last entry that is known.
  private var end = 0

  package init?(path: String) {
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { return nil }
    file = OpenFile(descriptor: descriptor)
  }

  /// Returns the contents of the entry with this key, or `nil` if there is none.
  package func contents(_ key: String) -> [UInt8]? {
    readHeaders()
    guard let entry = entries[Self.number(key.utf8.prefix(16))],
      let header = file.read(at: entry.offset - Self.headerSize, count: Self.headerSize),
      let bytes = file.read(at: entry.offset, count: entry.count), bytes.count == entry.count,
      header[16...].starts(with: (key + RecordFile.digest(bytes)).utf8)
    else { return nil }
    return bytes
  }

  /// Adds an entry. Does nothing if that fails, because the page is then just read again.
  package func add(_ key: String, _ contents: [UInt8]) {
    guard lock() else { return }
    defer { unlock() }
    readHeaders()
    let digits = String(contents.count, radix: 16)
    let count = String(repeating: "0", count: 16 - digits.count) + digits
    let header = Array((Self.mark + key + RecordFile.digest(contents) + count).utf8)
    let start = end + Self.headerSize
    guard header.count == Self.headerSize, entries[Self.number(key.utf8.prefix(16))] == nil,
      ftruncate(file.descriptor, off_t(end)) == 0, write(contents, at: start), write(header, at: end)
    else { return }
    readHeaders()
  }

  package static func digest(_ bytes: [UInt8]) -> String {
    var digest = SHA256()
    digest.update(bytes, count: bytes.count)
    return digest.digest()
  }

  /// Reads the headers that were added since the last call.
  private func readHeaders() {
    while let bytes = file.read(at: end, count: Self.headerSize), bytes.count == Self.headerSize {
      let count = Int(truncatingIfNeeded: Self.number(bytes[144..<160]))
      guard bytes.starts(with: Self.mark.utf8), (0...file.byteCount).contains(count) else { return }
      let entry = Entry(offset: end + Self.headerSize, count: count)
      guard entry.offset + count <= file.byteCount else { return }
      entries[Self.number(bytes[16..<32])] = entry
      end = entry.offset + count
    }
  }

  /// Returns the value of hexadecimal digits.
  private static func number(_ digits: some Sequence<UInt8>) -> UInt64 {
    digits.reduce(0) { $0 << 4 | UInt64($1 < UInt8(ascii: "a") ? $1 & 15 : $1 - UInt8(ascii: "a") + 10) }
  }

  private func write(_ bytes: [UInt8], at offset: Int) -> Bool {
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe pwrite(
          file.descriptor, buffer.baseAddress?.advanced(by: written), bytes.count - written, off_t(offset + written))
      }
      guard count > 0 else { return false }
      written += count
    }
    return true
  }

  private func lock() -> Bool {
    for _ in 0..<Self.attempts {
      if setLock(F_WRLCK) { return true }
      usleep(Self.pause)
    }
    return false
  }

  private func unlock() { _ = setLock(F_UNLCK) }

  private func setLock(_ kind: Int32) -> Bool {
    var lock = Glibc.flock()
    lock.l_type = Int16(kind)
    lock.l_whence = Int16(SEEK_SET)
    return unsafe fcntl(file.descriptor, F_SETLK, &lock) == 0
  }
}
