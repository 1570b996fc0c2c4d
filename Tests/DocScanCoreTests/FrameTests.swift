// SPDX-License-Identifier: GPL-3.0-or-later

import DocScanCore
import Testing

@Suite("Frames between parent and worker")
struct FrameTests {
  @Test("Messages arrive whole, however the bytes are cut", arguments: [1, 2, 3, 7, 1000])
  func cutBytes(size: Int) throws {
    let messages = ["first", "", "third \u{1F600}", String(repeating: "x", count: 5000)]
    let bytes = try messages.flatMap { try Frame.encode($0) }
    var buffer = FrameBuffer()
    var received: [String] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      buffer.append(bytes[start..<min(start + size, bytes.count)])
      while let message = try buffer.next(String.self) { received.append(message) }
    }
    #expect(received == messages)
  }

  @Test("A length beyond the limit is a violation, not an allocation")
  func hugeLength() {
    var buffer = FrameBuffer()
    buffer.append([0xFF, 0xFF, 0xFF, 0xFF, 0x22])
    #expect(throws: FrameBuffer.Violation.self) { try buffer.next(String.self) }
  }

  @Test("Bytes that are no message are an error")
  func garbage() {
    var buffer = FrameBuffer()
    buffer.append([0, 0, 0, 5] + Array("hello".utf8))
    #expect(throws: (any Error).self) { try buffer.next(String.self) }
  }
}
