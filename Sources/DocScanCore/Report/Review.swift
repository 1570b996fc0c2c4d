// SPDX-License-Identifier: GPL-3.0-or-later

/// The pages of a run that a person should look at first.
public struct Review: Codable, Hashable, Sendable {
  /// How many were asked for.
  public var requested: ReviewSize
  /// The number of pages of which these are the worst.
  public var pageCount: Int
  /// What failed first, then by falling error rate.
  public var pages: [Page]

  /// A list of pages, the one to look at first before the others.
  package init(requested: ReviewSize, pageCount: Int, pages: [Page]) {
    (self.requested, self.pageCount, self.pages) = (requested, pageCount, pages)
  }

  /// A page, or a document that failed as a whole, and why it is listed.
  public struct Page: Codable, Hashable, Sendable {
    /// The name in the output folder.
    public var document: String
    /// The number in the document; nil for a document that failed as a whole.
    public var page: Int?
    /// What became of it.
    public var status: PageStatus
    /// The character error rate to expect; nil for what failed.
    public var characterErrorRate: Double?
    /// How good it is likely to be; nil where nothing was read.
    public var grade: ExpectedErrors.Grade?
    /// Why it is listed, in words, the most important first.
    public var reasons: [String]

    /// A page to look at.
    package init(
      document: String, page: Int?, status: PageStatus, characterErrorRate: Double? = nil,
      grade: ExpectedErrors.Grade? = nil, reasons: [String]
    ) {
      (self.document, self.page, self.status) = (document, page, status)
      (self.characterErrorRate, self.grade, self.reasons) = (characterErrorRate, grade, reasons)
    }
  }
}
