// SPDX-License-Identifier: GPL-3.0-or-later

/// Why nothing can be looked for.
package struct SearchError: Error, CustomStringConvertible, Sendable {
  /// What is to be done about it.
  package enum Kind: Sendable {
    /// Something else has to be asked for.
    case usage
    /// There is no library.
    case noInput
    /// The index cannot be kept.
    case output
  }

  package let kind: Kind
  /// A sentence for people.
  package let description: String

  package init(_ description: String, kind: Kind = .usage) { (self.description, self.kind) = (description, kind) }
}
