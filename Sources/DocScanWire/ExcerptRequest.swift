// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// A request to save parts of a page's picture, for displaying lines of text or for training engines.
package struct ExcerptRequest: JobRequest {
  package static let name = "excerpt"

  /// The reply after the pictures were saved in the scratch folder.
  package struct Reply: JobReply {
    package init() {}
  }

  private static let stem = "excerpt"

  package var fileNames: [String]
  package var page: Int
  /// The size of the picture that `boxes` refer to. The page is scaled to this size.
  package var image: RasterSize
  /// The parts to save, in pixels of the picture.
  package var boxes: [Box]

  package init(file: String, page: Int, image: RasterSize, boxes: [Box]) {
    (fileNames, self.page, self.image, self.boxes) = ([file], page, image, boxes)
  }

  package var pictureName: String { "\(Self.stem).png" }

  package func pieceName(_ index: Int) -> String { "\(Self.stem)-\(index).png" }

  package func largestFile(bytes: Int, limits: LimitSettings) -> Int { Int(limits.megapixelsPerPage * 4e6) + 1 << 20 }
}
