// SPDX-License-Identifier: GPL-3.0-or-later

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
