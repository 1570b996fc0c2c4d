// SPDX-License-Identifier: GPL-3.0-or-later

/// Cut pieces out of a page's picture: for those who look at lines of text, or teach engines to read them.
package struct ExcerptRequest: JobRequest {
  package static let name = "excerpt"

  /// The pieces are in the scratch folder then.
  package struct Reply: JobReply {
    /// The pictures are there.
    package init() {}
  }

  /// What files begin with that a worker leaves in its scratch folder.
  private static let stem = "excerpt"

  /// The name of the file, for messages.
  package var fileNames: [String]
  /// The page in the file, from 1.
  package var page: Int
  /// The size of the picture in which `boxes` lie: what the file shows is brought to it.
  package var image: RasterSize
  /// The pieces, in pixels of the picture.
  package var boxes: [Box]

  /// Boxes of a page, in pixels of the corrected page.
  package init(file: String, page: Int, image: RasterSize, boxes: [Box]) {
    (fileNames, self.page, self.image, self.boxes) = ([file], page, image, boxes)
  }

  /// The PNG file of the whole picture.
  package var pictureName: String { "\(Self.stem).png" }

  /// The PNG file of a piece, by its index.
  package func pieceName(_ index: Int) -> String { "\(Self.stem)-\(index).png" }

  package func largestFile(bytes: Int, limits: LimitSettings) -> Int { Int(limits.megapixelsPerPage * 4e6) + 1 << 20 }
}
