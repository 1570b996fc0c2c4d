// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
internal import DocScanCore
internal import DocScanNative
internal import Glibc

/// The worker's end of the socket to its parent: descriptor 3, away from standard output, to which libraries print.
struct WorkerChannel: ~Copyable {
  /// Its number, in every worker.
  static let number: Int32 = 3
  private var buffer = FrameBuffer()

  /// The next message, and the files that came with it; nil when the parent has gone.
  mutating func receive() throws(InvalidInput) -> (message: Message, files: [InputFile])? {
    var received: [InputFile] = []
    while true {
      if let message = try buffer.next() { return (message, received) }
      var descriptors = [Int32](repeating: -1, count: Frame.mostFiles)
      var count = descriptors.count
      let chunk = unsafe [UInt8](unsafeUninitializedCapacity: 64 << 10) { bytes, filled in
        filled = unsafe max(0, linux_receive(Self.number, bytes.baseAddress, bytes.count, &descriptors, &count))
      }
      // Owned from here on, so that they are closed whatever becomes of the request.
      received += descriptors.prefix(count).map { InputFile(adopting: $0, name: "") }
      guard !chunk.isEmpty else { return nil }
      buffer.append(chunk)
    }
  }

  /// Whether the files of another request can be received: libraries may leave files open.
  var hasRoom: Bool {
    // Numbers are given out from below: whoever has this one left few files open.
    let number = Int32(Frame.mostFiles)
    let next = fcntl(Self.number, F_DUPFD_CLOEXEC, number)
    guard next >= 0 else { return false }
    close(next)
    return next == number
  }

  /// Tells which stage has the page; whether the parent is still there, the answer will show.
  static func tell(stage: String) {
    do {
      _ = try send(.stage, stage)
    } catch {
      // A name can always be encoded.
    }
  }

  /// Sends an answer; false when the parent has gone.
  static func send(_ name: WorkerAnswer<Message>.Name, _ body: some Encodable) throws -> Bool {
    let frame = try Frame.encode(name, body)
    var sent = 0
    while sent < frame.count {
      let count = unsafe frame.withUnsafeBytes { bytes in
        unsafe Glibc.send(number, bytes.baseAddress?.advanced(by: sent), frame.count - sent, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }
}
