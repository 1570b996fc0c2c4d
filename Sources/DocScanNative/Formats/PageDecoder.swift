// SPDX-License-Identifier: GPL-3.0-or-later

internal import CZlib
package import DocScanCore
internal import Glibc

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

  /// The number of further pictures in the file that aren't pages, such as the other pictures of a burst.
  var unreadPictures: Int { get }

  /// Loads a page, counted from 1.
  func load(page: Int, settings: PageSettings) throws(PageFailure) -> LoadedPage

  /// A page grey and as small as its barcodes can be read, and its pixels per inch: for a glance at it.
  func glance(page: Int, settings: PageSettings) throws(PageFailure) -> (image: Raster, dpi: Double)

  /// The text that a page has already, without drawing the page; nil for one without any.
  func ownText(page: Int, settings: PageSettings) throws(PageFailure) -> OwnText?

  /// What decides whether its pages can stay as they are; nil if they become pictures.
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

  /// Most formats have one picture, or read all.
  package var unreadPictures: Int { 0 }

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

/// A page as its file shows it, before any stage.
@safe
package struct LoadedPage {
  /// The page upright as the file says, its pixels square; grey when it has no colour.
  package let raster: Raster
  /// Pixels per inch, 50 to 1200; estimated when the file says nothing sensible.
  package let dpi: Double
  /// The size of the page in the PDF.
  package let pageSize: PageSize
  /// The file's own compressed picture, where a PDF can hold it unchanged.
  package private(set) var passThrough: PassThrough?
  /// What the file says of how the picture was taken; nil if it says nothing.
  package private(set) var capture: PageCapture?

  /// The raster's size, with its resolution.
  package var size: RasterSize { RasterSize(width: raster.width, height: raster.height, dpi: dpi) }

  /// A page of a PDF.
  init(raster: Raster, dpi: Double, pageSize: PageSize) {
    (self.raster, self.dpi, self.pageSize) = (raster, dpi, pageSize)
    passThrough = nil
  }

  /// A picture; stretches it along one axis when its pixels are not square.
  init(
    picture: Raster, resolution: Resolution, passThrough: PassThrough?, capture: PageCapture? = nil, file: String,
    page: Int? = nil, limits: LimitSettings
  ) throws(PageFailure) {
    let dpi = max(resolution.x, resolution.y)
    let width = Int((Double(picture.width) * dpi / resolution.x).rounded())
    let height = Int((Double(picture.height) * dpi / resolution.y).rounded())
    try limits.check(width: width, height: height, file: file, page: page)
    raster = try picture.stretched(width: width, height: height)
    self.dpi = dpi
    pageSize = RasterSize(width: width, height: height, dpi: dpi).points
    self.passThrough = passThrough
    self.capture = capture.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The same page, which no longer tells where it was taken.
  consuming func withoutPlace() -> LoadedPage {
    capture?.gps = nil
    if let known = capture, known.isEmpty { capture = nil }
    passThrough = passThrough?.withoutPlace
    return self
  }
}

/// Measures what compressed bytes unpack to, without keeping any of it.
enum UnpackedSize {
  /// Deflate packs at most this many bytes into one.
  static let largestRatio = 1032

  /// Whether zlib data, packed this many times over, unpacks to more than `limit` bytes at any stage.
  ///
  /// Anything but zlib data unpacks to nothing.
  static func exceeds(_ limit: Int, _ bytes: UnsafeRawBufferPointer, layers: Int = 1) -> Bool {
    guard layers > 0, let first = Layer(limit: limit, inner: layers - 1) else { return false }
    return unsafe first.take(bytes) == .exceeded
  }

  /// One layer of packing; what comes out of it goes into the next.
  @safe
  private final class Layer {
    enum State {
      case wantsMore, ended, exceeded
    }

    private let limit: Int
    private let next: Layer?
    private var stream = unsafe z_stream()
    private var total = 0
    private var state = State.wantsMore

    /// Nil when there is no memory for it.
    init?(limit: Int, inner: Int) {
      self.limit = limit
      next = inner > 0 ? Layer(limit: limit, inner: inner - 1) : nil
      guard unsafe inflateInit_(&stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
    }

    deinit { unsafe inflateEnd(&stream) }

    /// Unpacks some bytes.
    func take(_ bytes: UnsafeRawBufferPointer) -> State {
      var rest = unsafe bytes[...]
      while state == .wantsMore, unsafe !rest.isEmpty {
        let part = unsafe UnsafeRawBufferPointer(rebasing: rest.prefix(1 << 20))
        unsafe rest = rest.dropFirst(part.count)
        unsafe unpack(part)
      }
      return state
    }

    private func unpack(_ part: UnsafeRawBufferPointer) {
      unsafe stream.next_in = UnsafeMutablePointer(
        mutating: part.baseAddress?.assumingMemoryBound(to: UInt8.self))
      unsafe stream.avail_in = UInt32(part.count)
      unsafe withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 16) { chunk in
        repeat {
          unsafe stream.next_out = chunk.baseAddress?.assumingMemoryBound(to: UInt8.self)
          unsafe stream.avail_out = UInt32(chunk.count)
          let status = unsafe inflate(&stream, Z_NO_FLUSH)
          let count = unsafe chunk.count - Int(stream.avail_out)
          total += count
          let inner = unsafe next?.take(UnsafeRawBufferPointer(rebasing: chunk.prefix(count)))
          if total > limit || inner == .exceeded {
            state = .exceeded
          } else if status != Z_OK {
            // The end, or damage; a buffer error only means that more bytes are needed.
            if status != Z_BUF_ERROR { state = .ended }
            return
          }
        } while state == .wantsMore
      }
    }
  }
}
