// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLeptonica
internal import CPixels
internal import CTIFF
internal import DocScanCore

/// A TIFF file with its pages. The directories are walked once, so that any page is reached directly.
@safe
final class TIFFFile {
  /// What a directory says of its page.
  private struct Page {
    /// Where its directory is; nil when the chain of directories breaks off here.
    var offset: UInt64?
    var width = 0
    var height = 0
    var orientation = 1
    var resolution: (x: Double, y: Double)?
  }

  private let tiff: OpaquePointer
  private let path: String
  private let name: String
  private let limits: LimitSettings
  private let pages: [Page]

  var pageCount: Int { pages.count }

  /// Opens the file and looks for its pages; smaller copies of pages and masks are none.
  init(path: String, name: String, limits: LimitSettings) throws(PageFailure) {
    // "m": no memory mapping, which a file that is cut short while it is read turns into a crash.
    guard let tiff = unsafe TIFFOpen(path, "rm") else {
      throw .loading(.unreadable, name, "this is not a TIFF file that can be read. It is damaged or incomplete.")
    }
    unsafe self.tiff = tiff
    self.path = path
    self.name = name
    self.limits = limits
    pages = unsafe Self.walk(tiff, atMost: limits.pagesPerDocument + 1)
  }

  deinit { unsafe TIFFClose(tiff) }

  @unsafe
  private static func walk(_ tiff: OpaquePointer, atMost limit: Int) -> [Page] {
    var pages: [Page] = []
    var offsets: Set<UInt64> = []
    repeat {
      let offset = unsafe TIFFCurrentDirOffset(tiff)
      guard offsets.insert(offset).inserted else { return pages }
      var kind: UInt32 = 0
      let isCopyOrMask = unsafe ctiff_get_long(tiff, UInt32(TIFFTAG_SUBFILETYPE), &kind) != 0 && kind & 5 != 0
      if !isCopyOrMask || pages.isEmpty { pages.append(unsafe page(tiff, offset)) }
      if unsafe TIFFLastDirectory(tiff) != 0 { return pages }
    } while unsafe pages.count < limit && TIFFReadDirectory(tiff) != 0
    // There should have been another page: it is counted, so that its loss is seen.
    if pages.count < limit { pages.append(Page()) }
    return pages
  }

  @unsafe
  private static func page(_ tiff: OpaquePointer, _ offset: UInt64) -> Page {
    var page = Page(offset: offset)
    var number: UInt32 = 0
    if unsafe ctiff_get_long(tiff, UInt32(TIFFTAG_IMAGEWIDTH), &number) != 0 { page.width = Int(number) }
    if unsafe ctiff_get_long(tiff, UInt32(TIFFTAG_IMAGELENGTH), &number) != 0 { page.height = Int(number) }
    var short: UInt16 = 1
    if unsafe ctiff_get_short(tiff, UInt32(TIFFTAG_ORIENTATION), &short) != 0, (1...8).contains(short) {
      page.orientation = Int(short)
    }
    var (x, y): (Float, Float) = (0, 0)
    short = UInt16(RESUNIT_INCH)
    unsafe ctiff_get_short(tiff, UInt32(TIFFTAG_RESOLUTIONUNIT), &short)
    if unsafe ctiff_get_fraction(tiff, UInt32(TIFFTAG_XRESOLUTION), &x) != 0,
      unsafe ctiff_get_fraction(tiff, UInt32(TIFFTAG_YRESOLUTION), &y) != 0, short != UInt16(RESUNIT_NONE)
    {
      let factor = short == UInt16(RESUNIT_CENTIMETER) ? 2.54 : 1
      page.resolution = (Double(x) * factor, Double(y) * factor)
    }
    return page
  }

  /// Decodes a page, counted from 1.
  func load(page number: Int) throws(PageFailure) -> LoadedPage {
    let page = pages[number - 1]
    guard let offset = page.offset else {
      throw .loading(.unreadable, name, page: number, "the file is damaged from here on; its other pages are lost.")
    }
    try limits.check(width: page.width, height: page.height, file: name, page: number)
    var resolution = Resolution(
      candidates: [page.resolution].compactMap { $0 }, width: page.width, height: page.height)
    if page.orientation >= 5 { resolution = resolution.turned }
    var picture = try leptonica(offset, number)
    if picture == nil { picture = try libtiff(page, offset, number) }
    guard let picture else { throw .loading(.unreadable, name, page: number, "the picture cannot be decoded.") }
    return try LoadedPage(
      picture: picture, resolution: resolution, passThrough: nil, file: name, page: number, limits: limits)
  }

  /// Most pages, with few bytes a pixel; nil when Leptonica does not know this form.
  private func leptonica(_ offset: UInt64, _ number: Int) throws(PageFailure) -> Raster? {
    var position = Int(offset)
    guard let image = unsafe PixImage(adopting: pixReadFromMultipageTiff(path, &position)) else { return nil }
    return try image.raster(file: name, page: number)
  }

  /// All other pages, as RGB.
  private func libtiff(_ page: Page, _ offset: UInt64, _ number: Int) throws(PageFailure) -> Raster {
    let count = page.width * page.height
    let words = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: count)
    defer { unsafe words.deallocate() }
    // Asked for the orientation it has, libtiff leaves the rows as they are.
    guard unsafe TIFFSetSubDirectory(tiff, offset) != 0, let start = words.baseAddress,
      unsafe TIFFReadRGBAImageOriented(
        tiff, UInt32(page.width), UInt32(page.height), start, Int32(page.orientation), 1) != 0
    else {
      throw .loading(
        .unreadable, name, page: number,
        "the picture cannot be decoded. The file is damaged, incomplete or of an unusual form.")
    }
    unsafe pixels_words_from_tiff(start, Int64(count))
    return try unsafe Raster.fromWords(
      start, stride: page.width, width: page.width, height: page.height, order: PIXELS_LEPTONICA
    ).oriented(page.orientation)
  }
}
