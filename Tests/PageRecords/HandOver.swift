// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
package import DocScanFiles
package import DocScanWire
internal import Glibc

/// The requests and the files of the last one, which RecordedWorker hands over to the worker when it becomes it.
package struct HandOver {
  private static let word = "--answer"
  /// The descriptor of the requests, after that of the parent's socket. The files follow.
  private static let first: Int32 = 4

  private let count: Int
  /// The path of the record, whose files RecordedWorker has just compared.
  package let record: String

  /// Parses the arguments of the worker. Returns `nil` if nothing was handed over.
  package init?(arguments: [String]) {
    guard arguments.count == 4, arguments[1] == Self.word, let count = Int(arguments[2]) else { return nil }
    (self.count, record) = (count, arguments[3])
  }

  /// The descriptors of the last request's files.
  package var files: [Int32] { (0..<Int32(count)).map { Self.first + 1 + $0 } }

  package func messages() throws -> [Message] {
    let file = OpenFile(descriptor: Self.first)
    var buffer = FrameBuffer()
    buffer.append(file.read(at: 0, count: file.byteCount) ?? [])
    var messages: [Message] = []
    while let message = try buffer.next() { messages.append(message) }
    return messages
  }

  /// Becomes the worker, which performs the requests and only answers the last one. Returns if that fails.
  package static func become(_ program: String, record: String, frames: [[UInt8]], files: [OpenFile]) {
    let bytes = frames.flatMap(\.self)
    // The limit is for files of the current request.
    var limit = removeFileLimit()
    let requests = OpenFile(descriptor: unsafe linux_memory_file(bytes, bytes.count))
    unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    // The descriptors first move out of the way of those that they get. Copies stay open in the new program.
    let all = [requests] + files
    let moved = all.map { fcntl($0.descriptor, F_DUPFD_CLOEXEC, first + Int32(all.count)) }
    for (index, descriptor) in moved.enumerated() { dup2(descriptor, first + Int32(index)) }
    run(program, [word, "\(files.count)", record])
  }

  /// Becomes the worker with these arguments. Returns if that fails.
  package static func run(_ program: String, _ arguments: [String]) {
    let words = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
    _ = unsafe execv(program, words)
  }
}
