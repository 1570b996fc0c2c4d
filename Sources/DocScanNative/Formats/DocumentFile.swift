// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanVision

/// An open document file of any format, detected from its first bytes and never from its name.
@safe
package final class DocumentFile {
  package let pageCount: Int
  private let name: String
  private let decoder: any PageDecoder

  /// Opens a file and counts its pages, without decoding. Throws `.unreadable` for damaged, locked or unsupported files, `.limit` if too large.
  package init(_ file: InputFile, limits: LimitSettings) throws(PageFailure) {
    Libraries.quiet()
    name = file.name
    guard file.byteCount > 0 else {
      throw .loading(.unreadable, name, "the file is empty. Scan or copy it again.")
    }
    guard let type = try file.decoderType() else {
      let pictures = builtInFormats.all.filter { $0 != PDFDecoder.format }.map(\.name).joined(separator: ", ")
      throw .loading(.unreadable, name, "this is neither a PDF nor a picture that docscan reads (\(pictures)).")
    }
    decoder = try type.init(file, limits: limits)
    pageCount = decoder.pageCount
    guard pageCount >= 1 else { throw .loading(.unreadable, name, "the file has no pages.") }
    guard pageCount <= limits.pagesPerDocument else {
      throw .loading(
        .limit, name,
        "the file has more than \(limits.pagesPerDocument) pages. Raise limits.pagesPerDocument in the pipeline.")
    }
  }

  package var unreadPictures: Int { decoder.unreadPictures }

  package func load(page: Int, settings: PageSettings) throws(PageFailure) -> LoadedPage {
    try check(page)
    let loaded = try decoder.load(page: page, settings: settings)
    return settings.gps == true ? loaded : loaded.withoutPlace()
  }

  package func glance(page: Int, settings: PageSettings) throws(PageFailure) -> (image: Raster, dpi: Double) {
    try check(page)
    return try decoder.glance(page: page, settings: settings)
  }

  /// Draws a page like ``glance(page:settings:)``, and reports whether poppler was able to draw the whole page.
  package func look(
    at page: Int, settings: PageSettings
  ) throws(PageFailure) -> (image: Raster, dpi: Double, isComplete: Bool) {
    let before = Libraries.complaints
    let (image, dpi) = try glance(page: page, settings: settings)
    return (image, dpi, Libraries.complaints == before)
  }

  package func embeddedText(page: Int, settings: PageSettings) throws(PageFailure) -> EmbeddedText? {
    try check(page)
    return try decoder.embeddedText(page: page, settings: settings)
  }

  package func facts() -> PDFFacts? { decoder.facts() }

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
  func decoderType() throws(PageFailure) -> (any PageDecoder.Type)? {
    let format = builtInFormats.format(of: try read(limit: InputFormats.prefixLength))
    return builtInDecoders.first { $0.format == format }
  }
}
