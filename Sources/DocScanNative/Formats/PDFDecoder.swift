// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanVision

struct PDFDecoder: PageDecoder {
  /// The PDF signature, which viewers accept within the first 1,024 bytes.
  static let format = InputFormat(
    name: "PDF", endings: ["pdf"], signatures: [.init("%PDF-", latestStart: InputFormats.prefixLength)],
    isDocument: true)

  /// Checks for the trailer in the last bytes, and for the length that a linearized file declares.
  static func isComplete(_ file: InputFile) throws(PageFailure) -> Bool {
    guard try file.tail(2048).firstIndex(of: "%%EOF") != nil else { return false }
    let start = try file.read(limit: 2048)
    guard let linearized = start.firstIndex(of: "/Linearized") else { return true }
    let dictionary = start[linearized...].prefix(512)
    guard let length = dictionary.firstIndex(of: "/L ") else { return true }
    let digits = dictionary[(length + 3)...].drop { $0 == 0x20 }.prefix(15).prefix { (0x30...0x39).contains($0) }
    return file.isAsLong(as: digits.isEmpty ? 0 : Int(String(decoding: digits, as: UTF8.self)))
  }

  private let pdf: PDFFile
  private let file: InputFile

  init(_ file: InputFile, limits: LimitSettings) throws(PageFailure) {
    pdf = try PDFFile(file, limits: limits)
    self.file = file
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

  func formFields(page: Int, settings: PageSettings) throws(PageFailure) -> [PDFFormField] {
    try pdf.page(page).formFields()
  }

  func embeddedText(page: Int, settings: PageSettings) throws(PageFailure) -> EmbeddedText? {
    try pdf.page(page).embeddedText(settings: settings)
  }

  func facts() -> PDFFacts? { PDFFacts(file, pageCount: pageCount) }
}
