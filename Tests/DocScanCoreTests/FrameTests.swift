// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: messages between parent and worker arrive whole or are rejected.

import DocScanCore
import DocScanWire
import Testing

@Suite("Frames between parent and worker")
struct FrameTests {
  @Test("Receives whole messages however the bytes are split", arguments: [1, 2, 3, 7, 1000])
  func cutBytes(size: Int) throws {
    let messages = ["first", "", "third \u{1F600}", String(repeating: "x", count: 5000)]
    let bytes = try messages.flatMap { try Frame.encode("text", $0) }
    var buffer = FrameBuffer()
    var received: [String] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      buffer.append(bytes[start..<min(start + size, bytes.count)])
      while let message = try buffer.next() { received.append(try message.body(String.self)) }
    }
    #expect(received == messages)
  }

  @Test("Rejects a length beyond the limit without allocating")
  func hugeLength() {
    var buffer = FrameBuffer()
    buffer.append([0xFF, 0xFF, 0xFF, 0xFF, 0x22])
    #expect(throws: InvalidInput.self) { try buffer.next() }
  }

  @Test("Rejects bytes that aren't a message", arguments: ["hello", String(repeating: "x", count: 65) + "\n1"])
  func garbage(text: String) {
    var buffer = FrameBuffer()
    buffer.append([0, 0, 0, UInt8(text.utf8.count)] + Array(text.utf8))
    #expect(throws: InvalidInput.self) { try buffer.next() }
  }

  @Test("Rejects a body of another type")
  func otherBody() throws {
    var buffer = FrameBuffer()
    buffer.append(try Frame.encode(.done, "a text"))
    let message = try #require(try buffer.next())
    #expect(message.name == "done")
    #expect(throws: InvalidInput.self) { try message.body(Inspection.self) }
    #expect(try message.body(String.self) == "a text")
  }

  @Test("Limits the size of a worker's files and its time by the request")
  func bounds() throws {
    let limits = try Pipeline(value: [:], stages: [], writers: []).limits
    let page = PageReference(number: 1, source: "a.pdf", sourcePage: 1)
    let verify = VerifyRequest(
      pdf: "a.pdf", original: "b.pdf", originalPageCount: 9, pageCount: 9, checksFile: false, pages: [])
    #expect(InspectRequest(fileNames: ["a"]).largestFile(bytes: 100, limits: limits) == 0)
    #expect(GraftRequest(pages: []).largestFile(bytes: 100, limits: limits) == 800 + 64 << 20)
    #expect(GraftRequest(pages: [.init(number: 1, source: .original)]).seconds(perPage: 60) == 61)
    #expect(
      SurveyRequest(pages: [.init(file: 0, page: 1), .init(file: 0, page: 2)], fileNames: ["a"]).seconds(perPage: 60)
        == 120)
    #expect(verify.fileNames == ["a.pdf", "b.pdf"] && verify.seconds(perPage: 60) == 60)
    let request = PageRequest(
      document: DocumentReference(name: "a", sha256: "", pageCount: 1), page: page, wantsPicture: .never, effort: .full,
      fileStem: "1-0")
    #expect(request.fileNames == ["a.pdf"])
    #expect(request.largestFile(bytes: 1 << 40, limits: limits) == 1 << 40 + 1 << 20)
  }
}
