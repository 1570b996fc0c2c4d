// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// What was put in place in an output folder, in order, for those who keep up with it: the search index.
///
/// A document has its number from the transaction that notes it; when it is made again it gets a new one.
package final class LibraryChanges {
  private let journal: Journal

  /// Nil where there is no journal that can be read: then only the folders tell what is there.
  package init?(of library: String) {
    guard let journal = Journal(reading: library + "/.docscan") else { return nil }
    self.journal = journal
  }

  /// What tells the journal from another one that was begun in its place: numbers of two journals say nothing of each other.
  package var journalIdentity: String {
    do { return try journal.identity() } catch { return "" }
  }

  /// The document that was put in place first after the one with a number; nil when there is none.
  package func next(after number: Int) -> (number: Int, name: String)? {
    // A journal that cannot be read any more tells nothing; the next look may.
    do { return try journal.change(after: number) } catch { return nil }
  }

  /// The number of the document that was put in place last; 0 when there is none.
  package var last: Int {
    do { return try journal.lastChange() } catch { return 0 }
  }

  /// The documents that runs have in hand, or had when they were killed: these may be in place without a number.
  package var inHand: [String] {
    do { return try journal.documentsInHand() } catch { return [] }
  }
}
