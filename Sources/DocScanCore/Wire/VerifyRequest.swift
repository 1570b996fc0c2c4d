// SPDX-License-Identifier: GPL-3.0-or-later

/// A finished PDF to compare with what was meant to be in it.
///
/// Large documents are compared in several requests; the worker keeps the files open in between.
package struct VerifyRequest: JobRequest {
  package static let name = "verify"

  /// How the PDF differs from what was meant; nothing when it does not.
  package struct Reply: JobReply {
    /// What differs.
    package var mismatches: [Mismatch]

    /// Differences.
    package init(mismatches: [Mismatch]) { self.mismatches = mismatches }

    /// Made anew, because that cuts its texts.
    package var bounded: Self {
      Self(
        mismatches: mismatches.map {
          Mismatch($0.kind, page: $0.page, word: $0.word, box: $0.box, expected: $0.expected, found: $0.found)
        })
    }
  }

  /// The PDF's name.
  package var pdf: String
  /// The name of the original PDF; nil when the document was made from pictures, or the original is not at hand.
  package var original: String?
  /// The number of pages that the original has.
  package var originalPageCount: Int
  /// The number of pages that the PDF must have; nil when it is not known.
  package var pageCount: Int?
  /// Whether the file as a whole is checked as well: its structure and its number of pages.
  package var checksFile: Bool
  /// What the pages have to say.
  package var pages: [ExpectedPage]

  /// A PDF to compare, and what it has to be.
  package init(
    pdf: String, original: String?, originalPageCount: Int, pageCount: Int?, checksFile: Bool, pages: [ExpectedPage]
  ) {
    (self.pdf, self.original, self.originalPageCount) = (pdf, original, originalPageCount)
    (self.pageCount, self.checksFile, self.pages) = (pageCount, checksFile, pages)
  }

  package var fileNames: [String] { [pdf] + (original.map { [$0] } ?? []) }

  package func seconds(perPage: Double) -> Double { perPage * Double(max(1, pages.count)) }
}

/// What a page of a finished PDF must show.
package struct ExpectedPage: Codable, Sendable {
  /// Where it is in the PDF.
  package var place: PDFPlace
  /// The words with their boxes, and the number of the page in the original.
  package var page: RecognizedPage

  /// A page of the PDF, and what was read.
  package init(place: PDFPlace, page: RecognizedPage) { (self.place, self.page) = (place, page) }
}

/// A difference between a finished PDF and what was meant to be in it.
package struct Mismatch: Codable, Hashable, Sendable, CustomStringConvertible {
  /// What differs.
  package enum Kind: String, Codable, CaseIterable, Sendable {
    /// The PDF cannot be opened.
    case unreadable
    /// The file has faults, or a page of it cannot be read.
    case file
    /// The number of pages.
    case pageCount
    /// The size of a page as it is displayed.
    case pageSize
    /// A word that is missing, or another one in its place.
    case word
    /// A word that is somewhere else.
    case place
    /// Text that should not be there.
    case foreignText
    /// The original page's own text.
    case ownText
    /// What the original's page is made of.
    case content
    /// The order of the words or of the lines.
    case order
    /// Pixels of a page that was to stay as it is.
    case pixels
    /// A picture that does not show what was read in it.
    case picture
  }

  /// Texts of a mismatch are cut to this many characters.
  package static let longestText = 200

  /// What differs.
  package var kind: Kind
  /// The number of the page in the document, from 1; nil when the file as a whole differs.
  package var page: Int?
  /// The word or line; nil when it is not about one.
  package var word: String?
  /// Where that belongs, in pixels of the page's `image`.
  package var box: Box?
  /// What was read.
  package var expected: String
  /// What the PDF has.
  package var found: String

  /// A difference; texts are cut to `longestText` characters, and the box is in pixels of the page.
  package init(_ kind: Kind, page: Int? = nil, word: String? = nil, box: Box? = nil, expected: String, found: String) {
    (self.kind, self.page) = (kind, page)
    self.word = word.map { String($0.prefix(Self.longestText)) }
    self.box = box
    self.expected = String(expected.prefix(Self.longestText))
    self.found = String(found.prefix(Self.longestText))
  }

  /// Such as `page 3: the word "Invoice" at 120, 340: expected it there, found nothing`.
  package var description: String {
    var parts: [String] = []
    if let page { parts.append("page \(page)") }
    if let word {
      // A worker's numbers may be anything.
      let left = box.flatMap { Int(exactly: $0.x.rounded()) }
      let top = box.flatMap { Int(exactly: $0.y.rounded()) }
      let place = left.flatMap { left in top.map { " at \(left), \($0)" } } ?? ""
      parts.append("\(kind == .order ? "the line" : "the word") \"\(word)\"\(place)")
    }
    parts.append("expected \(expected), found \(found)")
    return parts.joined(separator: ": ")
  }
}
