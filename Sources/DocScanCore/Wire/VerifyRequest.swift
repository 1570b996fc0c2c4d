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
