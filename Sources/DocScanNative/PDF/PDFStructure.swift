// SPDX-License-Identifier: GPL-3.0-or-later

internal import CQPDF
internal import DocScanCore
internal import Glibc

/// What qpdf says about a PDF's pages and poppler does not: the unit of their sizes, and where their pictures lie.
@safe
final class PDFStructure {
  private let pdf: qpdf_data
  /// qpdf reads from it for as long as the PDF is open.
  private let file: InputFile
  let pageCount: Int

  /// Nil when qpdf cannot read the file.
  init?(_ file: InputFile, password: String?) {
    guard let pdf = unsafe qpdf_init() else { return nil }
    unsafe qpdf_silence_errors(pdf)
    unsafe qpdf_set_suppress_warnings(pdf, QPDF_TRUE)
    guard unsafe file.read(into: pdf, password: password ?? ""), unsafe qpdf_has_error(pdf) == 0 else {
      unsafe Self.close(pdf)
      return nil
    }
    unsafe self.pdf = pdf
    self.file = file
    pageCount = Int(unsafe qpdf_get_num_pages(pdf))
  }

  deinit { unsafe Self.close(pdf) }

  @unsafe
  private static func close(_ pdf: qpdf_data) {
    // qpdf writes an error that is not collected to standard error.
    if unsafe qpdf_has_error(pdf) != 0 { _ = unsafe qpdf_get_error(pdf) }
    var finished: qpdf_data? = unsafe pdf
    unsafe qpdf_cleanup(&finished)
  }

  /// A page, counted from 1, with the pictures that it shows.
  func page(_ number: Int) -> PDFPageStructure { withPage(number, Self.structure) }

  /// The decoded content of a page, counted from 1; empty when it cannot be decoded.
  func content(page number: Int) -> [UInt8] { withPage(number) { $0.pageContent } }

  /// Lends the object of a page, counted from 1, for a call.
  func withPage<Result>(_ number: Int, _ body: (PDFObject) -> Result) -> Result {
    defer { unsafe qpdf_oh_release_all(pdf) }
    return unsafe body(PDFObject(qpdf_get_page_n(pdf, number - 1), of: pdf))
  }

  private static func structure(of page: PDFObject) -> PDFPageStructure {
    var structure = PDFPageStructure()
    if let unit = page["/UserUnit"].number, unit > 0, unit <= 75_000 { structure.unit = unit }
    guard let media = page.inherited("/MediaBox").rectangle else { return structure }
    structure.box = media
    if let crop = page.inherited("/CropBox").rectangle, let both = media.intersection(crop) { structure.box = both }
    structure.turns = ((Int(page.inherited("/Rotate").number ?? 0) / 90) % 4 + 4) % 4
    var interpreter = PDFPictureFinder()
    interpreter.run(page.pageContent, resources: page.inherited("/Resources"), depth: 0)
    structure.pictures = interpreter.pictures.map { structure.displayed($0) }
    structure.showsText = interpreter.showsText
    structure.hidesText = interpreter.hidesText
    return structure
  }
}
