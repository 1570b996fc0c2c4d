// SPDX-License-Identifier: GPL-3.0-or-later

/// Pages to look over for separators, before the document that they belong to is known.
package struct SurveyRequest: JobRequest {
  package static let name = "survey"

  /// What the pages show, in their order.
  package struct Reply: JobReply {
    /// What was seen on each page, in the order of the request.
    package var pages: [SurveyedPage]

    /// Pages, in the order of the request.
    package init(pages: [SurveyedPage]) { self.pages = pages }
  }

  /// Where a page is.
  package struct Place: Codable, Hashable, Sendable {
    /// Which of the request's files holds it, from 0.
    package var file: Int
    /// The number in that file, from 1.
    package var page: Int

    /// A page by the number of its file, from 0, and its own, from 1.
    package init(file: Int, page: Int) { (self.file, self.page) = (file, page) }
  }

  /// Which pages to look at.
  package var pages: [Place]
  /// The names of the files that come with the request.
  package var fileNames: [String]

  /// Pages of files that come with the message.
  package init(pages: [Place], fileNames: [String]) { (self.pages, self.fileNames) = (pages, fileNames) }

  package func seconds(perPage: Double) -> Double { perPage * Double(pages.count) }
}

/// What a glance at a page showed.
package struct SurveyedPage: Codable, Hashable, Sendable {
  /// What its barcodes say: anybody can have printed them. Empty also for a page that cannot be read.
  package var untrustedCodes: [String]
  /// Whether there is nothing on it.
  package var isBlank: Bool

  /// What was seen; anybody can print a code.
  package init(untrustedCodes: [String], isBlank: Bool) {
    (self.untrustedCodes, self.isBlank) = (untrustedCodes, isBlank)
  }
}
