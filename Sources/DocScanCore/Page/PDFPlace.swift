// SPDX-License-Identifier: GPL-3.0-or-later

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
  /// Whether invisible text of an earlier recognition was taken out of the original's page; nil where it was not.
  package var isCleared: Bool?

  /// A place: the number of a page of the PDF, from 1, what it is, and its size.
  package init(page: Int, content: Content, size: PageSize, isCleared: Bool? = nil) {
    (self.isCleared, self.page, self.content, self.size) = (isCleared, page, content, size)
  }
}
