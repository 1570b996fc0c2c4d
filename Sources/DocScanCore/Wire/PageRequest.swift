// SPDX-License-Identifier: GPL-3.0-or-later

/// A request to process one page. The worker sends a notice when each stage begins.
package struct PageRequest: JobRequest {
  package static let name = "page"

  /// The reply with the results of the page and the findings of each stage.
  package struct Reply: JobReply {
    /// The results, in reading order. There are several if the page was split.
    package var results: [PageResult]
    package var checkpoint: PageCheckpoint

    package init(results: [PageResult], checkpoint: PageCheckpoint) {
      (self.results, self.checkpoint) = (results, checkpoint)
    }
  }

  package enum Effort: String, Codable, Sendable {
    case full
    /// Only load the page, to get a picture after its stages failed.
    case pictureOnly
  }

  /// The conditions under which a picture is needed for the PDF.
  package enum PictureNeed: String, Codable, Sendable {
    case never
    case ifChanged
    case always
  }

  package var document: DocumentReference
  package var page: PageReference
  package var wantsPicture: PictureNeed
  /// Whether the picture must be suitable for PDF/A, that is, grayscale or RGB.
  package var wantsArchivalPicture: Bool
  package var pictureStyle: PictureStyle
  package var extras: Set<PictureRequest>
  package var effort: Effort
  /// The stages to run, or `nil` to run the configured ones.
  package var stages: [ResolvedComponent]?
  package var cached: CachedPage?
  package var edits: [Edit]
  /// The unique prefix for names of the page's files.
  package var fileStem: String

  package init(
    document: DocumentReference, page: PageReference, wantsPicture: PictureNeed,
    wantsArchivalPicture: Bool = false, pictureStyle: PictureStyle = .faithful, extras: Set<PictureRequest> = [],
    effort: Effort, stages: [ResolvedComponent]? = nil, cached: CachedPage? = nil, edits: [Edit] = [],
    fileStem: String
  ) {
    (self.fileStem, self.cached, self.extras, self.stages, self.edits) = (fileStem, cached, extras, stages, edits)
    (self.document, self.page, self.wantsPicture) = (document, page, wantsPicture)
    (self.wantsArchivalPicture, self.pictureStyle) = (wantsArchivalPicture, pictureStyle)
    self.effort = effort
  }

  package var fileNames: [String] { [page.source] }

  /// Returns the maximum size of a picture, which has at most four bytes per pixel or is a copy of the file.
  package func largestFile(bytes: Int, limits: LimitSettings) -> Int {
    max(bytes, Int(limits.megapixelsPerPage * 4e6)) + 1 << 20
  }
}

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

/// A request to apply edits to a page of an earlier run. Stages that depend on the text run again.
package struct ReviseRequest: JobRequest {
  package static let name = "revise"

  package struct Reply: JobReply {
    package var page: RecognizedPage

    package init(page: RecognizedPage) { self.page = page }
  }

  package var page: RecognizedPage
  package var edits: [Edit]

  package init(page: RecognizedPage, edits: [Edit]) { (self.page, self.edits) = (page, edits) }
}
