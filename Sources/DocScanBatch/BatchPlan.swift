// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// The result of a dry run.
package struct BatchPlan: Hashable, Sendable {
  package var documents: [Document]
  /// The outcomes of inputs that can't be read, are duplicates, or aren't documents.
  package var others: [DocumentOutcome]

  /// A document that the run would process or skip.
  package struct Document: Hashable, Sendable {
    package var name: String
    package var source: String
    /// The number of pages to process, or `nil` if they can't be counted.
    package var pages: Int?
    package var action: Action
    /// Messages for the user, such as the reason for an unexpected name or for pages that can't be counted.
    package var notes: [String]
  }

  /// The action that a run would take on a document.
  package enum Action: Hashable, Sendable {
    case new
    /// Process the document again, for this reason.
    case again(String)
    case unchanged
  }
}
