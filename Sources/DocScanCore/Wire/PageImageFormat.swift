// SPDX-License-Identifier: GPL-3.0-or-later

/// How the picture of a page is stored as a file.
public enum PageImageFormat: Codable, Hashable, Sendable, CustomStringConvertible {
  /// Without loss; one bit a pixel where the page is black and white.
  case png
  /// With a quality from 1 to 100.
  case jpeg(quality: Int)
  /// Without loss: CCITT Group 4 where the page is black and white, Deflate elsewhere.
  case tiff

  /// The ending of the file's name.
  package var ending: String {
    switch self {
    case .png: "png"
    case .jpeg: "jpg"
    case .tiff: "tif"
    }
  }

  /// The format with its quality, such as "jpeg90".
  public var description: String {
    switch self {
    case .png: "png"
    case .jpeg(let quality): "jpeg\(quality)"
    case .tiff: "tiff"
    }
  }
}
