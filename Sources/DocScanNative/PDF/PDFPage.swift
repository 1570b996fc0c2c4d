// SPDX-License-Identifier: GPL-3.0-or-later

internal import CPixels
internal import CPoppler
internal import DocScanCore
internal import DocScanVision

@safe
final class PDFPage {
  let number: Int
  let file: PDFFile
  /// The displayed size, in the page's units, which default to points.
  let width: Double
  let height: Double
  let structure: PDFPageStructure
  private let page: OpaquePointer

  /// Adopts a page, and ignores a structure whose size differs from poppler's.
  @unsafe
  init(adopting page: OpaquePointer, number: Int, file: PDFFile, structure: PDFPageStructure?) {
    unsafe self.page = page
    (self.number, self.file) = (number, file)
    var size = (width: 0.0, height: 0.0)
    unsafe poppler_page_get_size(page, &size.width, &size.height)
    (width, height) = size
    self.structure =
      structure.flatMap { $0.describesPage(width: size.width, height: size.height) ? $0 : nil } ?? .init()
  }

  deinit { unsafe g_object_unref(UnsafeMutableRawPointer(page)) }

  /// The displayed size, in points.
  var size: PageSize {
    PageSize(
      width: (width * structure.unit).rounded(toPlaces: 4), height: (height * structure.unit).rounded(toPlaces: 4))
  }

  func withUnsafePage<Result>(_ body: (OpaquePointer) throws(PageFailure) -> Result) throws(PageFailure) -> Result {
    try unsafe body(page)
  }

  func load(settings: PageSettings) throws(PageFailure) -> LoadedPage {
    let plan = try DrawingPlan(page: self, settings: settings)
    let before = Libraries.complaints
    let raster = try draw(plan)
    // poppler omits unreadable content; a page left empty that way isn't blank.
    guard Libraries.complaints == before || !raster.isWhite else {
      throw .loading(
        .unreadable, file.name, page: number,
        "nothing on the page can be drawn. The PDF is damaged; try to repair it (qpdf, mutool clean) or scan it again.")
    }
    guard !raster.isWhite || !file.hasLostInk(structure) else {
      throw .loading(
        .unreadable, file.name, page: number,
        "the page's picture can't be drawn, and the page would be blank. Scan it again, or save the picture in another "
          + "format.")
    }
    return LoadedPage(raster: raster, dpi: plan.dpi, pageSize: size)
  }

  func draw(_ plan: DrawingPlan) throws(PageFailure) -> Raster {
    let isTooLarge = structure.pictures.contains { max($0.width, $0.height) > PDFLargePictures.longestSide }
    guard isTooLarge, let page = try file.pageWithTiles(number) else { return try drawn(plan) }
    return try page.drawn(plan)
  }

  private func drawn(_ plan: DrawingPlan) throws(PageFailure) -> Raster {
    let surface = unsafe cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(plan.width), Int32(plan.height))
    defer { unsafe cairo_surface_destroy(surface) }
    let context = unsafe cairo_create(surface)
    unsafe cairo_set_source_rgb(context, 1, 1, 1)
    unsafe cairo_paint(context)
    unsafe cairo_translate(context, plan.offsetX, plan.offsetY)
    unsafe cairo_scale(context, plan.scaleX, plan.scaleY)
    unsafe poppler_page_render(page, context)
    let status = unsafe cairo_status(context)
    unsafe cairo_destroy(context)
    unsafe cairo_surface_flush(surface)
    guard status == CAIRO_STATUS_SUCCESS, let pixels = unsafe cairo_image_surface_get_data(surface) else {
      let kind: PageFailure.Kind = status == CAIRO_STATUS_NO_MEMORY ? .memory : .unreadable
      throw .loading(
        kind, file.name, page: number,
        "the page cannot be drawn: \(unsafe String(cString: cairo_status_to_string(status))).")
    }
    let words = unsafe UnsafeMutableRawPointer(pixels).assumingMemoryBound(to: UInt32.self)
    return try unsafe Raster.fromWords(
      words, stride: Int(cairo_image_surface_get_stride(surface)) / 4, width: plan.width, height: plan.height,
      order: PIXELS_CAIRO)
  }
}

extension PDFPageStructure {
  fileprivate func describesPage(width: Double, height: Double) -> Bool {
    abs(size.width - width) < 0.5 && abs(size.height - height) < 0.5
  }
}
