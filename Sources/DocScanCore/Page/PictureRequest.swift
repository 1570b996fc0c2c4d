// SPDX-License-Identifier: GPL-3.0-or-later

/// A picture of each page that a writer needs, in addition to the one for the PDF.
public struct PictureRequest: Codable, Hashable, Sendable {
  /// The contents of a picture.
  public enum Content: String, Codable, Sendable {
    /// The page as loaded.
    case source
    /// The findings of stages, drawn over the page as loaded.
    case overlay
    /// The corrected page, to which all boxes refer.
    case page
  }

  /// The content of the picture: the page before or after correction, or an overlay of findings.
  public var content: Content
  /// The encoding of the picture.
  public var format: PageImageFormat
  /// The maximum length of the longest side in pixels, or `nil` for no limit. Larger pictures are scaled down.
  public var longestSide: Int?

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - content: The content of the picture.
  ///   - format: The encoding of the picture.
  ///   - longestSide: The maximum length of the longest side in pixels, or `nil` for no limit.
  public init(_ content: Content, as format: PageImageFormat, longestSide: Int? = nil) {
    (self.content, self.format, self.longestSide) = (content, format, longestSide)
  }

  /// Returns the scale factor for a picture of this size, at most 1.
  package func scale(width: Int, height: Int) -> Double {
    longestSide.map { min(1, Double($0) / Double(max(width, height))) } ?? 1
  }

  /// Returns the name of the file in the scratch folder. `part` counts the results of a page from 1.
  package func fileName(stem: String, part: Int) -> String {
    "\(stem)-\(part).\(content)\(longestSide.map(String.init) ?? "").\(format)"
  }
}

/// The compression of changed pages with grayscale or color pictures.
package enum PictureStyle: String, Codable, CaseIterable, Sendable {
  /// A single picture of the whole page.
  case faithful
  /// Mixed raster content (ITU-T T.44): a sharp mask for letters and lines over a smaller picture of everything else.
  case mixed
}

/// The file format of a page's picture.
public enum PageImageFormat: Codable, Hashable, Sendable, CustomStringConvertible {
  /// PNG, which is lossless. Black-and-white pages have one bit per pixel.
  case png
  /// JPEG with a quality from 1 to 100.
  case jpeg(quality: Int)
  /// TIFF, which is lossless: CCITT Group 4 for black-and-white pages, otherwise Deflate.
  case tiff

  package var ending: String {
    switch self {
    case .png: "png"
    case .jpeg: "jpg"
    case .tiff: "tif"
    }
  }

  /// The name of the format with its quality, such as "jpeg90".
  public var description: String {
    switch self {
    case .png: "png"
    case .jpeg(let quality): "jpeg\(quality)"
    case .tiff: "tiff"
    }
  }
}

/// The letters and lines of a page, as a mask and colors over its picture. Each layer covers the page and is a file in the scratch folder.
package struct MRCLayers: Codable, Hashable, Sendable {
  /// The mask, CCITT Group 4 with black for ink.
  package var mask: Layer
  /// The colors, a complete JPEG file in the color space of the page's picture.
  package var colours: Layer

  package init(mask: Layer, colours: Layer) { (self.mask, self.colours) = (mask, colours) }

  /// A compressed image of the whole page.
  package struct Layer: Codable, Hashable, Sendable {
    package var untrustedFileName: String
    package var width: Int
    package var height: Int

    package init(untrustedFileName: String, width: Int, height: Int) {
      (self.untrustedFileName, self.width, self.height) = (untrustedFileName, width, height)
    }
  }

  /// The layers, each with the file extension that replaces the extension of the picture's file.
  package var layers: [(layer: Layer, ending: String)] { [(mask, "mask"), (colours, "colours")] }
}

/// The conformance levels of PDF/A-2, the archival form of PDF (ISO 19005-2).
package enum PDFALevel: String, Codable, CaseIterable, Sendable {
  /// Ordinary PDF.
  case no
  /// Level U if possible without changing pictures, otherwise an ordinary PDF.
  case auto
  /// Level B: the file looks the same everywhere.
  case basic = "2b"
  /// Level U: as level B, and all text is Unicode.
  case unicode = "2u"

  /// Whether PDF/A-2 is required. If so, pictures are encoded again if necessary, and other results are failures.
  package var isDemanded: Bool { self == .basic || self == .unicode }
}
