// SPDX-License-Identifier: GPL-3.0-or-later

/// What the parent asks of a worker. Each request gets exactly one final reply.
///
/// Files travel beside a request as open descriptors, in the order of `fileNames`: a worker opens no document by itself.
public enum WorkerRequest: Codable, Sendable {
  /// Say what you are: answered with `description`.
  case describe
  /// Build the stages, with the pipes of an engine where the pipeline has one: answered with `configured` or
  /// `misconfigured`.
  case configure(WorkerConfiguration)
  /// Give up everything that reading documents does not take, and leave files in this folder only, in none without one:
  /// answered with `confined`.
  case confine(LimitSettings.Sandbox, scratch: String?)
  /// Count a document's pages: answered with `inspected` or `failed`.
  case inspect(DocumentSource)
  /// Look pages over for separators: answered with `surveyed`, or `failed`.
  case survey(SurveyRequest)
  /// Process one page: answered with `pages` or `failed`, after any number of `stage` notices.
  case page(PageRequest)
  /// Put new text and pictures into a copy of a PDF: answered with `grafted` or `failed`.
  case graft(GraftRequest)
  /// Compare a finished PDF with what was meant to be in it: answered with `verified` or `failed`.
  case verify(VerifyRequest)

  /// The names of the files that come with the request, for messages.
  public var fileNames: [String] {
    switch self {
    case .describe, .confine: []
    case .configure(let configuration):
      configuration.hasEngine ? ["the engine's input", "the engine's output", "the engine's messages"] : []
    case .inspect(let source): source.names
    case .survey(let request): request.names
    case .page(let request): [request.page.source]
    case .graft: ["the original", "the layers"]
    case .verify(let request): [request.pdf] + (request.original.map { [$0] } ?? [])
    }
  }
}

/// What a worker answers.
public enum WorkerReply: Codable, Sendable {
  case description(WorkerDescription)
  /// The stages are built, and the engine has said hello, if there is one.
  case configured(EngineIdentity?)
  case confined(Confinement)
  case misconfigured(message: String, missingPart: Bool)
  case inspected(Inspection)
  /// What the pages of a `survey` show, in their order.
  case surveyed([SurveyedPage])
  /// A notice: the stage that has the page from now on.
  case stage(String)
  /// What became of the page: one result, or more where it showed several pages, in reading order; and how.
  case pages([PageResult], checkpoint: PageCheckpoint)
  /// The PDF is in the scratch folder as `GraftRequest.outputName`, unless the original, byte for byte, is the result; with
  /// notes for people.
  case grafted(isIdentical: Bool, notes: [String])
  /// How the PDF differs from what was meant; empty when it does not.
  case verified([Mismatch])
  case failed(PageFailure)
}

/// What a worker is made of.
public struct WorkerDescription: Codable, Sendable {
  /// Library name to version, such as "Tesseract": "5.3.0".
  public var versions: [String: String]
  public var stages: [ComponentDescription]
  /// What files it reads.
  public var formats: InputFormats
  /// The language packs that are installed.
  public var languages: [String]
  /// Whether Tesseract's pack for orientation and script detection is installed.
  public var hasOrientationPack: Bool

  public init(
    versions: [String: String], stages: [ComponentDescription], formats: InputFormats, languages: [String],
    hasOrientationPack: Bool
  ) {
    self.versions = versions
    self.stages = stages
    self.formats = formats
    self.languages = languages
    self.hasOrientationPack = hasOrientationPack
  }
}

/// What a worker needs before its first document.
public struct WorkerConfiguration: Codable, Sendable {
  public var pages: PageSettings
  public var limits: LimitSettings
  public var stages: [ResolvedComponent]
  /// Stages as single pages have them: they are built once now, so that what is wrong with them shows at once.
  public var variants: [ResolvedComponent]
  /// What encrypted PDFs are tried with.
  public var passwords: [String]
  /// Whether the pipes of an engine come with it.
  public var hasEngine: Bool

  public init(
    pages: PageSettings, limits: LimitSettings, stages: [ResolvedComponent], variants: [ResolvedComponent],
    passwords: [String], hasEngine: Bool = false
  ) {
    self.hasEngine = hasEngine
    self.passwords = passwords
    self.pages = pages
    self.limits = limits
    self.stages = stages
    self.variants = variants
  }
}

/// Files of a document, in the order of its pages.
public struct DocumentSource: Codable, Hashable, Sendable {
  /// So many files go into one request: the kernel passes few at once, and a worker may have few open.
  public static let filesPerRequest = 64

  public var names: [String]

  public init(names: [String]) { self.names = names }
}

/// What is known of a document before its pages are processed.
public struct Inspection: Codable, Sendable {
  /// The number of pages of each file.
  public var untrustedPageCounts: [Int]
  /// Whether the document is one PDF whose pages can be kept, and get only a text layer added.
  public var canGraft: Bool
  /// What a single PDF says of itself.
  public var untrustedMetadata: DocumentMetadata
  /// What is special about a single PDF.
  public var conditions: Set<PDFCondition>

  public init(
    untrustedPageCounts: [Int], canGraft: Bool, untrustedMetadata: DocumentMetadata = DocumentMetadata(),
    conditions: Set<PDFCondition> = []
  ) {
    self.untrustedPageCounts = untrustedPageCounts
    self.canGraft = canGraft
    self.untrustedMetadata = untrustedMetadata
    self.conditions = conditions
  }
}

