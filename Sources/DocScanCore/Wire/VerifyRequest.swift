// SPDX-License-Identifier: GPL-3.0-or-later

/// A finished PDF to compare with what was meant to be in it.
///
/// Large documents are compared in several requests; the worker keeps the files open in between.
public struct VerifyRequest: JobRequest {
  public static let name = "verify"

  /// How the PDF differs from what was meant; nothing when it does not.
  public struct Reply: JobReply {
    /// What differs.
    public var mismatches: [Mismatch]

    /// Differences.
    public init(mismatches: [Mismatch]) { self.mismatches = mismatches }

    /// Made anew, because that cuts its texts.
    public var bounded: Self {
      Self(
        mismatches: mismatches.map {
          Mismatch($0.kind, page: $0.page, word: $0.word, box: $0.box, expected: $0.expected, found: $0.found)
        })
    }
  }

  /// The PDF's name.
  public var pdf: String
  /// The name of the original PDF; nil when the document was made from pictures, or the original is not at hand.
  public var original: String?
  /// The number of pages that the original has.
  public var originalPageCount: Int
  /// The number of pages that the PDF must have; nil when it is not known.
  public var pageCount: Int?
  /// Whether the file as a whole is checked as well: its structure and its number of pages.
  public var checksFile: Bool
  /// What the pages have to say.
  public var pages: [ExpectedPage]

  /// A PDF to compare, and what it has to be.
  public init(
    pdf: String, original: String?, originalPageCount: Int, pageCount: Int?, checksFile: Bool, pages: [ExpectedPage]
  ) {
    (self.pdf, self.original, self.originalPageCount) = (pdf, original, originalPageCount)
    (self.pageCount, self.checksFile, self.pages) = (pageCount, checksFile, pages)
  }

  public var fileNames: [String] { [pdf] + (original.map { [$0] } ?? []) }

  public func seconds(perPage: Double) -> Double { perPage * Double(max(1, pages.count)) }
}

/// What a page of a finished PDF must show.
public struct ExpectedPage: Codable, Sendable {
  /// Where it is in the PDF.
  public var place: PDFPlace
  /// The words with their boxes, and the number of the page in the original.
  public var page: RecognizedPage

  /// A page of the PDF, and what was read.
  public init(place: PDFPlace, page: RecognizedPage) { (self.place, self.page) = (place, page) }
}
