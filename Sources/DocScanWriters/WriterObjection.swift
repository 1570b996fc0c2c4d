// SPDX-License-Identifier: GPL-3.0-or-later

/// What is wrong with a writer's part of a pipeline.
public struct WriterObjection: Hashable, Sendable {
  /// The setting; nil if that is not to blame.
  public var key: String?
  /// A sentence for people.
  public var message: String

  /// A sentence, and the setting that is to blame.
  public init(_ message: String, key: String? = nil) { (self.message, self.key) = (message, key) }
}
