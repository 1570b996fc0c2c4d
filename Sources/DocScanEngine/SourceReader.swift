// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanNative
internal import DocScanVision
internal import DocScanWire

/// Opens documents' files, and answers requests that need no stages: counting pages, finding separators, and cutting pictures.
final class SourceReader {
  /// The maximum relative difference between the scales, across and down, from the file's picture to that of the boxes. PDF points are rounded.
  private static let tolerance = 0.01

  let configuration: WorkerConfiguration
  var scratch = ""
  /// The last file. Its input stays open, so that the system gives its inode to no other file, which would have the same identity.
  private var openFile: (input: InputFile, file: DocumentFile)?

  init(_ configuration: WorkerConfiguration) { self.configuration = configuration }

  func close() { openFile = nil }

  /// Opens a file. The last one stays open, because a document's pages are usually read in succession.
  func open(_ input: InputFile) throws(PageFailure) -> DocumentFile {
    if let openFile, openFile.input.identity == input.identity { return openFile.file }
    openFile = nil
    let file = try DocumentFile(input, limits: configuration.limits)
    openFile = (input, file)
    return file
  }

  func inspect(_ request: InspectRequest, _ files: [InputFile]) throws(PageFailure) -> Inspection {
    let pageFiles = request.hasInvoice ? files.dropLast() : files[...]
    var (counts, unread): ([Int], [Int]) = ([], [])
    for input in pageFiles {
      let file = try PageFailure.during("load") { () throws(PageFailure) in try open(input) }
      counts.append(file.pageCount)
      unread.append(file.unreadPictures)
    }
    let beside = request.hasInvoice ? files.last.map(EInvoiceReader.beside) : nil
    guard pageFiles.count == 1, let facts = openFile?.file.facts() else {
      return Inspection(
        untrustedPageCounts: counts, canGraft: false, untrustedInvoices: beside ?? AttachedInvoices(),
        untrustedUnreadPictures: unread)
    }
    var invoices = facts.invoices
    invoices.invoices += beside?.invoices ?? []
    invoices.unread += beside?.unread ?? []
    return Inspection(
      untrustedPageCounts: counts, canGraft: facts.canGraft, untrustedMetadata: facts.metadata,
      conditions: facts.conditions, untrustedInvoices: invoices, untrustedUnreadPictures: unread)
  }

  func survey(_ request: SurveyRequest, _ files: [InputFile]) -> [SurveyedPage] {
    request.pages.map { place in
      do {
        return try glance(at: place.page, of: files[place.file])
      } catch {
        return SurveyedPage(untrustedCodes: [], isBlank: false)
      }
    }
  }

  private func glance(at page: Int, of input: InputFile) throws(PageFailure) -> SurveyedPage {
    let (image, dpi) = try open(input).glance(page: page, settings: configuration.pages)
    let codes = try Barcodes.read(image).map(\.text)
    guard codes.isEmpty else { return SurveyedPage(untrustedCodes: codes, isBlank: false) }
    return SurveyedPage(untrustedCodes: [], isBlank: try BlankStage.isClearlyBlank(image, dpi: dpi))
  }

  func cut(_ request: ExcerptRequest, _ input: InputFile) throws(PageFailure) -> ExcerptRequest.Reply {
    try PageFailure.during("excerpt") { () throws(PageFailure) in
      let picture = try picture(of: request, input)
      for (index, box) in request.boxes.enumerated() {
        try save(try picture.cropped(to: box), request, as: request.pieceName(index))
      }
      try save(picture, request, as: request.pictureName)
    }
    return ExcerptRequest.Reply()
  }

  private func picture(of request: ExcerptRequest, _ input: InputFile) throws(PageFailure) -> Raster {
    let size = request.image
    var settings = configuration.pages
    // A drawn page needs the resolution at which it was read.
    settings.dpi = min(1200, max(50, size.dpi))
    let loaded = try open(input).load(page: request.page, settings: settings).raster
    let (across, down) = (Double(loaded.width) / Double(size.width), Double(loaded.height) / Double(size.height))
    guard abs(across / down - 1) <= Self.tolerance else {
      throw PageFailure(
        kind: .unreadable, message: "\(input.name), page \(request.page) differs from the picture that was recognized.")
    }
    return try loaded.stretched(width: size.width, height: size.height)
  }

  private func save(_ raster: Raster, _ request: ExcerptRequest, as name: String) throws(PageFailure) {
    try PictureEncoder.write(raster, as: .png, bitonal: false, dpi: request.image.dpi, to: scratch, name: name)
  }
}
