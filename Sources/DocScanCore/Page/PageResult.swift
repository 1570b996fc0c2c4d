// SPDX-License-Identifier: GPL-3.0-or-later

/// The result for one page.
public struct PageResult: Codable, Sendable {
  /// The recognized page.
  public var page: RecognizedPage
  /// The size of the page in the PDF, in points.
  public var size: PageSize
  /// The picture for the PDF, or `nil` if the original page is kept.
  package var picture: PagePicture?
  package var extras: Set<PictureRequest>
  /// Whether invisible text of an earlier recognition must be removed from the original page.
  package var replacesHiddenText: Bool
  /// `true` if the visible text of the original page is wrong and must be made unreadable for programs; otherwise `nil`.
  package var silencesText: Bool?

  /// Returns the names of the result's files in the scratch folder. `part` counts the results of a page from 1.
  package func untrustedFileNames(stem: String, part: Int) -> [String] {
    extras.map { $0.fileName(stem: stem, part: part) }
      + (picture.map { [$0.untrustedFileName] + ($0.ink?.layers ?? []).map(\.layer.untrustedFileName) } ?? [])
  }

  package init(
    page: RecognizedPage, size: PageSize, picture: PagePicture?, extras: Set<PictureRequest> = [],
    replacesHiddenText: Bool = false, silencesText: Bool? = nil
  ) {
    (self.extras, self.replacesHiddenText, self.page) = (extras, replacesHiddenText, page)
    self.silencesText = silencesText
    (self.size, self.picture) = (size, picture)
  }
}

/// An encoded image in the worker's scratch folder, ready to be embedded in a PDF.
package struct PagePicture: Codable, Hashable, Sendable {
  package enum Encoding: String, Codable, CaseIterable, Sendable {
    /// A complete JPEG file, for the PDF filter DCTDecode.
    case jpeg
    /// A complete JPEG 2000 file, for the PDF filter JPXDecode.
    case jpeg2000
    /// CCITT Group 4 with black as 0, for the PDF filter CCITTFaxDecode with K -1.
    case ccittGroup4
    /// zlib over rows with PNG predictors, for the PDF filter FlateDecode with Predictor 15.
    case flate
  }

  package enum ColorSpace: String, Codable, CaseIterable, Sendable {
    case gray
    case rgb
    case cmyk
    /// CMYK inverted, as Adobe programs write it to JPEG files.
    case invertedCMYK

    /// Whether a PDF/A with an output intent for screens can contain the color space (ISO 19005-2, 6.2.4.3).
    package var isArchival: Bool {
      switch self {
      case .gray, .rgb: true
      case .cmyk, .invertedCMYK: false
      }
    }

    /// The number of values per pixel.
    package var components: Int {
      switch self {
      case .gray: 1
      case .rgb: 3
      case .cmyk, .invertedCMYK: 4
      }
    }
  }

  package var untrustedFileName: String
  package var encoding: Encoding
  package var colorSpace: ColorSpace
  /// The number of bits per component: 1, 2, 4, 8, or 16.
  package var bitsPerComponent: Int
  /// The width of the encoded image in pixels, before `orientation` is applied.
  package var width: Int
  package var height: Int
  /// The EXIF orientation, from 1 to 8, for a photo whose file is embedded unchanged.
  package var orientation: Int
  /// The text layers over the image, or `nil` if the image shows the whole page.
  package var ink: MRCLayers?

  package init(
    untrustedFileName: String, encoding: Encoding, colorSpace: ColorSpace, bitsPerComponent: Int, width: Int,
    height: Int, orientation: Int = 1, ink: MRCLayers? = nil
  ) {
    (self.untrustedFileName, self.encoding) = (untrustedFileName, encoding)
    (self.colorSpace, self.bitsPerComponent, self.width) = (colorSpace, bitsPerComponent, width)
    (self.height, self.orientation, self.ink) = (height, orientation, ink)
  }
}
