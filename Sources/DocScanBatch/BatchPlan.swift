// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// What a run would do, found without writing anything.
package struct BatchPlan: Hashable, Sendable {
  /// The documents, in the order in which they would be processed.
  package var documents: [Document]
  /// Inputs that are missing, and files that would be ignored.
  package var others: [DocumentOutcome]

  /// A document of a run to come.
  package struct Document: Hashable, Sendable {
    /// The name in the output folder.
    package var name: String
    /// The input file or folder.
    package var source: String
    /// The number of pages that would be processed; nil if they cannot be counted.
    package var pages: Int?
    /// What would become of it.
    package var action: Action
    /// What a person should know of it: why it has this name, or why its pages cannot be counted.
    package var notes: [String]
  }

  /// What would become of a document.
  package enum Action: Hashable, Sendable {
    /// There is no result yet.
    case new
    /// There is one, and it would be made again for this reason.
    case again(String)
    /// There is one that would be left as it is.
    case unchanged
  }
}
