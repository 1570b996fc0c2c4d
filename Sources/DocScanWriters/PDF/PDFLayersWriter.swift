// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanWire

/// A writer whose file is the document's PDF, or contains layers that a worker adds to a copy of the original PDF.
package protocol PDFLayersWriter: DocumentWriter {
  /// The roles of the pages written so far when they are merged with a copy of the original.
  var graftPages: [GraftRequest.Page] { get }
  var level: PDFALevel { get }
  var isTagged: Bool { get }
  var pictureStyle: PictureStyle { get }
  var replacesMetadata: Bool { get }

  /// Returns a page's size in points, given that of the recognized page. Impossible sizes become A4; small ones become at least PDF's minimum.
  static func shownSize(_ size: PageSize) -> PageSize
}

extension PageSize {
  /// A4, the assumed size of a page whose size isn't known.
  package static let a4 = PageSize(width: 595.28, height: 841.89)
}
