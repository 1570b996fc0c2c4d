// SPDX-License-Identifier: GPL-3.0-or-later

/// Count the pages of some of a document's files.
package struct InspectRequest: JobRequest {
  package static let name = "inspect"
  /// What the files say of themselves.
  package typealias Reply = Inspection

  /// The names of the files, in the order of the pages: at most `Frame.mostFiles`.
  package var fileNames: [String]
  /// Whether the last file has no pages: it is the XML of an e-invoice, and lies beside the first one.
  package var hasInvoice: Bool

  /// Files, in the order in which they come with the message.
  package init(fileNames: [String], hasInvoice: Bool = false) {
    (self.fileNames, self.hasInvoice) = (fileNames, hasInvoice)
  }
}

/// What is known of a document before its pages are processed.
package struct Inspection: JobReply {
  /// The number of pages of each file.
  package var untrustedPageCounts: [Int]
  /// Whether the document is one PDF whose pages can be kept, and get only a text layer added.
  package var canGraft: Bool
  /// What a single PDF says of itself.
  package var untrustedMetadata: DocumentMetadata
  /// What is special about a single PDF.
  package var conditions: Set<PDFCondition>
  /// The e-invoices in a single PDF, and beside it.
  package var untrustedInvoices: AttachedInvoices

  /// What was found; numbers are a worker's, and to be checked.
  package init(
    untrustedPageCounts: [Int], canGraft: Bool, untrustedMetadata: DocumentMetadata = DocumentMetadata(),
    conditions: Set<PDFCondition> = [], untrustedInvoices: AttachedInvoices = AttachedInvoices()
  ) {
    self.untrustedInvoices = untrustedInvoices
    (self.untrustedPageCounts, self.canGraft) = (untrustedPageCounts, canGraft)
    (self.untrustedMetadata, self.conditions) = (untrustedMetadata, conditions)
  }
}

/// Look whether files are complete: a copy that is still under way lacks the end that its format demands.
package struct CompletenessRequest: JobRequest {
  package static let name = "completeness"

  /// Which of the files are not complete.
  package struct Reply: JobReply {
    /// By their numbers in the request, from 0.
    package var incomplete: [Int]

    /// The numbers of files, from 0.
    package init(incomplete: [Int]) { self.incomplete = incomplete }
  }

  /// At most `Frame.mostFiles`.
  package var fileNames: [String]

  /// Files, in the order in which they come with the message.
  package init(fileNames: [String]) { self.fileNames = fileNames }

  package func seconds(perPage: Double) -> Double { perPage * Double(fileNames.count) }
}

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
