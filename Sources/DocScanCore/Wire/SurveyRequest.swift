// SPDX-License-Identifier: GPL-3.0-or-later

/// Pages to look over for separators, before the document that they belong to is known.
public struct SurveyRequest: JobRequest {
  public static let name = "survey"

  /// What the pages show, in their order.
  public struct Reply: JobReply {
    /// What was seen on each page, in the order of the request.
    public var pages: [SurveyedPage]

    /// Pages, in the order of the request.
    public init(pages: [SurveyedPage]) { self.pages = pages }
  }

  /// Where a page is.
  public struct Place: Codable, Hashable, Sendable {
    /// Which of the request's files holds it, from 0.
    public var file: Int
    /// The number in that file, from 1.
    public var page: Int

    /// A page by the number of its file, from 0, and its own, from 1.
    public init(file: Int, page: Int) { (self.file, self.page) = (file, page) }
  }

  /// Which pages to look at.
  public var pages: [Place]
  /// The names of the files that come with the request.
  public var fileNames: [String]

  /// Pages of files that come with the message.
  public init(pages: [Place], fileNames: [String]) { (self.pages, self.fileNames) = (pages, fileNames) }

  public func seconds(perPage: Double) -> Double { perPage * Double(pages.count) }
}

/// What a glance at a page showed.
public struct SurveyedPage: Codable, Hashable, Sendable {
  /// What its barcodes say: anybody can have printed them. Empty also for a page that cannot be read.
  public var untrustedCodes: [String]
  /// Whether there is nothing on it.
  public var isBlank: Bool

  /// What was seen; anybody can print a code.
  public init(untrustedCodes: [String], isBlank: Bool) {
    (self.untrustedCodes, self.isBlank) = (untrustedCodes, isBlank)
  }
}
