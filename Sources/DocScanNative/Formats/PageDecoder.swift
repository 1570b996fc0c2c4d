// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// An open file of one format, of which pages can be loaded.
///
/// To add a format, write a file in `Formats` and list the type in `builtInDecoders`. A format with one picture a file
/// is a `PictureDecoder`.
package protocol PageDecoder: SendableMetatype {
  /// What people call the format, and how its files are known.
  static var format: InputFormat { get }

  /// Whether a file has the end that the format demands: a copy that is still under way lacks it.
  static func isComplete(_ file: InputFile) throws(PageFailure) -> Bool

  /// Opens a file and counts its pages; decodes no pixels.
  init(_ file: InputFile, limits: LimitSettings, passwords: [String]) throws(PageFailure)

  /// How many pages the file has.
  var pageCount: Int { get }

  /// Loads a page, counted from 1.
  func load(page: Int, settings: PageSettings) throws(PageFailure) -> LoadedPage

  /// A page grey and as small as its barcodes can be read, and its pixels per inch: for a glance at it.
  func glance(page: Int, settings: PageSettings) throws(PageFailure) -> (image: Raster, dpi: Double)

  /// The text that a page has already, without drawing the page; nil for one without any.
  func ownText(page: Int, settings: PageSettings) throws(PageFailure) -> OwnText?

  /// What decides whether its pages can stay as they are; nil where they become pictures.
  func facts() -> PDFFacts?

  /// The fields of a form that a page has itself, with their places as shares of the page's width and height.
  func formFields(page: Int, settings: PageSettings) throws(PageFailure) -> [PDFFormField]
}

extension PageDecoder {
  /// Not every format has an end that can be seen.
  package static func isComplete(_ file: InputFile) throws(PageFailure) -> Bool { true }

  /// Most formats have no way to a small picture that is shorter than the whole page.
  package func glance(page: Int, settings: PageSettings) throws(PageFailure) -> (image: Raster, dpi: Double) {
    let loaded = try load(page: page, settings: settings)
    let (image, scale) = try loaded.raster.reducedForViewing(pixels: Barcodes.glance.pixels)
    return (image, loaded.dpi * scale)
  }

  /// Pictures have no text.
  package func ownText(page: Int, settings: PageSettings) throws(PageFailure) -> OwnText? { nil }

  /// Pages are made anew.
  package func facts() -> PDFFacts? { nil }

  /// A picture has no fields.
  package func formFields(page: Int, settings: PageSettings) throws(PageFailure) -> [PDFFormField] { [] }
}

/// Every format there is. A PDF may begin with anything, so it is told last.
package let builtInDecoders: [any PageDecoder.Type] = [
  TIFFDecoder.self,
  JPEGDecoder.self,
  PNGDecoder.self,
  WebPDecoder.self,
  HEIFDecoder.self,
  JPEG2000Decoder.self,
  PNMDecoder.self,
  BMPDecoder.self,
  GIFDecoder.self,
  PDFDecoder.self,
]

/// What the built-in decoders read.
package let builtInFormats = InputFormats(builtInDecoders.map { $0.format })
