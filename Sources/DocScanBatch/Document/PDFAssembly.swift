// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanStore
internal import DocScanWorkers
internal import DocScanWriters

/// How a document's PDF comes about, what stands where in it, and which of that is compared with it in the end.
final class PDFAssembly {
  /// What the PDF is made of.
  enum Origin {
    /// It is made from pictures.
    case pictures
    /// It is made from the original's pages, which get layers.
    case layers
    /// It is the original.
    case original

    /// What may be made of an input; `allowGraft` says whether its pages may be kept.
    init(_ inspection: Inspection, signed: PageSettings.Signed, allowGraft: Bool) {
      self =
        inspection.conditions.contains(.signed) && signed == .keep
        ? .original : inspection.canGraft && allowGraft ? .layers : .pictures
    }

    /// When the PDF needs a page's picture.
    var pictureNeed: PageRequest.PictureNeed {
      switch self {
      case .pictures: .always
      case .layers: .ifChanged
      case .original: .never
      }
    }
  }

  let origin: Origin
  let writer: any PDFLayersWriter
  /// Where the finished PDF belongs while the document is built.
  let path: String
  private let input: InputDocument
  private let originalPageCount: Int
  private let layers: String
  /// The pages that are compared with it in the end.
  let sample: VerificationSample
  private var placedPages = 0
  private var firstSize: PageSize?
  /// How often it may be put together.
  var retry = RetryPolicy()
  /// Whether the finished PDF is the original, byte for byte.
  var isOriginal = false

  init(
    origin: Origin, writer: any PDFLayersWriter, input: InputDocument, originalPageCount: Int, sha256: String,
    setup: DocumentSetup
  ) {
    (self.origin, self.writer, self.input) = (origin, writer, input)
    self.originalPageCount = originalPageCount
    path = "\(setup.folder)/\(input.baseName).pdf"
    layers = "\(setup.layersFolder)/\(Self.layersName).pdf"
    sample = VerificationSample(
      share: origin == .original ? 0 : setup.pipeline.output.verify, sha256: sha256, folder: setup.layersFolder)
  }

  /// What the layers' file is called, without its ending.
  static let layersName = "layers"

  // MARK: Pages

  /// Where the page that was written last stands in the PDF, nil if it is not there; it is kept for the comparison, if it
  /// is chosen.
  func place(_ result: PageResult) throws(OutputError) -> PDFPlace? {
    // An original's page keeps whatever size it has.
    let isKept = origin == .layers && result.picture == nil
    let size = isKept ? result.size : type(of: writer).shownSize(result.size)
    if firstSize == nil { firstSize = size }
    guard origin != .original, writer.graftPages.count > placedPages, let last = writer.graftPages.last else {
      return nil
    }
    placedPages = writer.graftPages.count
    let isLayered = origin == .layers
    let isNote = result.page.status == .failed && result.picture == nil
    let content: PDFPlace.Content =
      switch last.source {
      case .replacement: .picture
      case .original where isLayered: .original
      case .overlay where isLayered: .overlay
      case .original, .overlay: isNote ? .note : .picture
      }
    let place = PDFPlace(
      page: placedPages, content: content, size: size, isCleared: isLayered && last.removesHiddenText ? true : nil)
    try sample.keep(ExpectedPage(place: place, page: result.page))
    return place
  }

  /// Of blank pages that are all left out of the PDF, the first is there after all: its place, once the writer is done.
  var placeOfBlank: PDFPlace? {
    guard let firstSize, origin != .original, placedPages == 0, writer.graftPages.count == 1 else { return nil }
    return PDFPlace(page: 1, content: origin == .layers ? .original : .picture, size: firstSize)
  }

  // MARK: Putting together

  /// What a worker is asked to make the PDF from the original and the layers.
  var graftRequest: GraftRequest {
    GraftRequest(pages: writer.graftPages, level: writer.level, replacesMetadata: writer.replacesMetadata)
  }

  /// Whether the original, byte for byte, can be the PDF.
  var mayBeOriginal: Bool { graftRequest.changesNothing(pageCount: originalPageCount) }

  /// Opens the original and the PDF of layers.
  func openGraftFiles() throws(PageFailure) -> [OpenFile] {
    [try input.files[0].open(), try SourceFile(path: layers).open()]
  }

  // MARK: Comparing

  /// What a worker is asked next to compare the PDF with what was meant to be in it; nil when there is nothing more.
  func verifyRequest() throws(OutputError) -> VerifyRequest? {
    let pages = try sample.nextPages()
    guard !pages.isEmpty else { return nil }
    return VerifyRequest(
      pdf: fileName(path), original: origin == .layers ? fileName(input.paths[0]) : nil,
      originalPageCount: originalPageCount, pageCount: writer.graftPages.count, checksFile: sample.isAtStart,
      pages: pages)
  }

  /// Opens the finished PDF, and the original it has pages of.
  func openVerifyFiles() throws(PageFailure) -> [OpenFile] {
    let pdf = try SourceFile(path: path).open()
    return origin == .layers ? [pdf, try input.files[0].open()] : [pdf]
  }
}

extension PDFCondition {
  /// What a person should know of the results of such a PDF.
  ///
  /// `isKept` says whether the PDF in the results is the original, byte for byte.
  func note(signed: PageSettings.Signed, isKept: Bool) -> String {
    switch (self, signed) {
    case (.signed, .keep):
      "The PDF is signed and stays as it is, without a text layer; the text is in the other files. "
        + "For a searchable PDF with a signature that is no longer valid, set pages.signed to \"change\"."
    case (.signed, .change): "The original is signed; the signature of the changed PDF is no longer valid."
    case (.encrypted, _):
      isKept
        ? "The original is encrypted. The PDF is unchanged and still encrypted; the other results are not."
        : "The original is encrypted. The results are not."
    case (.dynamicForm, _):
      "The PDF is a dynamic XFA form, which only some programs can show. What was read is the notice shown in its "
        + "place. Print the form to a PDF in such a program and use that."
    }
  }
}
