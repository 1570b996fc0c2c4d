// SPDX-License-Identifier: GPL-3.0-or-later

/// Cut pieces out of a page's picture: for those who look at lines of text, or teach engines to read them.
public struct ExcerptRequest: JobRequest {
  public static let name = "excerpt"

  /// The pieces are in the scratch folder then.
  public struct Reply: JobReply {
    /// The pictures are there.
    public init() {}
  }

  /// What files begin with that a worker leaves in its scratch folder.
  private static let stem = "excerpt"

  /// The name of the file, for messages.
  public var fileNames: [String]
  /// The page in the file, from 1.
  public var page: Int
  /// The size of the picture in which `boxes` lie: what the file shows is brought to it.
  public var image: RasterSize
  /// The pieces, in pixels of the picture.
  public var boxes: [Box]

  /// Boxes of a page, in pixels of the corrected page.
  public init(file: String, page: Int, image: RasterSize, boxes: [Box]) {
    (fileNames, self.page, self.image, self.boxes) = ([file], page, image, boxes)
  }

  /// The PNG file of the whole picture.
  public var pictureName: String { "\(Self.stem).png" }

  /// The PNG file of a piece, by its index.
  public func pieceName(_ index: Int) -> String { "\(Self.stem)-\(index).png" }

  public func largestFile(bytes: Int, limits: LimitSettings) -> Int { Int(limits.megapixelsPerPage * 4e6) + 1 << 20 }
}
