// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
internal import DocScanCore
internal import DocScanNative
internal import Glibc

/// The worker's end of the socket to its parent: descriptor 3, away from standard output, to which libraries print.
struct WorkerChannel: ~Copyable {
  /// Its number, in every worker.
  static let number: Int32 = 3
  private let descriptor = number
  private var buffer = FrameBuffer()

  /// A request, and the files that came with it.
  struct Arrival {
    var request: WorkerRequest
    var files: [InputFile]
  }

  /// The next request; nil when the parent has gone.
  mutating func receive() throws -> Arrival? {
    var received: [InputFile] = []
    while true {
      if let request = try buffer.next(WorkerRequest.self) {
        let names = request.fileNames
        guard received.count == names.count else {
          throw FrameBuffer.Violation(message: "\(received.count) files for a request with \(names.count)")
        }
        for (file, name) in zip(received, names) { file.name = name }
        return Arrival(request: request, files: received)
      }
      var descriptors = [Int32](repeating: -1, count: DocumentSource.filesPerRequest)
      var count = descriptors.count
      let chunk = unsafe [UInt8](unsafeUninitializedCapacity: 64 << 10) { bytes, filled in
        filled = unsafe max(0, linux_receive(descriptor, bytes.baseAddress, bytes.count, &descriptors, &count))
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
    let number = Int32(DocumentSource.filesPerRequest)
    let next = fcntl(descriptor, F_DUPFD_CLOEXEC, number)
    guard next >= 0 else { return false }
    close(next)
    return next == number
  }

  /// Tells which stage has the page; whether the parent is still there, the reply will show.
  func tell(stage: String) {
    do {
      _ = try send(.stage(stage))
    } catch {
      // A name can always be encoded.
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
