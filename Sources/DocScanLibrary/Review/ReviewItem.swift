// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore

/// A word that a person should look at.
public struct ReviewItem: Codable, Hashable, Sendable {
  /// The document's name: its folder, from the library.
  public var document: String
  /// The number of the page in the document, from 1.
  public var page: Int
  /// The word's number among all words of the page in reading order, from 0.
  public var word: Int
  /// What was read.
  public var text: String
  /// The probability that it is right, 0 to 1.
  public var confidence: Double
  /// What else it might be, the likeliest first.
  public var candidates: [String]
  /// The rest of its line.
  public var before: String
  public var after: String
  /// In pixels of the page's image, from its top-left corner.
  public var box: Box
  public var image: RasterSize?
  /// How many doubtful words of the library were read like this, itself among them.
  public var alike: Int
  /// Whether it is part of an amount or a date, where a wrong character does most harm; nil where it is not.
  public var isFigure: Bool?
  /// Where it is in a table; nil outside of tables.
  public var cell: Cell?

  /// A place in a table of the page, as people count: from 1.
  public struct Cell: Codable, Hashable, Sendable {
    public var row: Int
    public var column: Int
    /// What the header says above it; nil without a header.
    public var header: String?
  }

  /// Whether it comes before another one: what is more likely wrong does; places decide between equals.
  func isWorse(than other: ReviewItem) -> Bool {
    guard (isFigure == true) == (other.isFigure == true) else { return isFigure == true }
    return (confidence, document, page, word) < (other.confidence, other.document, other.page, other.word)
  }
}

/// Which words of a library are wanted.
public struct ReviewWish: Hashable, Sendable {
  /// Only those of this document; nil for all.
  public var document: String?
  /// Only those of pages in this language, as BCP 47 names it; nil for all.
  public var language: String?

  /// All words, or those of a document, or of pages in a language.
  public init(document: String? = nil, language: String? = nil) {
    (self.document, self.language) = (document, language)
  }
}

/// A page that a person should look at as a whole: words alone do not correct it.
public struct ReviewPage: Codable, Hashable, Sendable {
  public var document: String
  /// The number of the page, from 1.
  public var page: Int
  /// Such as "38% of the words are probably wrong".
  public var reason: String
}

/// Something in which an e-invoice contradicts the pages that people read.
public struct ReviewInvoice: Codable, Hashable, Sendable {
  public var document: String
  public var difference: InvoiceDifference
}

/// A correction that no longer fits.
public struct ReviewLostEdit: Codable, Hashable, Sendable {
  public var document: String
  public var edit: Edit
}

/// What was chosen for a document, and holds in every run: settings, turns, corners, the order of its pages.
public struct ReviewSettings: Codable, Hashable, Sendable {
  public var document: String
  /// Such as `stages.recognize.languages=kor`.
  public var settings: String
}

/// What is worth looking at in a library, and what that comes to.
public struct ReviewList: Codable, Hashable, Sendable {
  /// The name of the format, with its version.
  public static let schema = "docscan-review/1"

  public var schema = Self.schema
  /// The number of recognized words.
  public var words = 0
  /// How many of them are probably wrong.
  public var expectedErrors = 0.0
  /// How many words people have looked at.
  public var reviewed = 0
  /// How many edits are not in the files yet.
  public var pending = 0
  /// How many documents have decisions about whole pages that come in with the next run of their pipeline.
  public var waiting = 0
  /// The words, the most doubtful first: in this order, attention removes most errors.
  public var items: [ReviewItem] = []
  /// The worst pages first.
  public var pages: [ReviewPage] = []
  /// What e-invoices contradict.
  public var invoices: [ReviewInvoice] = []
  public var lostEdits: [ReviewLostEdit] = []
  /// The documents with settings of their own.
  public var settings: [ReviewSettings] = []
  /// Where documents may begin in piles of pages, those first where the results are most likely wrong, and where people have cut.
  public var boundaries: [ReviewBoundary] = []
}
