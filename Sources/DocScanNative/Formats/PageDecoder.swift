// SPDX-License-Identifier: GPL-3.0-or-later

internal import CZlib
package import DocScanCore
package import DocScanVision
internal import Glibc

/// An open file of one format. To add a format, list its type in `builtInDecoders`. A decoder for files with one picture is a `PictureDecoder`.
package protocol PageDecoder: SendableMetatype {
  static var format: InputFormat { get }

  /// Returns whether a file has the end that the format requires, which a copy in progress lacks.
  static func isComplete(_ file: InputFile) throws(PageFailure) -> Bool

  /// Opens a file and counts its pages, without decoding pixels.
  init(_ file: InputFile, limits: LimitSettings) throws(PageFailure)

  var pageCount: Int { get }

  /// The number of further pictures in the file that aren't pages, such as the other pictures of a burst.
  var unreadPictures: Int { get }

  func load(page: Int, settings: PageSettings) throws(PageFailure) -> LoadedPage

  /// Returns the page as a gray image that is as small as possible with readable barcodes, and the image's resolution in pixels per inch.
  func glance(page: Int, settings: PageSettings) throws(PageFailure) -> (image: Raster, dpi: Double)

  /// Returns the page's text layer without drawing the page, or `nil` if there is none.
  func embeddedText(page: Int, settings: PageSettings) throws(PageFailure) -> EmbeddedText?

  /// Returns the facts that decide whether the pages can stay unchanged, or `nil` if they become pictures.
  func facts() -> PDFFacts?

  /// Returns the page's form fields, positioned as shares of its width and height.
  func formFields(page: Int, settings: PageSettings) throws(PageFailure) -> [PDFFormField]
}

extension PageDecoder {
  package static func isComplete(_ file: InputFile) throws(PageFailure) -> Bool { true }

  /// Loads the whole page and reduces it, for formats without a faster way.
  package func glance(page: Int, settings: PageSettings) throws(PageFailure) -> (image: Raster, dpi: Double) {
    let loaded = try load(page: page, settings: settings)
    let (image, scale) = try loaded.raster.reducedForViewing(pixels: Barcodes.glance.pixels)
    return (image, loaded.dpi * scale)
  }

  package var unreadPictures: Int { 0 }

  package func embeddedText(page: Int, settings: PageSettings) throws(PageFailure) -> EmbeddedText? { nil }

  package func facts() -> PDFFacts? { nil }

  package func formFields(page: Int, settings: PageSettings) throws(PageFailure) -> [PDFFormField] { [] }
}

/// All decoders. PDF is last, because a PDF may begin with arbitrary bytes.
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

package let builtInFormats = InputFormats(builtInDecoders.map { $0.format })

/// A page as stored in its file, before any stage.
@safe
package struct LoadedPage {
  /// The page in the orientation that the file declares, with square pixels; gray if it has no color.
  package let raster: Raster
  /// The pixels per inch, from 50 to 1200; estimated if the file declares no plausible value.
  package let dpi: Double
  package let pageSize: PageSize
  package private(set) var passThrough: PassThrough?
  package private(set) var capture: PageCapture?

  package var size: RasterSize { RasterSize(width: raster.width, height: raster.height, dpi: dpi) }

  init(raster: Raster, dpi: Double, pageSize: PageSize) {
    (self.raster, self.dpi, self.pageSize) = (raster, dpi, pageSize)
    passThrough = nil
  }

  /// Creates a picture's page, stretched along one axis if its pixels aren't square.
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

  consuming func withoutPlace() -> LoadedPage {
    capture?.gps = nil
    if let known = capture, known.isEmpty { capture = nil }
    passThrough = passThrough?.withoutPlace
    return self
  }
}

/// Measures the size of decompressed data without keeping the data.
enum UnpackedSize {
  static let largestRatio = 1032

  /// Returns whether zlib data that was compressed `layers` times decompresses to more than `limit` bytes in any layer. Other data counts as empty.
  static func exceeds(_ limit: Int, _ bytes: UnsafeRawBufferPointer, layers: Int = 1) -> Bool {
    guard layers > 0, let first = Layer(limit: limit, inner: layers - 1) else { return false }
    return unsafe first.take(bytes) == .exceeded
  }

  /// One layer of compression, which feeds its output to the next.
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

    init?(limit: Int, inner: Int) {
      self.limit = limit
      next = inner > 0 ? Layer(limit: limit, inner: inner - 1) : nil
      guard unsafe inflateInit_(&stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
    }

    deinit { unsafe inflateEnd(&stream) }

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
