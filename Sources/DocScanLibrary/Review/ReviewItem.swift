// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// A word that a person should look at.
package struct ReviewItem: Codable, Hashable, Sendable {
  /// The document's name: its folder, from the library.
  package var document: String
  /// The number of the page in the document, from 1.
  package var page: Int
  /// The word's number among all words of the page in reading order, from 0.
  package var word: Int
  /// What was read.
  package var text: String
  /// The probability that it is right, 0 to 1.
  package var confidence: Double
  /// What else it might be, the likeliest first.
  package var candidates: [String]
  /// The rest of its line.
  package var before: String
  package var after: String
  /// In pixels of the page's image, from its top-left corner.
  package var box: Box
  package var image: RasterSize?
  /// How many doubtful words of the library were read like this, itself among them.
  package var alike: Int
  /// Whether it is part of an amount or a date, where a wrong character does most harm; nil if it is not.
  package var isFigure: Bool?
  /// Where it is in a table; nil outside of tables.
  package var cell: Cell?

  /// A place in a table of the page, as people count: from 1.
  package struct Cell: Codable, Hashable, Sendable {
    package var row: Int
    package var column: Int
    /// What the header says above it; nil without a header.
    package var header: String?
  }

  /// Whether it comes before another one: what is more likely wrong does; places decide between equals.
  func isWorse(than other: ReviewItem) -> Bool {
    guard (isFigure == true) == (other.isFigure == true) else { return isFigure == true }
    return (confidence, document, page, word) < (other.confidence, other.document, other.page, other.word)
  }
}

/// Which words of a library are wanted.
package struct ReviewWish: Hashable, Sendable {
  /// Only those of this document; nil for all.
  package var document: String?
  /// Only those of pages in this language, as BCP 47 names it; nil for all.
  package var language: String?

  /// All words, or those of a document, or of pages in a language.
  package init(document: String? = nil, language: String? = nil) {
    (self.document, self.language) = (document, language)
  }
}

/// A page that a person should look at as a whole: words alone do not correct it.
package struct ReviewPage: Codable, Hashable, Sendable {
  package var document: String
  /// The number of the page, from 1.
  package var page: Int
  /// Such as "38% of the words are probably wrong".
  package var reason: String
}

/// Something in which an e-invoice contradicts the pages that people read.
package struct ReviewInvoice: Codable, Hashable, Sendable {
  package var document: String
  package var difference: InvoiceDifference
}

/// A correction that no longer fits.
package struct ReviewLostEdit: Codable, Hashable, Sendable {
  package var document: String
  package var edit: Edit
}

/// What was chosen for a document, and holds in every run: settings, turns, corners, the order of its pages.
package struct ReviewSettings: Codable, Hashable, Sendable {
  package var document: String
  /// Such as `stages.recognize.languages=kor`.
  package var settings: String
}

/// What is worth looking at in a library, and what that comes to.
package struct ReviewList: Codable, Hashable, Sendable {
  /// The name of the format, with its version.
  package static let schema = "docscan-review/1"

  package var schema = Self.schema
  /// The number of recognized words.
  package var words = 0
  /// How many of them are probably wrong.
  package var expectedErrors = 0.0
  /// How many words people have looked at.
  package var reviewed = 0
  /// How many edits are not in the files yet.
  package var pending = 0
  /// How many documents have decisions about whole pages that come in with the next run of their pipeline.
  package var waiting = 0
  /// The words, the most doubtful first: in this order, attention removes most errors.
  package var items: [ReviewItem] = []
  /// The worst pages first.
  package var pages: [ReviewPage] = []
  /// What e-invoices contradict.
  package var invoices: [ReviewInvoice] = []
  package var lostEdits: [ReviewLostEdit] = []
  /// The documents with settings of their own.
  package var settings: [ReviewSettings] = []
  /// Where documents may begin in piles of pages, those first where the results are most likely wrong, and where people have cut.
  package var boundaries: [ReviewBoundary] = []
}
