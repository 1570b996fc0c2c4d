// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanInput
package import DocScanStore

/// The source of a run's documents, which receives their outcomes.
package protocol DocumentFeed: AnyObject {
  /// The total number of documents, or `nil` if the feed is open-ended.
  var count: Int? { get }
  /// The descriptors, one of which is readable when there may be new documents.
  var descriptors: [Int32] { get }
  /// The time of the next call to `look`, even if no descriptor is readable, or `nil` for none.
  var nextLook: ContinuousClock.Instant? { get }
  var ready: Int { get }
  /// Whether the documents that can be taken now are the last ones.
  var isAtEnd: Bool { get }

  /// Whether a worker must examine inputs before they become documents.
  var hasJob: Bool { get }
  func nextJob() -> (any Job)?

  /// The number of pages that can be processed before their document is complete.
  var sheetCount: Int { get }
  /// Returns the next page to process before its document is complete, as a document with one page and a digest, or `nil` if there is none.
  func nextSheet() -> InputDocument?

  func look() throws(BatchError)
  func next() throws(BatchError) -> InputDocument?
  /// Handles a document's digest, which is empty if it can't be read. Returns the document, maybe with a name, or `nil` to skip it.
  func settle(_ input: InputDocument, digest: InputDigest) throws(BatchError) -> InputDocument?
  /// Returns whether the document's files are still the same. If not, the feed drops the document.
  func mayPublish(_ input: InputDocument) -> Bool
  /// Handles a new name for a document, for example because another process took the old one.
  func rename(_ input: InputDocument, to name: String) throws(BatchError)
  /// Handles the outcome of a document after its publication or failure. A divided document is finished with its last part.
  func finished(_ input: InputDocument, _ outcome: DocumentOutcome) throws(BatchError)
}

extension DocumentFeed {
  package var hasJob: Bool { false }

  package func nextJob() -> (any Job)? { nil }

  package var sheetCount: Int { 0 }

  package func nextSheet() -> InputDocument? { nil }
}

/// A feed of documents that are known from the start. Collects the outcomes for the report.
package final class ListFeed: DocumentFeed {
  package let count: Int?
  package let descriptors: [Int32] = []
  package let nextLook: ContinuousClock.Instant? = nil
  package private(set) var outcomes: [DocumentOutcome] = []
  private var waiting: ArraySlice<InputDocument>

  package var ready: Int { waiting.count }
  package var isAtEnd: Bool { true }

  package init(_ documents: [InputDocument]) {
    waiting = documents[...]
    count = documents.count
  }

  package func look() {}

  package func next() -> InputDocument? { waiting.popFirst() }

  package func settle(_ input: InputDocument, digest: InputDigest) -> InputDocument? { input }

  package func mayPublish(_ input: InputDocument) -> Bool { true }

  package func rename(_ input: InputDocument, to name: String) {}

  package func finished(_ input: InputDocument, _ outcome: DocumentOutcome) { outcomes += outcome.listed }
}

extension DocumentOutcome {
  /// The outcomes of a divided input's parts, of which the first has the input's notes, or the outcome itself.
  package var listed: [DocumentOutcome] {
    guard var parts, !parts.isEmpty else { return [self] }
    parts[0].notes = notes + parts[0].notes
    return parts
  }
}
