// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
internal import DocScanCore
internal import DocScanNative
internal import DocScanWire
internal import Glibc

/// The worker's end of the socket to its parent. Its descriptor is 3, because libraries print to standard output.
struct WorkerChannel: ~Copyable {
  static let number: Int32 = 3
  private var buffer = FrameBuffer()

  /// Returns the next message with its files, or `nil` if the parent has exited.
  mutating func receive() throws(InvalidInput) -> (message: Message, files: [InputFile])? {
    var received: [InputFile] = []
    while true {
      if let message = try buffer.next() { return (message, received) }
      var descriptors = [Int32](repeating: -1, count: Frame.mostFiles)
      var count = descriptors.count
      let chunk = unsafe [UInt8](unsafeUninitializedCapacity: 64 << 10) { bytes, filled in
        filled = unsafe max(0, linux_receive(Self.number, bytes.baseAddress, bytes.count, &descriptors, &count))
      }
      // `InputFile` closes the descriptors even if the request fails.
      received += descriptors.prefix(count).map { InputFile(adopting: $0, name: "") }
      guard !chunk.isEmpty else { return nil }
      buffer.append(chunk)
    }
  }

  /// Whether the files of another request can be received. They can't after libraries have leaked many descriptors.
  var hasRoom: Bool {
    // The kernel assigns the lowest free descriptor, so getting this one proves that few are open.
    let number = Int32(Frame.mostFiles)
    let next = fcntl(Self.number, F_DUPFD_CLOEXEC, number)
    guard next >= 0 else { return false }
    close(next)
    return next == number
  }

  /// Reports the page's current stage. A failure is ignored, because sending the answer also fails if the parent has exited.
  static func tell(stage: String) {
    do {
      _ = try send(.stage, stage)
    } catch {
      // A name can always be encoded.
    }
  }

  /// Asks the parent for the next password to try on a file of the current request. Returns `nil` if there is none.
  static func password(ofFile file: Int, tried: Int) -> String? {
    do {
      guard try send(.password, PasswordQuestion(file: file, tried: tried)) else { return nil }
      // The parent sends nothing else during a request.
      var channel = WorkerChannel()
      return try channel.receive()?.message.body(PasswordReply.self).password
    } catch {
      return nil
    }
  }

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
