// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// A request to count the pages of a document's files.
package struct InspectRequest: JobRequest {
  package static let name = "inspect"
  package typealias Reply = Inspection

  /// The names of the files in page order, at most `Frame.mostFiles`.
  package var fileNames: [String]
  /// Whether the last file is an e-invoice's XML, which has no pages.
  package var hasInvoice: Bool

  package init(fileNames: [String], hasInvoice: Bool = false) {
    (self.fileNames, self.hasInvoice) = (fileNames, hasInvoice)
  }
}

/// The properties of a document before its pages are processed.
package struct Inspection: JobReply {
  package var untrustedPageCounts: [Int]
  /// Whether the document is a single PDF whose pages can be kept with an added text layer.
  package var canGraft: Bool
  package var untrustedMetadata: DocumentMetadata
  package var conditions: Set<PDFCondition>
  package var untrustedInvoices: AttachedInvoices
  /// For each file, the number of its pictures that aren't pages.
  package var untrustedUnreadPictures: [Int]

  package init(
    untrustedPageCounts: [Int], canGraft: Bool, untrustedMetadata: DocumentMetadata = DocumentMetadata(),
    conditions: Set<PDFCondition> = [], untrustedInvoices: AttachedInvoices = AttachedInvoices(),
    untrustedUnreadPictures: [Int] = []
  ) {
    self.untrustedUnreadPictures = untrustedUnreadPictures
    self.untrustedInvoices = untrustedInvoices
    (self.untrustedPageCounts, self.canGraft) = (untrustedPageCounts, canGraft)
    (self.untrustedMetadata, self.conditions) = (untrustedMetadata, conditions)
  }
}

/// A request to check whether files are complete. A file that is still being copied lacks the end that its format requires.
package struct CompletenessRequest: JobRequest {
  package static let name = "completeness"

  /// The reply with the incomplete files.
  package struct Reply: JobReply {
    /// The indices of the incomplete files in the request, counting from 0.
    package var incomplete: [Int]

    package init(incomplete: [Int]) { self.incomplete = incomplete }
  }

  package var fileNames: [String]

  package init(fileNames: [String]) { self.fileNames = fileNames }

  package func seconds(perPage: Double) -> Double { perPage * Double(fileNames.count) }
}

/// A request to search pages for separators, before the input is split into documents.
package struct SurveyRequest: JobRequest {
  package static let name = "survey"

  /// The reply with the findings on each page.
  package struct Reply: JobReply {
    package var pages: [SurveyedPage]

    package init(pages: [SurveyedPage]) { self.pages = pages }
  }

  /// The position of a page in the attached files.
  package struct Place: Codable, Hashable, Sendable {
    package var file: Int
    package var page: Int

    package init(file: Int, page: Int) { (self.file, self.page) = (file, page) }
  }

  package var pages: [Place]
  package var fileNames: [String]

  package init(pages: [Place], fileNames: [String]) { (self.pages, self.fileNames) = (pages, fileNames) }

  package func seconds(perPage: Double) -> Double { perPage * Double(pages.count) }
}

/// The findings of a survey on one page.
package struct SurveyedPage: Codable, Hashable, Sendable {
  /// The texts of the barcodes, which are untrusted because anyone can print them. Empty for an unreadable page.
  package var untrustedCodes: [String]
  package var isBlank: Bool

  package init(untrustedCodes: [String], isBlank: Bool) {
    (self.untrustedCodes, self.isBlank) = (untrustedCodes, isBlank)
  }
}
