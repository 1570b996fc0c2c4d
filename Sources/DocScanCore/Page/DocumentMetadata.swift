// SPDX-License-Identifier: GPL-3.0-or-later

/// What a document says of itself: the entries of a PDF's information dictionary or XMP packet.
public struct DocumentMetadata: Codable, Hashable, Sendable {
  /// The title; nil if there is none, as with the others.
  public var title: String?
  /// Who wrote it.
  public var author: String?
  /// What it is about.
  public var subject: String?
  /// Words to find it by.
  public var keywords: [String]
  /// The natural language of the text as BCP 47 names it, such as "en" or "zh-Hant".
  public var language: String?
  /// When it was made, in the form of ISO 8601 that XMP uses: "2024-05-01T10:30:00+02:00", or less of it.
  public var created: String?
  /// When it was last changed, in the same form.
  public var modified: String?

  /// Nothing is known unless it is given.
  package init(
    title: String? = nil, author: String? = nil, subject: String? = nil, keywords: [String] = [],
    language: String? = nil, created: String? = nil, modified: String? = nil
  ) {
    (self.title, self.author, self.subject, self.keywords) = (title, author, subject, keywords)
    (self.language, self.created, self.modified) = (language, created, modified)
  }
}

/// Where a page is in the document's PDF, and what is shown there.
package struct PDFPlace: Codable, Hashable, Sendable {
  /// What a page of the PDF is made of.
  package enum Content: String, Codable, CaseIterable, Sendable {
    /// The original's page, untouched.
    case original
    /// The original's page, with invisible text laid over it.
    case overlay
    /// A picture of the page, with invisible text.
    case picture
    /// A note that the page could not be processed.
    case note
  }

  /// The number in the PDF, from 1.
  package var page: Int
  /// What its page in the PDF is.
  package var content: Content
  /// As it is displayed.
  package var size: PageSize
  /// Whether invisible text of an earlier recognition was taken out of the original's page; nil if it was not.
  package var isCleared: Bool?

  /// A place: the number of a page of the PDF, from 1, what it is, and its size.
  package init(page: Int, content: Content, size: PageSize, isCleared: Bool? = nil) {
    (self.isCleared, self.page, self.content, self.size) = (isCleared, page, content, size)
  }
}

/// Something about a PDF that decides what may be done with it, or that a person should know.
package enum PDFCondition: String, Codable, CaseIterable, Sendable {
  /// It carries a digital signature, which any change makes invalid.
  case signed
  /// It is encrypted; it was opened with a password, or with none.
  case encrypted
  /// Its pages are made by a form engine (dynamic XFA): what it shows without one is a notice.
  case dynamicForm
}
