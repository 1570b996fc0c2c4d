// SPDX-License-Identifier: GPL-3.0-or-later

/// An error in the configuration of a pipeline's writer.
public struct WriterConfigurationError: Hashable, Sendable {
  /// The setting with the problem, or `nil` if no single setting causes it.
  public var key: String?
  /// The problem as a sentence for the user.
  public var message: String

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - message: The problem as a sentence for the user.
  ///   - key: The setting with the problem.
  public init(_ message: String, key: String? = nil) { (self.message, self.key) = (message, key) }
}
