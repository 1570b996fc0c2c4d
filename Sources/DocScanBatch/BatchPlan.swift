// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// The result of a dry run.
package struct BatchPlan: Hashable, Sendable {
  package var documents: [Document]
  /// The missing inputs and ignored files.
  package var others: [DocumentOutcome]

  /// A document that the run would process or skip.
  package struct Document: Hashable, Sendable {
    package var name: String
    /// The input file or folder.
    package var source: String
    /// The number of pages to process, or `nil` if they can't be counted.
    package var pages: Int?
    package var action: Action
    /// Messages for the user, such as the reason for an unexpected name or for pages that can't be counted.
    package var notes: [String]
  }

  /// The action for a document.
  package enum Action: Hashable, Sendable {
    /// Process the document, which has no result yet.
    case new
    /// Process the document again, for this reason.
    case again(String)
    /// Keep the existing result.
    case unchanged
  }
}
