// SPDX-License-Identifier: GPL-3.0-or-later

internal import FoundationEssentials

/// A message between parent and worker. What its body is depends on its name, and for a reply on what was asked.
public struct Message: Sendable {
  /// In bytes; a longer name is a violation of the protocol.
  static let longestName = 64

  public let name: String
  private let content: Data

  init(name: String, content: some Sequence<UInt8>) {
    self.name = name
    self.content = Data(content)
  }

  /// The body as what it should be.
  public func body<Body: Decodable>(_ type: Body.Type) throws(FrameBuffer.Violation) -> Body {
    do {
      return try JSONDecoder().decode(type, from: content)
    } catch {
      throw FrameBuffer.Violation(message: "\(error)")
    }
  }
}
