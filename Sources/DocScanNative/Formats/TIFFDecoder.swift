// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLeptonica
internal import CPixels
internal import CTIFF
internal import DocScanCore
internal import DocScanVision
internal import Glibc

/// Reads TIFF files. Directories are listed on opening, so pages load in any order.
@safe
final class TIFFDecoder: PageDecoder {
  static let format = InputFormat(
    name: "TIFF", endings: ["tif", "tiff"],
    signatures: [.init("II*\0"), .init("MM\0*"), .init("II+\0"), .init("MM\0+")])

  static func isComplete(_ file: InputFile) throws(PageFailure) -> Bool { try TIFFDirectories(file).isComplete() }

  private struct Page {
    /// The offset of the page's directory, or `nil` if the chain of directories is broken here.
    var offset: UInt64?
    var width = 0
    var height = 0
    var bitsPerPixel = 1
    /// Whether 0 is white in samples of 2, 4, or 16 bits, which Leptonica reads as black.
    var isInverted = false
    var orientation = 1
    var resolution: (x: Double, y: Double)?
  }

  private let tiff: OpaquePointer
  private let file: InputFile
  private let name: String
  private let limits: LimitSettings
  private let pages: [Page]

  var pageCount: Int { pages.count }

  init(_ file: InputFile, limits: LimitSettings) throws(PageFailure) {
    name = file.name
    let descriptor = file.duplicateDescriptor()
    // "m" disables memory mapping, because a file truncated while it is mapped crashes the process.
    guard descriptor >= 0, let tiff = unsafe TIFFFdOpen(descriptor, name, "rm") else {
      if descriptor >= 0 { close(descriptor) }
      throw .loading(.unreadable, name, "this is not a readable TIFF file. It is damaged or incomplete.")
    }
    unsafe self.tiff = tiff
    (self.file, self.limits) = (file, limits)
    pages = unsafe Self.walk(tiff, file, atMost: limits.pagesPerDocument + 1)
  }

  deinit { unsafe TIFFClose(tiff) }

  @unsafe
  private static func walk(_ tiff: OpaquePointer, _ file: InputFile, atMost limit: Int) -> [Page] {
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
    // libtiff refuses to follow a loop. Otherwise another page was expected: counting it makes the loss visible.
    let next = unsafe offset(after: Int(clamping: TIFFCurrentDirOffset(tiff)), in: file)
    if pages.count < limit, next.map({ !offsets.contains($0) }) ?? true { pages.append(Page()) }
    return pages
  }

  private static func offset(after directory: Int, in file: InputFile) -> UInt64? {
    do throws(PageFailure) {
      return try TIFFDirectories(file).offset(after: directory).map(UInt64.init)
    } catch {
      // The caller reports a missing page.
      return nil
    }
  }

  @unsafe
  private static func page(_ tiff: OpaquePointer, _ offset: UInt64) -> Page {
    var page = Page(offset: offset)
    var number: UInt32 = 0
    if unsafe ctiff_get_long(tiff, UInt32(TIFFTAG_IMAGEWIDTH), &number) != 0 { page.width = Int(number) }
    if unsafe ctiff_get_long(tiff, UInt32(TIFFTAG_IMAGELENGTH), &number) != 0 { page.height = Int(number) }
    var (bits, samples): (UInt16, UInt16) = (1, 1)
    unsafe ctiff_get_short(tiff, UInt32(TIFFTAG_BITSPERSAMPLE), &bits)
    unsafe ctiff_get_short(tiff, UInt32(TIFFTAG_SAMPLESPERPIXEL), &samples)
    page.bitsPerPixel = Int(bits) * Int(samples)
    var photometric: UInt16 = 1
    unsafe ctiff_get_short(tiff, UInt32(TIFFTAG_PHOTOMETRIC), &photometric)
    page.isInverted = bits != 1 && bits != 8 && photometric == UInt16(PHOTOMETRIC_MINISWHITE)
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

  func load(page number: Int, settings: PageSettings) throws(PageFailure) -> LoadedPage {
    let page = pages[number - 1]
    guard let offset = page.offset else {
      throw .loading(
        .unreadable, name, page: number, "the file is damaged from here on; its remaining pages cannot be read.")
    }
    try limits.check(width: page.width, height: page.height, file: name, page: number)
    guard page.width * page.height * page.bitsPerPixel / 8 <= limits.megabytesPerStream << 20 else {
      throw .unpacksTooFar(name, page: number, limits: limits)
    }
    var resolution = Resolution(candidates: [page.resolution], width: page.width, height: page.height)
    if page.orientation >= 5 { resolution = resolution.turned }
    let picture = try decode(page, offset, number)
    return try LoadedPage(
      picture: picture, resolution: resolution, passThrough: nil, capture: capture(at: offset), file: name,
      page: number, limits: limits)
  }

  private func capture(at offset: UInt64) -> PageCapture? {
    guard unsafe TIFFSetSubDirectory(tiff, offset) != 0 else { return nil }
    func text(_ tag: Int32) -> String? {
      unsafe ctiff_get_text(tiff, UInt32(tag)).map { unsafe String(cString: $0) }
    }
    return PageCapture(
      date: CameraData.date(text(TIFFTAG_DATETIME)), make: PageCapture.cleaned(text(TIFFTAG_MAKE)),
      model: PageCapture.cleaned(text(TIFFTAG_MODEL)))
  }

  /// Decodes a page with Leptonica, which needs less memory, or with libtiff if Leptonica doesn't support its format.
  private func decode(_ page: Page, _ offset: UInt64, _ number: Int) throws(PageFailure) -> Raster {
    guard !page.isInverted else { return try libtiff(page, offset, number) }
    var position = Int(clamping: offset)
    let pix = try unsafe file.withUnsafeMapping { bytes in
      unsafe pixReadMemFromMultipageTiff(
        bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count, &position)
    }
    guard let image = unsafe PixImage(adopting: pix) else { return try libtiff(page, offset, number) }
    return try image.raster(file: name, page: number)
  }

  private func libtiff(_ page: Page, _ offset: UInt64, _ number: Int) throws(PageFailure) -> Raster {
    let count = page.width * page.height
    guard let memory = unsafe calloc(count, 4) else {
      throw .loading(.memory, name, page: number, "the page's pixels don't fit into memory.")
    }
    defer { unsafe free(memory) }
    let start = unsafe memory.assumingMemoryBound(to: UInt32.self)
    // Requesting the stored orientation keeps libtiff from flipping the rows.
    guard unsafe TIFFSetSubDirectory(tiff, offset) != 0,
      unsafe TIFFReadRGBAImageOriented(
        tiff, UInt32(page.width), UInt32(page.height), start, Int32(page.orientation), 1) != 0
    else {
      throw .loading(
        .unreadable, name, page: number,
        "the picture cannot be decoded. The file is damaged, incomplete or unusual.")
    }
    unsafe pixels_words_from_tiff(start, Int64(count))
    return try unsafe Raster.fromWords(
      start, stride: page.width, width: page.width, height: page.height, order: PIXELS_LEPTONICA
    ).oriented(page.orientation)
  }
}

/// The directories of a TIFF file and the ranges of their values, read without decoding.
struct TIFFDirectories {
  private static let mostEntries = 100_000
  private static let mostValues = 65_536

