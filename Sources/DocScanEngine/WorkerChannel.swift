// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import Glibc

/// The worker's end of the socket to its parent: descriptor 3, away from standard output, to which libraries print.
struct WorkerChannel: ~Copyable {
  private let descriptor: Int32 = 3
  private var buffer = FrameBuffer()

  /// The next request; nil when the parent has gone.
  mutating func receive() throws -> WorkerRequest? {
    while true {
      if let request = try buffer.next(WorkerRequest.self) { return request }
      let chunk = unsafe [UInt8](unsafeUninitializedCapacity: 64 << 10) { bytes, count in
        count = unsafe max(0, read(descriptor, bytes.baseAddress, bytes.count))
      }
      guard !chunk.isEmpty else { return nil }
      buffer.append(chunk)
    }
  }

  /// Sends a reply; false when the parent has gone.
  func send(_ reply: WorkerReply) throws -> Bool {
    let frame = try Frame.encode(reply)
    var sent = 0
    while sent < frame.count {
      let count = unsafe frame.withUnsafeBytes { bytes in
        unsafe Glibc.send(descriptor, bytes.baseAddress?.advanced(by: sent), frame.count - sent, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }
}
