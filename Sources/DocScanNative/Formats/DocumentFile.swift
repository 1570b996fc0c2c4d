// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// An open document file of any format, told by its first bytes and never by its name.
@safe
package final class DocumentFile {
  /// At least 1.
  package let pageCount: Int
  private let name: String
  private let decoder: any PageDecoder

  /// Opens a file and counts its pages; decodes no pixels.
  ///
  /// Fails with `.unreadable` when the file has none of the formats, is damaged or locked by a password, and with `.limit`
  /// when it has more pages, pixels or bytes than the limits allow.
  package init(_ file: InputFile, limits: LimitSettings, passwords: [String] = []) throws(PageFailure) {
    Libraries.quiet()
    name = file.name
    guard file.byteCount > 0 else {
      throw .loading(.unreadable, name, "the file is empty. Scan or copy it again.")
    }
    guard let type = try file.decoderType() else {
      let pictures = builtInFormats.all.filter { $0 != PDFDecoder.format }.map(\.name).joined(separator: ", ")
      throw .loading(.unreadable, name, "this is neither a PDF nor a picture that docscan reads (\(pictures)).")
    }
    decoder = try type.init(file, limits: limits, passwords: passwords)
    pageCount = decoder.pageCount
    guard pageCount >= 1 else { throw .loading(.unreadable, name, "the file has no pages.") }
    guard pageCount <= limits.pagesPerDocument else {
      throw .loading(
        .limit, name,
        "the file has more than \(limits.pagesPerDocument) pages. Raise limits.pagesPerDocument in the pipeline.")
    }
  }

  /// The number of further pictures in the file that aren't pages.
  package var unreadPictures: Int { decoder.unreadPictures }

  /// Loads a page, counted from 1.
  package func load(page: Int, settings: PageSettings) throws(PageFailure) -> LoadedPage {
    try check(page)
    let loaded = try decoder.load(page: page, settings: settings)
    return settings.gps == true ? loaded : loaded.withoutPlace()
  }

  /// A page grey and as small as its barcodes can be read, and its pixels per inch: for a glance at it.
  package func glance(page: Int, settings: PageSettings) throws(PageFailure) -> (image: Raster, dpi: Double) {
    try check(page)
    return try decoder.glance(page: page, settings: settings)
  }

  /// Draws a page like ``glance(page:settings:)``, and tells whether all of the page was drawn: poppler leaves out what it can't draw.
  package func look(
    at page: Int, settings: PageSettings
  ) throws(PageFailure) -> (image: Raster, dpi: Double, isComplete: Bool) {
    let before = Libraries.complaints
    let (image, dpi) = try glance(page: page, settings: settings)
    return (image, dpi, Libraries.complaints == before)
  }

  /// The text that a page has already, without drawing the page; nil for one without any.
  package func ownText(page: Int, settings: PageSettings) throws(PageFailure) -> OwnText? {
    try check(page)
    return try decoder.ownText(page: page, settings: settings)
  }

  /// What decides whether its pages can stay as they are; nil if they become pictures.
  package func facts() -> PDFFacts? { decoder.facts() }

  /// The fields of a form that a page has itself, with their places as shares of the page's width and height.
  package func formFields(page: Int, settings: PageSettings) throws(PageFailure) -> [PDFFormField] {
    try check(page)
    return try decoder.formFields(page: page, settings: settings)
  }

  private func check(_ page: Int) throws(PageFailure) {
    guard (1...pageCount).contains(page) else {
      throw .loading(.unreadable, name, "page \(page) doesn't exist; the last page is \(pageCount).")
    }
  }
}

extension InputFile {
  /// What decodes the file, told by its first bytes; nil when it has none of the formats.
  func decoderType() throws(PageFailure) -> (any PageDecoder.Type)? {
    let format = builtInFormats.format(of: try read(limit: InputFormats.prefixLength))
    return builtInDecoders.first { $0.format == format }
  }
}
