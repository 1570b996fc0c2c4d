// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
internal import DocScanFiles
internal import FoundationEssentials
internal import Glibc

/// A process that writes a record, because the worker may not write files while it answers most requests.
package final class RecordWriter {
  /// The first argument of the program that becomes the writer. The second one is the record's path.
  package static let word = "--write"
  private static let socket: Int32 = 3
  private static let (keySize, countSize) = (64, 8)

  private let channel: OpenFile

  /// Starts the writer. It ends when this object is deallocated.
  package init?(program: String, path: String) {
    var ends: [Int32] = [-1, -1]
    guard unsafe linux_socket_pair(&ends) == 0 else { return nil }
    channel = OpenFile(descriptor: ends[0])
    let other = OpenFile(descriptor: ends[1])
    guard let log = OpenFile(path: "/dev/null") else { return nil }
    let arguments = [program, Self.word, path]
    let words = unsafe arguments.map { unsafe strdup($0) }
    defer { unsafe words.forEach { unsafe free($0) } }
    guard unsafe linux_spawn_worker(program, words + [nil], other.descriptor, log.descriptor) > 0 else { return nil }
  }

  /// Adds an entry, and waits until it is written.
  package func add(_ key: String, _ entry: [UInt8]) {
    let count = (0..<Self.countSize).reversed().map { UInt8(truncatingIfNeeded: entry.count >> ($0 * 8)) }
    var rest = (Array(key.utf8) + count + entry)[...]
    while !rest.isEmpty {
      let sent = unsafe rest.withUnsafeBytes { bytes in
        unsafe Glibc.send(channel.descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
      }
      guard sent > 0 else { return }
      rest = rest.dropFirst(sent)
    }
    _ = Self.read(1, from: channel.descriptor)
  }

  /// Writes the entries that arrive, until the worker ends.
  package static func run(path: String) {
    removeFileLimit()
    guard let record = RecordFile(path: path) else { return }
    while let head = read(keySize + countSize, from: socket) {
      let count = head[keySize...].reduce(0) { $0 << 8 | Int($1) }
      guard let entry = read(count, from: socket) else { return }
      record.add(String(decoding: head[..<keySize], as: UTF8.self), entry)
      _ = unsafe write(socket, head, 1)
    }
  }

  private static func read(_ count: Int, from descriptor: Int32) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let got = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe Glibc.read(descriptor, buffer.baseAddress?.advanced(by: filled), count - filled)
      }
      guard got > 0 else { return nil }
      filled += got
    }
    return bytes
  }
}

/// Lets this process write files of any size again, and returns the previous limit.
@discardableResult
func removeFileLimit() -> rlimit {
  let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
  var before = rlimit()
  unsafe getrlimit(resource, &before)
  var limit = rlimit(rlim_cur: before.rlim_max, rlim_max: before.rlim_max)
  unsafe setrlimit(resource, &limit)
  return before
}
