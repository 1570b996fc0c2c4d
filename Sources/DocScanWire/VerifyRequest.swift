// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// A request to compare a PDF with its expected content, in several parts for large documents. The worker keeps the files open in between.
package struct VerifyRequest: JobRequest {
  package static let name = "verify"

  /// The reply with the differences. Empty if the PDF is correct.
  package struct Reply: JobReply {
    package var mismatches: [Mismatch]

    package init(mismatches: [Mismatch]) { self.mismatches = mismatches }

    /// The reply with the texts of all mismatches truncated by their initializer.
    package var bounded: Self {
      Self(
        mismatches: mismatches.map {
          Mismatch($0.kind, page: $0.page, word: $0.word, box: $0.box, expected: $0.expected, found: $0.found)
        })
    }
  }

  package var pdf: String
  /// The name of the original PDF, or `nil` if the document consists of pictures or the original isn't available.
  package var original: String?
  package var originalPageCount: Int
  /// The expected number of pages in the PDF, or `nil` if unknown.
  package var pageCount: Int?
  package var checksFile: Bool
  package var pages: [ExpectedPage]

  package init(
    pdf: String, original: String?, originalPageCount: Int, pageCount: Int?, checksFile: Bool, pages: [ExpectedPage]
  ) {
    (self.pdf, self.original, self.originalPageCount) = (pdf, original, originalPageCount)
    (self.pageCount, self.checksFile, self.pages) = (pageCount, checksFile, pages)
  }

  package var fileNames: [String] { [pdf] + (original.map { [$0] } ?? []) }

  package func seconds(perPage: Double) -> Double { perPage * Double(max(1, pages.count)) }
}

/// The expected content of a page in a finished PDF.
package struct ExpectedPage: Codable, Sendable {
  package var place: PDFPlace
  /// The expected words with their boxes, and the page number in the original.
  package var page: RecognizedPage

  package init(place: PDFPlace, page: RecognizedPage) { (self.place, self.page) = (place, page) }
}

/// A difference between a finished PDF and its expected content.
package struct Mismatch: Codable, Hashable, Sendable, CustomStringConvertible {
  package enum Kind: String, Codable, CaseIterable, Sendable {
    case unreadable
    /// The file is damaged, or a page can't be read.
    case file
    case pageCount
    case pageSize
    case word
    /// A word is in another position.
    case place
    case foreignText
    /// The visible text of the original page differs.
    case embeddedText
    /// The content of the original page differs.
    case content
    case order
    /// The pixels of a page differ that should be unchanged.
    case pixels
    /// A picture doesn't show the text that was recognized in it.
    case picture
  }

  /// The maximum length of each text, in characters.
  package static let longestText = 200
  /// The maximum number of words, and of lines in the wrong order, that are listed for a page.
  package static let mostOnPage = 50

  package var kind: Kind
  /// The number of the page in the document, counting from 1, or `nil` if the file as a whole differs.
  package var page: Int?
  /// The word or line that differs, or `nil` if the difference isn't about one.
  package var word: String?
  /// The expected position of the word, in pixels of the page's `image`, or `nil` if the difference isn't about a position.
  package var box: Box?
  package var expected: String
  package var found: String

  /// Creates a difference. Texts are truncated to `longestText` characters.
  package init(_ kind: Kind, page: Int? = nil, word: String? = nil, box: Box? = nil, expected: String, found: String) {
    (self.kind, self.page) = (kind, page)
    self.word = word.map { String($0.prefix(Self.longestText)) }
    self.box = box
    self.expected = String(expected.prefix(Self.longestText))
    self.found = String(found.prefix(Self.longestText))
  }

  /// The difference as text, such as `page 3: the word "Invoice" at 120, 340: expected it there, found nothing`.
  package var description: String {
    var parts: [String] = []
    if let page { parts.append("page \(page)") }
    if let word {
      // A worker's numbers are untrusted, so they may not be representable as integers.
      let left = box.flatMap { Int(exactly: $0.x.rounded()) }
      let top = box.flatMap { Int(exactly: $0.y.rounded()) }
      let place = left.flatMap { left in top.map { " at \(left), \($0)" } } ?? ""
      parts.append("\(kind == .order ? "the line" : "the word") \"\(word)\"\(place)")
    }
    parts.append("expected \(expected), found \(found)")
    return parts.joined(separator: ": ")
  }
}
