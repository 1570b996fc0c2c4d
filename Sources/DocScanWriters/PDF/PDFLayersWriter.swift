// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// A writer whose file is the document's PDF, or layers that a worker puts into a copy of the original PDF.
package protocol PDFLayersWriter: DocumentWriter {
  /// What each page written so far stands for when the pages are put into a copy of the original.
  var graftPages: [GraftRequest.Page] { get }
  /// How far the file is to follow PDF/A.
  var level: PDFALevel { get }
  /// Whether paragraphs and headings are marked.
  var isTagged: Bool { get }
  /// How the pictures of changed pages are wanted.
  var pictureStyle: PictureStyle { get }
  /// Whether the settings say anything of the document that is to stand in place of what the original says.
  var replacesMetadata: Bool { get }

  /// Impossible sizes become A4; slips of paper become at least as large as a PDF's page must be.
  static func shownSize(_ size: PageSize) -> PageSize
}

extension PageSize {
  /// What a page is taken for whose size is not known.
  package static let a4 = PageSize(width: 595.28, height: 841.89)
}
