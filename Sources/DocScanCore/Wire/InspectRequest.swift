// SPDX-License-Identifier: GPL-3.0-or-later

/// Count the pages of some of a document's files.
public struct InspectRequest: JobRequest {
  public static let name = "inspect"
  /// What the files say of themselves.
  public typealias Reply = Inspection

  /// The names of the files, in the order of the pages: at most `Frame.mostFiles`.
  public var fileNames: [String]
  /// Whether the last file has no pages: it is the XML of an e-invoice, and lies beside the first one.
  public var hasInvoice: Bool

  /// Files, in the order in which they come with the message.
  public init(fileNames: [String], hasInvoice: Bool = false) {
    (self.fileNames, self.hasInvoice) = (fileNames, hasInvoice)
  }
}

/// What is known of a document before its pages are processed.
public struct Inspection: JobReply {
  /// The number of pages of each file.
  public var untrustedPageCounts: [Int]
  /// Whether the document is one PDF whose pages can be kept, and get only a text layer added.
  public var canGraft: Bool
  /// What a single PDF says of itself.
  public var untrustedMetadata: DocumentMetadata
  /// What is special about a single PDF.
  public var conditions: Set<PDFCondition>
  /// The e-invoices in a single PDF, and beside it.
  public var untrustedInvoices: AttachedInvoices

  /// What was found; numbers are a worker's, and to be checked.
  public init(
    untrustedPageCounts: [Int], canGraft: Bool, untrustedMetadata: DocumentMetadata = DocumentMetadata(),
    conditions: Set<PDFCondition> = [], untrustedInvoices: AttachedInvoices = AttachedInvoices()
  ) {
    self.untrustedInvoices = untrustedInvoices
    (self.untrustedPageCounts, self.canGraft) = (untrustedPageCounts, canGraft)
    (self.untrustedMetadata, self.conditions) = (untrustedMetadata, conditions)
  }
}
