// SPDX-License-Identifier: GPL-3.0-or-later

internal import FoundationEssentials

/// A kind of work that the parent asks of a worker: what is sent, and what comes back. Each request gets one answer.
///
/// Files travel beside a request as open descriptors: a worker opens no document by itself.
package protocol JobRequest: Codable, Sendable {
  /// What a worker answers.
  associatedtype Reply: JobReply
  /// What the request is called on the socket.
  static var name: String { get }
  /// The names of the files that come with the request, in their order: for messages.
  var fileNames: [String] { get }
  /// How long a worker may take, in seconds, where a page may take `perPage`.
  func seconds(perPage: Double) -> Double
  /// The size of the largest file that a worker may write, in bytes; `bytes` is that of the request's files together.
  func largestFile(bytes: Int, limits: LimitSettings) -> Int
}

extension JobRequest {
  package var fileNames: [String] { [] }

  package func seconds(perPage: Double) -> Double { perPage }

  package func largestFile(bytes: Int, limits: LimitSettings) -> Int { 0 }
}

/// What a worker answers when it has done what it was asked.
package protocol JobReply: Codable, Sendable {
  /// The reply with texts of a length that a person reads: they may quote a document, or be made by one.
  var bounded: Self { get }
}

extension JobReply {
  package var bounded: Self { self }
}

/// A message that is cut to a length that a person reads.
func boundedMessage(_ text: String) -> String { String(text.prefix(2000)) }

/// Messages that are cut to a number and a length that a person reads.
func boundedNotes(_ notes: [String]) -> [String] { notes.prefix(100).map(boundedMessage) }

/// What a worker says while it has a request. On the socket, each case is a message of that name.
package enum WorkerAnswer<Reply: Sendable>: Sendable {
  /// A notice: the stage that has the page from now on.
  case stage(String)
  /// It is done.
  case done(Reply)
  /// It cannot be done.
  case failed(PageFailure)
  /// The worker lacks something that the pipeline asks for.
  case misconfigured(PipelineError)

  /// What an answer is called on the socket.
  package enum Name: String, Sendable {
    /// A stage begins.
    case stage
    /// The reply.
    case done
    /// A `PageFailure`.
    case failed
    /// A `PipelineError`.
    case misconfigured
  }
}

extension WorkerAnswer where Reply == Message {
  /// What a message says; the reply itself is for whoever knows what was asked.
  package init(_ message: Message) throws(InvalidInput) {
    switch Name(rawValue: message.name) {
    case .stage: self = .stage(try message.body(String.self))
    case .done: self = .done(message)
    case .failed: self = .failed(try message.body(PageFailure.self).bounded)
    case .misconfigured: self = .misconfigured(try message.body(PipelineError.self).bounded)
    case nil: throw InvalidInput("a message of no known name")
    }
  }

  /// The answer to a request of a kind.
  package func reply<Request: JobRequest>(to _: Request.Type) throws(InvalidInput) -> WorkerAnswer<
    Request.Reply
  > {
    switch self {
    case .stage(let stage): .stage(stage)
    case .done(let message): .done(try message.body(Request.Reply.self).bounded)
    case .failed(let failure): .failed(failure)
    case .misconfigured(let error): .misconfigured(error)
    }
  }
}

extension PageFailure {
  /// The failure with texts of a length that a person reads.
  package var bounded: Self {
    Self(
      kind: kind, stage: String(stage.prefix(100)), message: boundedMessage(message),
      signal: signal.map { String($0.prefix(100)) })
  }
}

extension PipelineError {
  /// The error with a text of a length that a person reads.
  var bounded: Self {
    switch self {
    case .invalid(let path, let message): .invalid(path: boundedMessage(path), message: boundedMessage(message))
    case .missingPart(let message): .missingPart(message: boundedMessage(message))
    }
  }
}

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
