// SPDX-License-Identifier: GPL-3.0-or-later

internal import FoundationEssentials

/// The framing of messages between parent and worker: a length of four bytes, big-endian; a name in a line; then JSON.
package enum Frame {
  /// A longer message is a violation of the protocol.
  package static let maximumLength = 64 << 20
  /// So many files go with one message: the kernel passes few at once, and a worker may have few open.
  package static let mostFiles = 64

  /// One message, framed.
  package static func encode(_ name: String, _ body: some Encodable) throws -> [UInt8] {
    let content = Array("\(name)\n".utf8) + (try JSONText.compact(body))
    let length = UInt32(content.count)
    return [UInt8(length >> 24), UInt8(length >> 16 & 255), UInt8(length >> 8 & 255), UInt8(length & 255)] + content
  }

  /// A request, framed.
  package static func encode<Request: JobRequest>(_ request: Request) throws -> [UInt8] {
    try encode(Request.name, request)
  }

  /// An answer, framed.
  package static func encode(_ name: WorkerAnswer<Message>.Name, _ body: some Encodable) throws -> [UInt8] {
    try encode(name.rawValue, body)
  }
}

/// Collects bytes as they arrive and gives back whole messages.
package struct FrameBuffer: Sendable {
  private var bytes: [UInt8] = []
  private var start = 0

  /// A buffer without bytes.
  package init() {}

  /// Adds bytes that arrived.
  package mutating func append(_ new: some Sequence<UInt8>) { bytes.append(contentsOf: new) }

  /// The next whole message, or nil when more bytes are needed.
  package mutating func next() throws(InvalidInput) -> Message? {
    guard bytes.count - start >= 4 else { return nil }
    let length = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
    guard length <= Frame.maximumLength else { throw InvalidInput("a message of \(length) bytes") }
    guard bytes.count - start >= 4 + length else { return nil }
    let content = bytes[start + 4..<start + 4 + length]
    guard let end = content.prefix(Message.longestName + 1).firstIndex(of: UInt8(ascii: "\n")) else {
      throw InvalidInput("a message without a name")
    }
    let message = Message(name: String(decoding: content[..<end], as: UTF8.self), content: content[(end + 1)...])
    start += 4 + length
    if start == bytes.count || start > 1 << 20 {
      bytes.removeFirst(start)
      start = 0
    }
    return message
  }
}

/// A message between parent and worker. What its body is depends on its name, and for a reply on what was asked.
package struct Message: Sendable {
  /// In bytes; a longer name is a violation of the protocol.
  static let longestName = 64

  /// What it is called: a request's name, or a kind of answer.
  package let name: String
  private let content: Data

  init(name: String, content: some Sequence<UInt8>) {
    self.name = name
    self.content = Data(content)
  }

  /// The body as what it should be.
  package func body<Body: Decodable>(_ type: Body.Type) throws(InvalidInput) -> Body {
    do {
      return try JSONDecoder().decode(type, from: content)
    } catch {
      throw InvalidInput("\(error)")
    }
  }
}
