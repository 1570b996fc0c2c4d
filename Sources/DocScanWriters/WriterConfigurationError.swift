// SPDX-License-Identifier: GPL-3.0-or-later

/// A problem with a writer in a pipeline.
public struct WriterConfigurationError: Hashable, Sendable {
  /// The setting with the problem, or `nil` if no single setting causes it.
  public var key: String?
  /// The problem as a sentence for the user.
  public var message: String

  /// Creates a problem.
  ///
  /// - Parameters:
  ///   - message: The problem as a sentence for the user.
  ///   - key: The setting with the problem.
  public init(_ message: String, key: String? = nil) { (self.message, self.key) = (message, key) }
}
