// SPDX-License-Identifier: GPL-3.0-or-later

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
