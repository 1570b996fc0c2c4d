// SPDX-License-Identifier: GPL-3.0-or-later

/// Why nothing can be looked for.
public struct SearchError: Error, CustomStringConvertible, Sendable {
  /// What is to be done about it.
  public enum Kind: Sendable {
    /// Something else has to be asked for.
    case usage
    /// There is no library.
    case noInput
    /// The index cannot be kept.
    case output
  }

  public let kind: Kind
  /// A sentence for people.
  public let description: String

  public init(_ description: String, kind: Kind = .usage) { (self.description, self.kind) = (description, kind) }
}
