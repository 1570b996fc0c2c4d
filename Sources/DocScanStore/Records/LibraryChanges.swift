// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanWriters

/// What was put in place in an output folder, in order, for those who keep up with it: the search index.
///
/// A document has its number from the transaction that notes it; when it is made again it gets a new one. The journal is only open
/// while it is asked: a run that ends meanwhile could otherwise not tidy it up.
package struct LibraryChanges {
  private let hidden: Folder?
  /// What tells the journal from another one that was begun in its place: numbers of two journals say nothing of each other.
  package let journalIdentity: String

  /// Nil where there is no journal that can be read: then only the folders tell what is there.
  package init?(of library: Folder) {
    hidden = HiddenFolder.existing(in: library)
    guard let identity = Self.answer(of: hidden, { (journal) throws(OutputError) in try journal.identity() }) else {
      return nil
    }
    journalIdentity = identity
  }

  /// The same of a folder that somebody named.
  package init?(of library: String) {
    guard let root = Folder(root: library) else { return nil }
    self.init(of: root)
  }

  /// The document that was put in place first after the one with a number; nil when there is none.
  package func next(after number: Int) -> (number: Int, name: String)? {
    Self.answer(of: hidden) { (journal) throws(OutputError) in try journal.change(after: number) } ?? nil
  }

  /// The names of all documents that were put in place after the one with a number, in order.
  package func names(after number: Int) -> [String] {
    Self.answer(of: hidden) { (journal) throws(OutputError) in try journal.names(after: number) } ?? []
  }

  /// The number of the document that was put in place last; 0 when there is none.
  package var last: Int {
    Self.answer(of: hidden) { (journal) throws(OutputError) in try journal.lastChange() } ?? 0
  }

  /// The documents that runs are making, or were making when they were killed: these may be in place without a number.
  package var unfinished: [String] {
    Self.answer(of: hidden) { (journal) throws(OutputError) in try journal.documentsInHand() } ?? []
  }

  /// Nil where the journal cannot be read: it tells nothing then, and the next look may.
  private static func answer<Value>(
    of hidden: Folder?, _ question: (Journal) throws(OutputError) -> Value
  ) -> Value? {
    guard let journal = Journal(reading: hidden) else { return nil }
    do { return try question(journal) } catch { return nil }
  }
}