/// Something about a PDF that decides what may be done with it, or that a person should know.
public enum PDFCondition: String, Codable, CaseIterable, Sendable {
  /// It carries a digital signature, which any change makes invalid.
  case signed
  /// It is encrypted; it was opened with a password, or with none.
  case encrypted
  /// Its pages are made by a form engine (dynamic XFA): what it shows without one is a notice.
  case dynamicForm
}

/// One page to process.
public struct PageRequest: Codable, Sendable {
  /// How much to do.
  public enum Effort: String, Codable, Sendable {
    /// Run the stages.
    case full
    /// Only load the page, to keep its picture after its stages failed.
    case pictureOnly
  }

  /// When a page's picture is needed.
  public enum PictureNeed: String, Codable, Sendable {
    /// No PDF is written.
    case never
    /// If the page does not stay as it is.
    case ifChanged
    case always
  }

  /// What the page JSON says of the document.
  public var document: DocumentReference
  /// What the page JSON says of the page.
  public var page: PageReference
  /// When a picture is wanted for the PDF.
  public var wantsPicture: PictureNeed
  /// Whether that picture must be one that a PDF/A can hold: in grey or RGB.
  public var wantsArchivalPicture: Bool
  /// How the picture is compressed if the page is changed.
  public var pictureStyle: PictureStyle
  /// Other pictures that are wanted.
  public var extras: Set<PictureRequest>
  public var effort: Effort
  /// The stages to run where they are not the configured ones.
  public var stages: [ResolvedComponent]?
  /// What an earlier run made of the page.
  public var cached: CachedPage?
  /// What the names of its files begin with: no other page's do.
  public var fileStem: String

  public init(
    document: DocumentReference, page: PageReference, wantsPicture: PictureNeed,
    wantsArchivalPicture: Bool = false, pictureStyle: PictureStyle = .faithful, extras: Set<PictureRequest> = [],
    effort: Effort, stages: [ResolvedComponent]? = nil, cached: CachedPage? = nil, fileStem: String
  ) {
    self.fileStem = fileStem
    self.cached = cached
    self.extras = extras
    self.stages = stages
    self.document = document
    self.page = page
    self.wantsPicture = wantsPicture
    self.wantsArchivalPicture = wantsArchivalPicture
    self.pictureStyle = pictureStyle
    self.effort = effort
  }
}

/// One processed page.
public struct PageResult: Codable, Sendable {
  public var page: RecognizedPage
  /// The size of the page in the PDF.
  public var size: PageSize
  /// The picture for the PDF; nil when the original page is kept.
  public var picture: PagePicture?
  /// Those of the other pictures that are wanted which are in the scratch folder.
  public var extras: Set<PictureRequest>
  /// Whether the original page holds invisible text of an earlier recognition that has to go.
  public var replacesHiddenText: Bool

  /// The files in the scratch folder for the result that is this part, from 1, of a page whose files have this stem.
  public func untrustedFileNames(stem: String, part: Int) -> [String] {
    extras.map { $0.fileName(stem: stem, part: part) }
      + (picture.map { [$0.untrustedFileName] + ($0.ink?.layers ?? []).map(\.layer.untrustedFileName) } ?? [])
  }

  public init(
    page: RecognizedPage, size: PageSize, picture: PagePicture?, extras: Set<PictureRequest> = [],
    replacesHiddenText: Bool = false
  ) {
    self.extras = extras
    self.replacesHiddenText = replacesHiddenText
    self.page = page
    self.size = size
    self.picture = picture
  }
}

/// An encoded image in the worker's scratch folder, ready to be the stream of a PDF image.
public struct PagePicture: Codable, Hashable, Sendable {
  /// How the bytes are compressed.
  public enum Encoding: String, Codable, CaseIterable, Sendable {
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
  public enum ColorSpace: String, Codable, CaseIterable, Sendable {
    case gray, rgb, cmyk
    /// CMYK as Adobe programs write it into JPEG: inverted.
    case invertedCMYK

    /// Whether a PDF/A with an output intent for screens can hold it (ISO 19005-2, 6.2.4.3).
    public var isArchival: Bool {
      switch self {
      case .gray, .rgb: true
      case .cmyk, .invertedCMYK: false
      }
    }

    /// The number of values in a pixel.
    public var components: Int {
      switch self {
      case .gray: 1
      case .rgb: 3
      case .cmyk, .invertedCMYK: 4
      }
    }
  }

  /// The file's name within the scratch folder.
  public var untrustedFileName: String
  public var encoding: Encoding
  public var colorSpace: ColorSpace
  public var bitsPerComponent: Int
  /// The size of the encoded image, before `orientation`.
  public var width: Int
  public var height: Int
  /// How to show it upright: the EXIF orientation, 1 to 8, for bytes passed through from a photo.
  public var orientation: Int
  /// What lies over the image; nil where it is the whole page.
  public var ink: MRCLayers?

  public init(
    untrustedFileName: String, encoding: Encoding, colorSpace: ColorSpace, bitsPerComponent: Int, width: Int,
    height: Int, orientation: Int = 1, ink: MRCLayers? = nil
  ) {
    self.untrustedFileName = untrustedFileName
    self.encoding = encoding
    self.colorSpace = colorSpace
    self.bitsPerComponent = bitsPerComponent
    self.width = width
    self.height = height
    self.orientation = orientation
    self.ink = ink
  }
}
