// SPDX-License-Identifier: GPL-3.0-or-later

/// Whether documents lack what people decided about them, and what became of that.
package enum Revision {
  /// What became of the decisions about what the journal knows by a name.
  package struct Outcome: Hashable, Sendable {
    /// The name.
    package var name: String
    /// How many edits are in the text now.
    package var applied = 0
    /// The ids of those that fit nowhere any more.
    package var unfit: [String] = []
    /// The name that it has now; nil if that is the one that it had.
    package var renamed: String?
    /// Why the files stay as they are, in whole sentences; nil when they did not.
    package var problem: String?

    package init(name: String, applied: Int = 0, unfit: [String] = [], renamed: String? = nil, problem: String? = nil) {
      (self.name, self.applied, self.unfit, self.renamed, self.problem) = (name, applied, unfit, renamed, problem)
    }
  }

  /// Whether a document's files lack what people decided since they were made.
  package static func isDue(_ document: StoredDocument) -> Bool { document.undeliveredEdits != nil }

  /// The decisions about documents, as digests of the files that have them, by the documents' folders.
  package static func decisions(about documents: [StoredDocument]) -> [String: String] {
    documents.reduce(into: [:]) { $0[$1.folder] = $1.edits.sha256 ?? "" }
  }
}
