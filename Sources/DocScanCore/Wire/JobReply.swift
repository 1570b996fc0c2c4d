// SPDX-License-Identifier: GPL-3.0-or-later

/// What a worker answers when it has done what it was asked.
public protocol JobReply: Codable, Sendable {
  /// The reply with texts of a length that a person reads: they may quote a document, or be made by one.
  var bounded: Self { get }
}

extension JobReply {
  public var bounded: Self { self }
}

/// A message that is cut to a length that a person reads.
func boundedMessage(_ text: String) -> String { String(text.prefix(2000)) }

/// Messages that are cut to a number and a length that a person reads.
func boundedNotes(_ notes: [String]) -> [String] { notes.prefix(100).map(boundedMessage) }
