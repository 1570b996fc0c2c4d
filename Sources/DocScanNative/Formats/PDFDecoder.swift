// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Reads PDFs.
struct PDFDecoder: PageDecoder {
  /// Readers accept up to 1024 bytes of anything before the header.
  static let format = InputFormat(
    name: "PDF", endings: ["pdf"], signatures: [.init("%PDF-", latestStart: InputFormats.prefixLength)],
    isDocument: true)

  private let pdf: PDFFile
  private let file: InputFile
  private let passwords: [String]

  init(_ file: InputFile, limits: LimitSettings, passwords: [String]) throws(PageFailure) {
    pdf = try PDFFile(file, limits: limits, passwords: passwords)
    self.file = file
    self.passwords = passwords
  }

  var pageCount: Int { pdf.pageCount }

  func load(page: Int, settings: PageSettings) throws(PageFailure) -> LoadedPage {
    try pdf.page(page).load(settings: settings)
  }

  func glance(page: Int, settings: PageSettings) throws(PageFailure) -> (image: Raster, dpi: Double) {
    let page = try pdf.page(page)
    let plan = DrawingPlan(page: page, dpi: Barcodes.glance.dpi, pixels: Barcodes.glance.pixels)
    return (try page.draw(plan).gray(), plan.dpi)
  }

  func ownText(page: Int, settings: PageSettings) throws(PageFailure) -> OwnText? {
    try pdf.page(page).ownText(settings: settings)
  }

  func facts() -> PDFFacts? { PDFFacts(file, passwords: passwords, pageCount: pageCount) }
}
