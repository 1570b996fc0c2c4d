// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanFiles

/// The order in which documents were published in an output folder, for processes that follow it, such as the search index. A document's number
/// comes from the transaction that records it, and changes when the document is published again. The journal is opened only for each query, because
/// an open connection would prevent a run from cleaning it up at its end.
package struct LibraryChanges {
  private let hidden: Folder?
  /// The ID of the journal. Numbers from journals with different IDs can't be compared.
  package let journalIdentity: String

  /// Returns `nil` if there is no readable journal. In this case, only the folders show which documents exist.
  package init?(of library: Folder) {
    hidden = HiddenFolder.existing(in: library)
    guard let identity = Self.answer(of: hidden, { (journal) throws(OutputError) in try journal.identity() }) else {
      return nil
    }
    journalIdentity = identity
  }

  package init?(of library: String) {
    guard let root = Folder(root: library) else { return nil }
    self.init(of: root)
  }

  package func next(after number: Int) -> (number: Int, name: String)? {
    Self.answer(of: hidden) { (journal) throws(OutputError) in try journal.change(after: number) } ?? nil
  }

  package func names(after number: Int) -> [String] {
    Self.answer(of: hidden) { (journal) throws(OutputError) in try journal.names(after: number) } ?? []
  }

  package var last: Int {
    Self.answer(of: hidden) { (journal) throws(OutputError) in try journal.lastChange() } ?? 0
  }

  /// The documents in progress, or left unfinished by a killed run, which may already be published without having a number.
  package var unfinished: [String] {
    Self.answer(of: hidden) { (journal) throws(OutputError) in try journal.documentsInHand() } ?? []
  }

  /// Queries the journal. Returns `nil` if it can't be read at the moment.
  private static func answer<Value>(
    of hidden: Folder?, _ question: (Journal) throws(OutputError) -> Value
  ) -> Value? {
    guard let journal = Journal(reading: hidden) else { return nil }
    do { return try question(journal) } catch { return nil }
  }
}
