// SPDX-License-Identifier: GPL-3.0-or-later

/// A request to save parts of a page's picture, for displaying lines of text or for training engines.
package struct ExcerptRequest: JobRequest {
  package static let name = "excerpt"

  /// The reply after the pictures were saved in the scratch folder.
  package struct Reply: JobReply {
    package init() {}
  }

  /// The prefix of file names in the worker's scratch folder.
  private static let stem = "excerpt"

  /// The name of the input file, for messages.
  package var fileNames: [String]
  /// The page number in the file, counting from 1.
  package var page: Int
  /// The size of the picture that `boxes` refer to. The page is scaled to this size.
  package var image: RasterSize
  /// The parts to save, in pixels of the picture.
  package var boxes: [Box]

  package init(file: String, page: Int, image: RasterSize, boxes: [Box]) {
    (fileNames, self.page, self.image, self.boxes) = ([file], page, image, boxes)
  }

  /// The name of the PNG file with the whole picture.
  package var pictureName: String { "\(Self.stem).png" }

  /// Returns the name of the PNG file with a part, by its index.
  package func pieceName(_ index: Int) -> String { "\(Self.stem)-\(index).png" }

  package func largestFile(bytes: Int, limits: LimitSettings) -> Int { Int(limits.megapixelsPerPage * 4e6) + 1 << 20 }
}
