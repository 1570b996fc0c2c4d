// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanInput
internal import DocScanStore
internal import DocScanWire
internal import DocScanWorkers
internal import DocScanWriters

/// The plan for a document's PDF: its source, the location of its pages, and the pages to verify.
final class PDFAssembly {
  /// The source of the PDF's pages.
  enum Origin {
    case pictures
    case layers
    case original

    /// Selects the source for an input. `allowGraft` permits keeping the original's pages.
    init(_ inspection: Inspection, signed: PageSettings.Signed, allowGraft: Bool) {
      self =
        inspection.conditions.contains(.signed) && signed == .keep
        ? .original : inspection.canGraft && allowGraft ? .layers : .pictures
    }

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
  let path: String
  private let input: InputDocument
  private let originalPageCount: Int
  private let layers: String
  let sample: VerificationSample
  private var placedPages = 0
  private var firstSize: PageSize?
  var retry = RetryPolicy()
  /// Whether the finished PDF is a byte-for-byte copy of the original.
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

  static let layersName = "layers"

  // MARK: Pages

  /// Returns the last written page's location in the PDF, or `nil` if it isn't there. Also adds the page to the sample for verification.
  func place(_ result: PageResult) throws(OutputError) -> PDFPlace? {
    // A page of the original keeps its size, whatever the writer's limits are.
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
      page: placedPages, content: content, size: size,
      isCleared: isLayered && (last.removesHiddenText || last.silencesText == true) ? true : nil)
    try sample.keep(ExpectedPage(place: place, page: result.page))
    return place
  }

  /// The location of the first page if all pages are blank and left out, otherwise `nil`. The PDF contains this page anyway, because it needs one.
  var placeOfBlank: PDFPlace? {
    guard let firstSize, origin != .original, placedPages == 0, writer.graftPages.count == 1 else { return nil }
    return PDFPlace(page: 1, content: origin == .layers ? .original : .picture, size: firstSize)
  }

  // MARK: Assembly

  var graftRequest: GraftRequest {
    GraftRequest(pages: writer.graftPages, level: writer.level, replacesMetadata: writer.replacesMetadata)
  }

  /// Whether the PDF can be a byte-for-byte copy of the original, because assembling it would change nothing.
  var mayBeOriginal: Bool { graftRequest.changesNothing(pageCount: originalPageCount) }

  func openGraftFiles() throws(PageFailure) -> [OpenFile] {
    [try input.files[0].open(), try SourceFile(path: layers).open()]
  }

  // MARK: Verification

  /// Returns the next request to verify the PDF, or `nil` after the last one.
  func verifyRequest() throws(OutputError) -> VerifyRequest? {
    let pages = try sample.nextPages()
    guard !pages.isEmpty else { return nil }
    return VerifyRequest(
      pdf: fileName(path), original: origin == .layers ? fileName(input.paths[0]) : nil,
      originalPageCount: originalPageCount, pageCount: writer.graftPages.count, checksFile: sample.isAtStart,
      pages: pages)
  }

  /// Opens the finished PDF, and the original if the PDF contains its pages.
  func openVerifyFiles() throws(PageFailure) -> [OpenFile] {
    let pdf = try SourceFile(path: path).open()
    return origin == .layers ? [pdf, try input.files[0].open()] : [pdf]
  }
}

extension PDFCondition {
  /// Returns the user's message about a PDF with this property. `isKept` means that the result is a byte-for-byte copy of the original.
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
    case (.portfolio, _):
      "The PDF is a portfolio: files are attached to it, and they weren't read. Save them, and process each one."
    }
  }
}
