// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore

/// An open document file of any kind, told by its first bytes and never by its name.
@safe
public final class DocumentFile {
  private enum Content {
    case pdf(PDFFile)
    case tiff(TIFFFile)
    case heif(HEIFFile)
    case image(ImageFile)
  }

  public let kind: FileKind
  /// At least 1.
  public let pageCount: Int
  private let name: String
  private let content: Content

  /// Opens a file and counts its pages; decodes no pixels.
  ///
  /// Fails with `.unreadable` when the file is none of the kinds, damaged or locked by a password, and with `.limit` when
  /// it has more pages, pixels or bytes than the limits allow.
  public init(_ file: InputFile, limits: LimitSettings, passwords: [String] = []) throws(PageFailure) {
    Libraries.quiet()
    let name = file.name
    guard file.byteCount > 0 else {
      throw .loading(.unreadable, name, "the file is empty. Scan or copy it again.")
    }
    guard let kind = FileKind(prefix: try file.read(limit: FileKind.prefixLength)) else {
      throw .loading(
        .unreadable, name,
        "this is neither a PDF nor a picture that docscan reads (TIFF, JPEG, PNG, WebP, HEIC, JPEG 2000, PNM, BMP, GIF)."
      )
    }
    switch kind {
    case .pdf: content = .pdf(try PDFFile(file, limits: limits, passwords: passwords))
    case .tiff: content = .tiff(try TIFFFile(file, limits: limits))
    case .heic: content = .heif(try HEIFFile(name: name, bytes: try Self.bytes(of: file, limits), limits: limits))
    case .jpeg, .png, .webp, .jpeg2000, .pnm, .bmp, .gif:
      content = .image(
        try ImageFile(name: name, kind: kind, bytes: try Self.bytes(of: file, limits), limits: limits))
    }
    let pageCount =
      switch content {
      case .pdf(let pdf): pdf.pageCount
      case .tiff(let tiff): tiff.pageCount
      case .heif, .image: 1
      }
    guard pageCount >= 1 else { throw .loading(.unreadable, name, "the file has no pages.") }
    guard pageCount <= limits.pagesPerDocument else {
      throw .loading(
        .limit, name,
        "the file has more than \(limits.pagesPerDocument) pages. Raise limits.pagesPerDocument in the pipeline.")
    }
    self.kind = kind
    self.name = name
    self.pageCount = pageCount
  }

  /// Loads a page, counted from 1.
  public func load(page: Int, settings: PageSettings) throws(PageFailure) -> LoadedPage {
    try check(page)
    let loaded =
      switch content {
      case .pdf(let pdf): try pdf.page(page).load(settings: settings)
      case .tiff(let tiff): try tiff.load(page: page)
      case .heif(let heif): try heif.load()
      case .image(let image): try image.load()
      }
    return settings.gps == true ? loaded : loaded.withoutPlace()
  }

  /// A page grey and as small as its barcodes can be read, and its pixels per inch: for a glance at it.
  public func glance(page: Int, settings: PageSettings) throws(PageFailure) -> (image: Raster, dpi: Double) {
    try check(page)
    guard case .pdf(let pdf) = content else {
      let loaded = try load(page: page, settings: settings)
      let (image, scale) = try loaded.raster.reducedForViewing(pixels: Barcodes.glance.pixels)
      return (image, loaded.dpi * scale)
    }
    let pdfPage = try pdf.page(page)
    let plan = DrawingPlan(page: pdfPage, dpi: Barcodes.glance.dpi, pixels: Barcodes.glance.pixels)
    return (try pdfPage.draw(plan).gray(), plan.dpi)
  }

  /// The text that a PDF page has already, without drawing the page; nil for one without any.
  public func ownText(page: Int, settings: PageSettings) throws(PageFailure) -> OwnText? {
    try check(page)
    guard case .pdf(let pdf) = content else { return nil }
    return try pdf.page(page).ownText(settings: settings)
  }

  private func check(_ page: Int) throws(PageFailure) {
    guard (1...pageCount).contains(page) else {
      throw .loading(.unreadable, name, "there is no page \(page); the file has \(pageCount).")
    }
  }

  /// All bytes of a picture, which may take half of the memory that a worker has.
  private static func bytes(of file: InputFile, _ limits: LimitSettings) throws(PageFailure) -> [UInt8] {
    guard file.byteCount <= limits.megabytesPerWorker << 19 else {
      throw .loading(
        .limit, file.name,
        "the picture's file has \(file.byteCount >> 20) MiB, more than half of limits.megabytesPerWorker.")
    }
    return try file.read(limit: file.byteCount)
  }
}
