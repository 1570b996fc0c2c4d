// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

package struct ReviewItem: Codable, Hashable, Sendable {
  package var document: String
  /// The number of the page in the document, counting from 1.
  package var page: Int
  /// The index of the word among all words of the page in reading order, counting from 0.
  package var word: Int
  package var text: String
  /// The probability, from 0 to 1, that the text is correct.
  package var confidence: Double
  /// The alternative readings, the most likely first.
  package var candidates: [String]
  /// The text of the line before and after the word.
  package var before: String
  package var after: String
  /// The box around the word in pixels of the page's image, and the size of the image.
  package var box: Box
  package var image: RasterSize?
  /// The number of doubtful words in the library with the same text, including this one.
  package var alike: Int
  /// `true` if the word is part of an amount or a date, in which errors do most harm; otherwise `nil`.
  package var isFigure: Bool?
  /// The table cell that contains the word, or `nil` outside of tables.
  package var cell: Cell?

  /// A table cell. Rows and columns count from 1.
  package struct Cell: Codable, Hashable, Sendable {
    package var row: Int
    package var column: Int
    /// The text of the column's header, or `nil` if there is none.
    package var header: String?
  }

  /// Returns whether the item comes before another: amounts and dates first, then by confidence, then by position.
  func isWorse(than other: ReviewItem) -> Bool {
    guard (isFigure == true) == (other.isFigure == true) else { return isFigure == true }
    return (confidence, document, page, word) < (other.confidence, other.document, other.page, other.word)
  }
}

/// A filter for words to review.
package struct ReviewWish: Hashable, Sendable {
  package var document: String?
  /// The BCP 47 tag of a language, or `nil` for all languages.
  package var language: String?

  package init(document: String? = nil, language: String? = nil) {
    (self.document, self.language) = (document, language)
  }
}

/// A page that should be reviewed as a whole, because correcting single words isn't sufficient.
package struct ReviewPage: Codable, Hashable, Sendable {
  package var document: String
  /// The number of the page in the document, counting from 1.
  package var page: Int
  package var reason: String
}

/// A contradiction between an e-invoice and its pages.
package struct ReviewInvoice: Codable, Hashable, Sendable {
  package var document: String
  package var difference: InvoiceDifference
}

/// A correction that no longer matches the document.
package struct ReviewLostEdit: Codable, Hashable, Sendable {
  package var document: String
  package var edit: Edit
}

/// The choices for a document that apply to all runs: settings, rotations, corners, and the order of pages.
package struct ReviewSettings: Codable, Hashable, Sendable {
  package var document: String
  package var settings: String
}

/// The items to review in a library, with totals.
package struct ReviewList: Codable, Hashable, Sendable {
  package static let schema = "docscan-review/1"

  package var schema = Self.schema
  package var words = 0
  package var expectedErrors = 0.0
  /// The number of words that reviewers have confirmed or corrected.
  package var reviewed = 0
  /// The number of corrections that aren't in the documents' files yet.
  package var pending = 0
  /// The number of documents with decisions about whole pages that are pending until the next run.
  package var waiting = 0
  /// The words, the most doubtful first, so that reviewing them in order removes the most errors.
  package var items: [ReviewItem] = []
  package var pages: [ReviewPage] = []
  package var invoices: [ReviewInvoice] = []
  package var lostEdits: [ReviewLostEdit] = []
  package var settings: [ReviewSettings] = []
  /// The boundaries between documents, sorted by the probability that the results are wrong, including those that reviewers set.
  package var boundaries: [ReviewBoundary] = []
}
