// SPDX-License-Identifier: GPL-3.0-or-later

/// The check of whether documents need a revision for new edits, and its result.
package enum Revision {
  /// The result of applying edits to a document, or to all documents from one input.
  package struct Outcome: Hashable, Sendable {
    package var name: String
    package var applied = 0
    /// The IDs of edits that no longer fit the text.
    package var unfit: [String] = []
    package var renamed: String?
    /// Sentences that explain why the files weren't changed, or `nil`.
    package var problem: String?

    package init(name: String, applied: Int = 0, unfit: [String] = [], renamed: String? = nil, problem: String? = nil) {
      (self.name, self.applied, self.unfit, self.renamed, self.problem) = (name, applied, unfit, renamed, problem)
    }
  }

  package static func isDue(_ document: StoredDocument) -> Bool { document.undeliveredEdits != nil }

  /// Returns the digests of the files with edits, by the documents' folders.
  package static func decisions(about documents: [StoredDocument]) -> [String: String] {
    documents.reduce(into: [:]) { $0[$1.folder] = $1.edits.sha256 ?? "" }
  }
}
