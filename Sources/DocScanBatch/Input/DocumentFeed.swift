// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanStore

/// Where the documents of a run come from, and who is told what became of them.
package protocol DocumentFeed: AnyObject {
  /// How many documents there are in all; nil while that is open.
  var count: Int? { get }
  /// Readable when there may be a document more.
  var descriptors: [Int32] { get }
  /// When to look for documents even if no descriptor can be read; nil for never.
  var nextLook: ContinuousClock.Instant? { get }
  /// How many documents can be taken now.
  var ready: Int { get }
  /// Whether there will be no more documents than those that can be taken now.
  var isAtEnd: Bool { get }

  /// Whether a worker is to look at something before it becomes a document.
  var hasJob: Bool { get }
  /// That job; nil when there is none now.
  func nextJob() -> (any Job)?

  /// How many files are there that can be read before their document is complete.
  var sheetCount: Int { get }
  /// The next of them, as a document of one page, with its digest; nil when there is none now.
  func nextSheet() -> InputDocument?

  /// Looks for new documents, where the time for that has come or a descriptor can be read.
  func look() throws(BatchError)
  /// The next document; nil when none is there now.
  func next() throws(BatchError) -> InputDocument?
  /// The content of a document is known, or cannot be read: gives it, with a name where it is the feed that names it.
  ///
  /// Nil when nothing is to be done with it.
  func settle(_ input: InputDocument, digest: InputDigest) throws(BatchError) -> InputDocument?
  /// Whether the results of a document are of use: its files are still those that were taken. The feed forgets it if not.
  func mayPublish(_ input: InputDocument) -> Bool
  /// A document gets another name, because something that is not docscan's came to have its own.
  func rename(_ input: InputDocument, to name: String) throws(BatchError)
  /// A document is done: its results are in place, or will not come. One that was divided is done with its last part.
  func finished(_ input: InputDocument, _ outcome: DocumentOutcome) throws(BatchError)
}

extension DocumentFeed {
  package var hasJob: Bool { false }

  package func nextJob() -> (any Job)? { nil }

  package var sheetCount: Int { 0 }

  package func nextSheet() -> InputDocument? { nil }
}

/// Documents that are all known from the start. Their outcomes are kept for the report.
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

  package func finished(_ input: InputDocument, _ outcome: DocumentOutcome) { outcomes += outcome.parts ?? [outcome] }
}
