// SPDX-License-Identifier: GPL-3.0-or-later

internal import CCairo
internal import DocScanCore

/// A cairo surface with a context that draws on it, in points from the top-left corner.
@safe
final class Canvas {
  let context: OpaquePointer
  private let surface: OpaquePointer

  /// Creates a white picture in memory.
  convenience init(width: Int, height: Int, dpi: Double) throws {
    try unsafe self.init(surface: cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), Int32(height)))
    unsafe cairo_set_source_rgb(context, 1, 1, 1)
    unsafe cairo_paint(context)
    unsafe cairo_scale(context, dpi / 72, dpi / 72)
  }

  /// Creates a PDF file without a date, so that the same drawing makes the same bytes.
  convenience init(pdf path: String, firstPage: PageSize) throws {
    try unsafe self.init(surface: cairo_pdf_surface_create(path, firstPage.width, firstPage.height))
    unsafe cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "2024-05-06T07:08:09Z")
  }

  private init(surface: OpaquePointer?) throws {
    guard let surface = unsafe surface, let context = unsafe cairo_create(surface) else {
      throw FixtureError("cairo has no memory.")
    }
    unsafe self.surface = surface
    unsafe self.context = context
    try check()
    guard let options = unsafe cairo_font_options_create() else { throw FixtureError("cairo has no memory.") }
    defer { unsafe cairo_font_options_destroy(options) }
    unsafe cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    unsafe cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    unsafe cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    unsafe cairo_set_font_options(context, options)
  }

  deinit {
    unsafe cairo_destroy(context)
    unsafe cairo_surface_destroy(surface)
  }

  /// Ends a PDF page; the next one has its own size.
  func endPage(next: PageSize?) throws {
    unsafe cairo_show_page(context)
    if let next { unsafe cairo_pdf_surface_set_size(surface, next.width, next.height) }
    try check()
  }

  /// Writes pending output.
  func finish() throws {
    unsafe cairo_surface_finish(surface)
    let status = unsafe cairo_surface_status(surface)
    guard status == CAIRO_STATUS_SUCCESS else { throw failure(status) }
  }

  /// Uses a font for the text that follows.
  func select(_ font: PageFont) {
    unsafe cairo_select_font_face(
      context, font.family.rawValue, CAIRO_FONT_SLANT_NORMAL,
      font.isBold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL)
    unsafe cairo_set_font_size(context, font.size)
  }

  /// Returns the size of text in the current font.
  func extents(of text: String) -> cairo_text_extents_t {
    var extents = cairo_text_extents_t()
    unsafe cairo_text_extents(context, text, &extents)
    return extents
  }

  /// Reads the pixels of a picture in memory: rows of blue, green, red, and one unused byte.
  func withUnsafePixels<Result>(_ body: (UnsafePointer<UInt8>, _ stride: Int) throws -> Result) throws -> Result {
    unsafe cairo_surface_flush(surface)
    guard let data = unsafe cairo_image_surface_get_data(surface) else { throw FixtureError("cairo has no pixels.") }
    return try unsafe body(data, Int(cairo_image_surface_get_stride(surface)))
  }

  private func check() throws {
    let status = unsafe cairo_status(context)
    guard status == CAIRO_STATUS_SUCCESS else { throw failure(status) }
  }

  private func failure(_ status: cairo_status_t) -> FixtureError {
    unsafe FixtureError("cairo: " + String(cString: cairo_status_to_string(status)))
  }
}
