// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import FoundationEssentials

/// A kind of request from the parent to a worker, with one reply. Files are sent as open descriptors: workers can't open documents.
package protocol JobRequest: Codable, Sendable {
  associatedtype Reply: JobReply
  static var name: String { get }
  /// The names of the attached files in order, for error messages.
  var fileNames: [String] { get }
  /// Returns the time limit for the request in seconds, given the limit for a page.
  func seconds(perPage: Double) -> Double
  /// Returns the maximum size of a file that the worker may write, in bytes. `bytes` is the total size of the attached files.
  func largestFile(bytes: Int, limits: LimitSettings) -> Int
}

extension JobRequest {
  package var fileNames: [String] { [] }

  package func seconds(perPage: Double) -> Double { perPage }

  package func largestFile(bytes: Int, limits: LimitSettings) -> Int { 0 }
}

/// The reply to a completed request.
package protocol JobReply: Codable, Sendable {
  /// The reply with its texts truncated to a readable length, because they may contain text from an untrusted document.
  var bounded: Self { get }
}

extension JobReply {
  package var bounded: Self { self }
}

func boundedMessage(_ text: String) -> String { String(text.prefix(2000)) }

func boundedNotes(_ notes: [String]) -> [String] { notes.prefix(100).map(boundedMessage) }

/// A message from a worker about its current request.
package enum WorkerAnswer<Reply: Sendable>: Sendable {
  case stage(String)
  case password(PasswordQuestion)
  case done(Reply)
  case failed(PageFailure)
  /// A part that the pipeline needs is missing.
  case misconfigured(PipelineError)

  package enum Name: String, Sendable {
    case stage
    case password
    case done
    case failed
    case misconfigured
  }
}

extension WorkerAnswer where Reply == Message {
  /// Parses a message. A reply isn't decoded, because its type depends on the request.
  package init(_ message: Message) throws(InvalidInput) {
    switch Name(rawValue: message.name) {
    case .stage: self = .stage(try message.body(String.self))
    case .password: self = .password(try message.body(PasswordQuestion.self))
    case .done: self = .done(message)
    case .failed: self = .failed(try message.body(PageFailure.self).bounded)
    case .misconfigured: self = .misconfigured(try message.body(PipelineError.self).bounded)
    case nil: throw InvalidInput("a message of no known name")
    }
  }

  package func reply<Request: JobRequest>(to _: Request.Type) throws(InvalidInput) -> WorkerAnswer<
    Request.Reply
  > {
    switch self {
    case .stage(let stage): .stage(stage)
    case .password(let question): .password(question)
    case .done(let message): .done(try message.body(Request.Reply.self).bounded)
    case .failed(let failure): .failed(failure)
    case .misconfigured(let error): .misconfigured(error)
    }
  }
}

/// A worker's question for the next password to try on a locked PDF.
package struct PasswordQuestion: Codable, Sendable {
  /// The index of the PDF among the files of the request.
  package var file: Int
  /// The number of passwords that don't fit.
  package var tried: Int

  package init(file: Int, tried: Int) { (self.file, self.tried) = (file, tried) }
}

/// The parent's answer, without a password if there is none.
package struct PasswordReply: Codable, Sendable {
  package var password: String?

  package init(_ password: String?) { self.password = password }
}

extension PageFailure {
  package var bounded: Self {
    Self(
      kind: kind, stage: String(stage.prefix(100)), message: boundedMessage(message),
      signal: signal.map { String($0.prefix(100)) })
  }
}

extension PipelineError {
  var bounded: Self {
    switch self {
    case .invalid(let path, let message): .invalid(path: boundedMessage(path), message: boundedMessage(message))
    case .missingPart(let message): .missingPart(message: boundedMessage(message))
    }
  }
}

/// The framing of messages: a big-endian length of four bytes, the name followed by a line feed, and JSON.
package enum Frame {
  /// The maximum length of a message, in bytes.
  package static let maximumLength = 64 << 20
  /// The maximum number of files per message, because the kernel limits the descriptors per message and per process.
  package static let mostFiles = 64

  package static func encode(_ name: String, _ body: some Encodable) throws -> [UInt8] {
    let content = Array("\(name)\n".utf8) + (try JSONText.compact(body))
    let length = UInt32(content.count)
    return [UInt8(length >> 24), UInt8(length >> 16 & 255), UInt8(length >> 8 & 255), UInt8(length & 255)] + content
  }

  package static func encode<Request: JobRequest>(_ request: Request) throws -> [UInt8] {
    try encode(Request.name, request)
  }

  package static func encode(_ name: WorkerAnswer<Message>.Name, _ body: some Encodable) throws -> [UInt8] {
    try encode(name.rawValue, body)
  }
}

/// Collects received bytes and extracts complete messages.
package struct FrameBuffer: Sendable {
  private var bytes: [UInt8] = []
  private var start = 0

  package init() {}

  package mutating func append(_ new: some Sequence<UInt8>) { bytes.append(contentsOf: new) }

  /// Returns the next complete message, or `nil` if more bytes are needed.
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

/// A message between parent and worker. The type of its body depends on its name and, for a reply, on the request.
package struct Message: Sendable {
  /// The maximum length of a name, in bytes.
  static let longestName = 64

  package let name: String
  private let content: Data

  init(name: String, content: some Sequence<UInt8>) {
    self.name = name
    self.content = Data(content)
  }

  package func body<Body: Decodable>(_ type: Body.Type) throws(InvalidInput) -> Body {
    do {
      return try JSONDecoder().decode(type, from: content)
    } catch {
      throw InvalidInput("\(error)")
    }
  }
}
