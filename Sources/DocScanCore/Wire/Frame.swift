// SPDX-License-Identifier: GPL-3.0-or-later

internal import FoundationEssentials

/// The framing of messages between parent and worker: a length of four bytes, big-endian, then JSON.
public enum Frame {
  /// A longer message is a violation of the protocol.
  public static let maximumLength = 64 << 20

  /// One message, framed.
  public static func encode(_ message: some Encodable) throws -> [UInt8] {
    let body = try JSONText.compact(message)
    let length = UInt32(body.count)
    return [UInt8(length >> 24), UInt8(length >> 16 & 255), UInt8(length >> 8 & 255), UInt8(length & 255)] + body
  }
}

/// Collects bytes as they arrive and gives back whole messages.
public struct FrameBuffer: Sendable {
  /// The bytes are not a frame.
  public struct Violation: Error, Sendable {
    public let message: String

    public init(message: String) { self.message = message }
  }

  private var bytes: [UInt8] = []
  private var start = 0

  public init() {}

  /// Adds bytes that arrived.
  public mutating func append(_ new: some Sequence<UInt8>) { bytes.append(contentsOf: new) }

  /// The next whole message, or nil when more bytes are needed.
  public mutating func next<Message: Decodable>(_ type: Message.Type) throws -> Message? {
    guard bytes.count - start >= 4 else { return nil }
    let length = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
    guard length <= Frame.maximumLength else { throw Violation(message: "a message of \(length) bytes") }
    guard bytes.count - start >= 4 + length else { return nil }
    let body = Data(bytes[start + 4..<start + 4 + length])
    start += 4 + length
    if start == bytes.count || start > 1 << 20 {
      bytes.removeFirst(start)
      start = 0
    }
    return try JSONDecoder().decode(type, from: body)
  }
}
