// SPDX-License-Identifier: GPL-3.0-or-later

/// What a document says of itself: the entries of a PDF's information dictionary or XMP packet.
public struct DocumentMetadata: Codable, Hashable, Sendable {
  /// The title; nil where there is none, as with the others.
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
