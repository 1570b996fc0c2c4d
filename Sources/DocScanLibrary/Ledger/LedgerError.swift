// SPDX-License-Identifier: GPL-3.0-or-later

/// Why a ledger or a chart cannot be made.
package struct LedgerError: Error, CustomStringConvertible, Sendable {
  /// What is to be done about it.
  package enum Kind: Sendable {
    /// Something else has to be asked for.
    case usage
    /// There is no library.
    case noInput
    /// A program is missing.
    case missingPart
    /// Something cannot be written.
    case output
  }

  package let kind: Kind
  /// A sentence for people.
  package let description: String

  package init(_ description: String, kind: Kind = .usage) { (self.description, self.kind) = (description, kind) }
}
