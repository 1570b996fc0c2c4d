// SPDX-License-Identifier: GPL-3.0-or-later

/// One page to process; the worker gives notice of the stage that has it.
package struct PageRequest: JobRequest {
  package static let name = "page"

  /// What became of the page: one result, or more where it showed several pages, in reading order; and how.
  package struct Reply: JobReply {
    /// The page, or the pages that a spread gave.
    package var results: [PageResult]
    /// What the stages found, step by step.
    package var checkpoint: PageCheckpoint

    /// What became of a page.
    package init(results: [PageResult], checkpoint: PageCheckpoint) {
      (self.results, self.checkpoint) = (results, checkpoint)
    }
  }

  /// How much to do.
  package enum Effort: String, Codable, Sendable {
    /// Run the stages.
    case full
    /// Only load the page, to keep its picture after its stages failed.
    case pictureOnly
  }

  /// When a page's picture is needed.
  package enum PictureNeed: String, Codable, Sendable {
    /// No PDF is written.
    case never
    /// If the page does not stay as it is.
    case ifChanged
    /// In any case.
    case always
  }

  /// What the page JSON says of the document.
  package var document: DocumentReference
  /// What the page JSON says of the page.
  package var page: PageReference
  /// When a picture is wanted for the PDF.
  package var wantsPicture: PictureNeed
  /// Whether that picture must be one that a PDF/A can hold: in grey or RGB.
  package var wantsArchivalPicture: Bool
  /// How the picture is compressed if the page is changed.
  package var pictureStyle: PictureStyle
  /// Other pictures that are wanted.
  package var extras: Set<PictureRequest>
  /// How much is to be done.
  package var effort: Effort
  /// The stages to run where they are not the configured ones.
  package var stages: [ResolvedComponent]?
  /// What an earlier run made of the page.
  package var cached: CachedPage?
  /// What people decided about its text, in order.
  package var edits: [Edit]
  /// What the names of its files begin with: no other page's do.
  package var fileStem: String

  /// A page to process, with what was found before.
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

  /// A picture takes at most four bytes a pixel, or is the file's own.
  package func largestFile(bytes: Int, limits: LimitSettings) -> Int {
    max(bytes, Int(limits.megapixelsPerPage * 4e6)) + 1 << 20
  }
}

/// One processed page.
public struct PageResult: Codable, Sendable {
  /// What was read.
  public var page: RecognizedPage
  /// The size of the page in the PDF.
  public var size: PageSize
  /// The picture for the PDF; nil when the original page is kept.
  package var picture: PagePicture?
  /// Those of the other pictures that are wanted which are in the scratch folder.
  package var extras: Set<PictureRequest>
  /// Whether the original page holds invisible text of an earlier recognition that has to go.
  package var replacesHiddenText: Bool

  /// The files in the scratch folder for the result that is this part, from 1, of a page whose files have this stem.
  package func untrustedFileNames(stem: String, part: Int) -> [String] {
    extras.map { $0.fileName(stem: stem, part: part) }
      + (picture.map { [$0.untrustedFileName] + ($0.ink?.layers ?? []).map(\.layer.untrustedFileName) } ?? [])
  }

  /// A page with its size in points, and its picture.
  package init(
    page: RecognizedPage, size: PageSize, picture: PagePicture?, extras: Set<PictureRequest> = [],
    replacesHiddenText: Bool = false
  ) {
    (self.extras, self.replacesHiddenText, self.page) = (extras, replacesHiddenText, page)
    (self.size, self.picture) = (size, picture)
  }
}

/// An encoded image in the worker's scratch folder, ready to be the stream of a PDF image.
package struct PagePicture: Codable, Hashable, Sendable {
  /// How the bytes are compressed.
  package enum Encoding: String, Codable, CaseIterable, Sendable {
    /// A whole JPEG file: PDF filter DCTDecode.
    case jpeg
    /// A whole JPEG 2000 file: PDF filter JPXDecode.
    case jpeg2000
    /// CCITT Group 4, black is 0: PDF filter CCITTFaxDecode with K -1.
    case ccittGroup4
    /// zlib over rows with PNG predictors: PDF filter FlateDecode with Predictor 15.
    case flate
  }

  /// The colours of a pixel.
  package enum ColorSpace: String, Codable, CaseIterable, Sendable {
    /// Grey.
    case gray
    /// Red, green and blue.
    case rgb
    /// Inks: cyan, magenta, yellow and black.
    case cmyk
    /// CMYK as Adobe programs write it into JPEG: inverted.
    case invertedCMYK

    /// Whether a PDF/A with an output intent for screens can hold it (ISO 19005-2, 6.2.4.3).
    package var isArchival: Bool {
      switch self {
      case .gray, .rgb: true
      case .cmyk, .invertedCMYK: false
      }
    }

    /// The number of values in a pixel.
    package var components: Int {
      switch self {
      case .gray: 1
      case .rgb: 3
      case .cmyk, .invertedCMYK: 4
      }
    }
  }

  /// The file's name within the scratch folder.
  package var untrustedFileName: String
  /// How its bytes are encoded.
  package var encoding: Encoding
  /// What its components mean.
  package var colorSpace: ColorSpace
  /// 1, 2, 4, 8 or 16.
  package var bitsPerComponent: Int
  /// The size of the encoded image, before `orientation`.
  package var width: Int
  /// In pixels.
  package var height: Int
  /// How to show it upright: the EXIF orientation, 1 to 8, for bytes passed through from a photo.
  package var orientation: Int
  /// What lies over the image; nil if it is the whole page.
  package var ink: MRCLayers?

  /// A picture in a file of the worker's folder.
  package init(
    untrustedFileName: String, encoding: Encoding, colorSpace: ColorSpace, bitsPerComponent: Int, width: Int,
    height: Int, orientation: Int = 1, ink: MRCLayers? = nil
  ) {
    (self.untrustedFileName, self.encoding) = (untrustedFileName, encoding)
    (self.colorSpace, self.bitsPerComponent, self.width) = (colorSpace, bitsPerComponent, width)
    (self.height, self.orientation, self.ink) = (height, orientation, ink)
  }
}

/// A page that was read long ago, and what people decided about its text since: stages that look at text look again.
package struct ReviseRequest: JobRequest {
  package static let name = "revise"

  /// The page as it is now.
  package struct Reply: JobReply {
    /// The page with its new findings.
    package var page: RecognizedPage

    /// A page.
    package init(page: RecognizedPage) { self.page = page }
  }

  /// The page as its file has it, with the edits of before.
  package var page: RecognizedPage
  /// The edits that hold now, in order.
  package var edits: [Edit]

  /// A page, and the edits that hold on it now.
  package init(page: RecognizedPage, edits: [Edit]) { (self.page, self.edits) = (page, edits) }
}
