// SPDX-License-Identifier: GPL-3.0-or-later

/// A picture of each page that a writer asks for, beside the one for the PDF.
public struct PictureRequest: Codable, Hashable, Sendable {
  /// What a picture shows.
  public enum Content: String, Codable, Sendable {
    /// The page as loaded.
    case source
    /// What the stages found, drawn over the page as loaded.
    case overlay
    /// The page in which all boxes lie.
    case page
  }

  /// What it shows.
  public var content: Content
  /// How it is encoded.
  public var format: PageImageFormat
  /// A larger picture is made so small, in pixels; nil for one of any size.
  public var longestSide: Int?

  /// A picture; its longest side has all of its pixels, or at most this many.
  public init(_ content: Content, as format: PageImageFormat, longestSide: Int? = nil) {
    (self.content, self.format, self.longestSide) = (content, format, longestSide)
  }

  /// The factor for a picture with these sides: at most 1.
  package func scale(width: Int, height: Int) -> Double {
    longestSide.map { min(1, Double($0) / Double(max(width, height))) } ?? 1
  }

  /// The file's name within the scratch folder, for one part of a source page; parts count from 1.
  package func fileName(stem: String, part: Int) -> String {
    "\(stem)-\(part).\(content)\(longestSide.map(String.init) ?? "").\(format)"
  }
}

/// How the pictures of pages that are not as they were loaded are compressed, where they are grey or coloured.
package enum PictureStyle: String, Codable, CaseIterable, Sendable {
  /// One picture of the whole page.
  case faithful
  /// Mixed raster content (ITU-T T.44): letters and lines as a sharp mask over a small picture of all the rest.
  case mixed
}

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

/// The letters and lines of a page, which lie over its picture: a mask of where they are, and their colours.
///
/// Both cover the whole page, as the page's picture does, and are files in the worker's scratch folder.
package struct MRCLayers: Codable, Hashable, Sendable {
  /// CCITT Group 4, black where ink is.
  package var mask: Layer
  /// A whole JPEG file in the colour space of the page's picture.
  package var colours: Layer

  /// The layers of a picture.
  package init(mask: Layer, colours: Layer) { (self.mask, self.colours) = (mask, colours) }

  /// A compressed image of the whole page.
  package struct Layer: Codable, Hashable, Sendable {
    /// The file's name within the scratch folder.
    package var untrustedFileName: String
    /// In pixels.
    package var width: Int
    /// In pixels.
    package var height: Int

    /// A layer in a file of the worker's folder, with its size in pixels.
    package init(untrustedFileName: String, width: Int, height: Int) {
      (self.untrustedFileName, self.width, self.height) = (untrustedFileName, width, height)
    }
  }

  /// The layers, with the ending that each one's file has in place of the picture's.
  package var layers: [(layer: Layer, ending: String)] { [(mask, "mask"), (colours, "colours")] }
}

/// How far a file is to follow PDF/A-2, the form of PDF for archives (ISO 19005-2).
package enum PDFALevel: String, Codable, CaseIterable, Sendable {
  /// No PDF/A.
  case no
  /// Level U where everything allows it, otherwise an ordinary PDF; pictures stay as they are.
  case auto
  /// The file looks the same everywhere, for good.
  case basic = "2b"
  /// The same, and all of its text is Unicode.
  case unicode = "2u"

  /// Whether anything but PDF/A-2 is a failure; pictures are encoded again where necessary.
  package var isDemanded: Bool { self == .basic || self == .unicode }
}