  private let file: InputFile
  private let isBig: Bool
  private let bigEndian: Bool

  init(_ file: InputFile) throws(PageFailure) {
    self.file = file
    bigEndian = try file.read(at: 0, count: 1) == [0x4D]
    isBig = try file.number(2, bytes: 2, bigEndian: bigEndian) == 43
  }

  private var widths: (count: Int, entry: Int, offset: Int) { isBig ? (8, 20, 8) : (2, 12, 4) }

  /// Returns the offset of the next directory, 0 for the last one, or `nil` if it can't be read.
  func offset(after directory: Int) throws(PageFailure) -> Int? {
    guard let count = try file.number(directory, bytes: widths.count, bigEndian: bigEndian), count < 1 << 20 else {
      return nil
    }
    return try offset(at: directory + widths.count + count * widths.entry)
  }

  func isComplete() throws(PageFailure) -> Bool {
    guard var next = try offset(at: isBig ? 8 : 4), next > 0 else { return false }
    var entriesLeft = Self.mostEntries
    while entriesLeft > 0 {
      guard let count = try file.number(next, bytes: widths.count, bigEndian: bigEndian), (1...65_535).contains(count)
      else { return false }
      let entries = next + widths.count
      let end = entries + count * widths.entry
      guard end + widths.offset <= file.byteCount, let following = try offset(at: end) else { return false }
      guard try hasPicture(entries: entries, count: count) else { return false }
      if following == 0 { return true }
      next = following
      entriesLeft -= count
    }
    return true
  }

  private func hasPicture(entries: Int, count: Int) throws(PageFailure) -> Bool {
    var offsets: [Int] = []
    var lengths: [Int] = []
    for index in 0..<count {
      let entry = entries + index * widths.entry
      guard let tag = try file.number(entry, bytes: 2, bigEndian: bigEndian),
        let type = try file.number(entry + 2, bytes: 2, bigEndian: bigEndian),
        let values = try file.number(entry + 4, bytes: widths.offset, bigEndian: bigEndian)
      else { return false }
      let width = Self.width(ofType: type)
      let size = values.multipliedReportingOverflow(by: width)
      guard !size.overflow else { return false }
      var place = entry + 4 + widths.offset
      if size.partialValue > widths.offset {
        guard let elsewhere = try offset(at: place), elsewhere <= file.byteCount - size.partialValue else {
          return false
        }
        place = elsewhere
      }
      switch tag {
      case 273, 324: offsets = try numbers(at: place, width: width, count: values)
      case 279, 325: lengths = try numbers(at: place, width: width, count: values)
      case _: break
      }
    }
    return zip(offsets, lengths).allSatisfy { $0 <= file.byteCount && $1 <= file.byteCount - $0 }
  }

  private func offset(at place: Int) throws(PageFailure) -> Int? {
    try file.number(place, bytes: widths.offset, bigEndian: bigEndian)
  }

  private func numbers(at place: Int, width: Int, count: Int) throws(PageFailure) -> [Int] {
    guard [2, 4, 8].contains(width), count <= Self.mostValues else { return [] }
    let bytes = try file.read(at: place, count: width * count)
    return stride(from: 0, to: bytes.count - width + 1, by: width).compactMap { start in
      let digits = bytes[start..<start + width]
      let value = (bigEndian ? Array(digits) : digits.reversed()).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return Int(exactly: value)
    }
  }

  private static func width(ofType type: Int) -> Int {
    switch type {
    case 3, 8: 2
    case 4, 9, 11, 13: 4
    case 5, 10, 12, 16, 17, 18: 8
    case _: 1
    }
  }
}
