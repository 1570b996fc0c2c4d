// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLeptonica
internal import CPixels
internal import DocScanCore
internal import DocScanVision

/// A Leptonica image.
@safe
struct PixImage: ~Copyable {
  private let pix: UnsafeMutablePointer<PIX>

  init?(adopting pix: UnsafeMutablePointer<PIX>?) {
    guard let pix = unsafe pix else { return nil }
    unsafe self.pix = pix
  }

  /// Copies a raster, with 1 bit per pixel if `bitonal`. The resolution, unless 0, is written to the file.
  init(_ raster: Raster, bitonal: Bool, dpi: Double = 0) throws(PageFailure) {
    let (width, height) = (Int32(raster.width), Int32(raster.height))
    let depth: l_int32 = raster.channels == .rgb ? 32 : bitonal ? 1 : 8
    guard let pix = unsafe pixCreate(width, height, depth), let words = unsafe pixGetData(pix) else {
      throw PageFailure(
        kind: .memory, message: "The page's picture can't be compressed: out of memory.")
    }
    unsafe pixSetResolution(pix, l_int32(dpi.rounded()), l_int32(dpi.rounded()))
    let stride = Int64(unsafe pixGetWpl(pix))
    unsafe raster.withUnsafePixels { pixels in
      guard let source = pixels.baseAddress else { return }
      switch depth {
      case 1: unsafe pixels_bits_from_gray(source, width, height, words, stride)
      case 8: unsafe pixels_bytes_from_gray(source, width, height, words, stride)
      case _: unsafe pixels_words_from_rgb(source, width, height, words, stride)
      }
    }
    unsafe self.pix = pix
  }

  deinit {
    var pix: UnsafeMutablePointer<PIX>? = unsafe pix
    unsafe pixDestroy(&pix)
  }

  var width: Int { Int(unsafe pixGetWidth(pix)) }
  var height: Int { Int(unsafe pixGetHeight(pix)) }
  var depth: Int { Int(unsafe pixGetDepth(pix)) }
  var hasAlpha: Bool { unsafe pixGetSpp(pix) == 4 && depth == 32 }
  var hasColormap: Bool { unsafe pixGetColormap(pix) != nil }
  /// The pixels per inch that the file declares, or 0.
  var resolution: (x: Double, y: Double) { (Double(unsafe pixGetXRes(pix)), Double(unsafe pixGetYRes(pix))) }

  /// Returns the rows of a 1-bit image, padded to whole bytes; black is 1 unless inverted.
  func rows(inverted: Bool) -> [UInt8] {
    guard depth == 1, let words = unsafe pixGetData(pix) else { return [] }
    let (stride, length) = (Int(unsafe pixGetWpl(pix)), (width + 7) / 8)
    return (0..<height).flatMap { row in
      (0..<length).map { index in
        let word = unsafe words[row * stride + index / 4]
        let byte = UInt8(truncatingIfNeeded: word >> (24 - 8 * UInt32(index % 4)))
        return inverted ? ~byte : byte
      }
    }
  }

  func encoded(
    _ encoder: (
      UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, UnsafeMutablePointer<Int>, UnsafeMutablePointer<PIX>
    )
      -> l_int32
  ) -> [UInt8]? {
    var data: UnsafeMutablePointer<UInt8>?
    var size = 0
    let failed = unsafe encoder(&data, &size, pix)
    defer { unsafe lept_free(data) }
    guard failed == 0, let data = unsafe data else { return nil }
    return unsafe Array(UnsafeBufferPointer(start: data, count: size))
  }

  /// Converts the pixels to a raster with 8 bits per channel, on a white background.
  consuming func raster(file: String, page: Int? = nil) throws(PageFailure) -> Raster {
    if hasColormap {
      var opaque: l_int32 = 1
      unsafe pixcmapIsOpaque(pixGetColormap(pix), &opaque)
      let type = opaque != 0 ? REMOVE_CMAP_BASED_ON_SRC : REMOVE_CMAP_WITH_ALPHA
      return try unsafe Self.converted(pixRemoveColormap(pix, l_int32(type)), file: file, page: page)
    }
    let stride = Int(unsafe pixGetWpl(pix))
    guard let words = unsafe pixGetData(pix) else { throw Self.failure(file, page) }
    let (columns, rows) = (Int32(width), Int32(height))
    switch depth {
    case 1:
      return try unsafe Raster(width: width, height: height, channels: .gray, isBitonal: true) { pixels in
        guard let target = pixels.baseAddress else { return }
        unsafe pixels_gray_from_bits(words, Int64(stride), columns, rows, target)
      }
    case 8:
      return try unsafe Raster(width: width, height: height, channels: .gray, isBitonal: nil) { pixels in
        guard let target = pixels.baseAddress else { return }
        unsafe pixels_gray_from_bytes(words, Int64(stride), columns, rows, target)
      }
    case 32:
      if hasAlpha { unsafe pixels_lay_on_white(words, Int64(stride), columns, rows) }
      return try unsafe Raster.fromWords(words, stride: stride, width: width, height: height, order: PIXELS_LEPTONICA)
    case 16: return try unsafe Self.converted(pixConvert16To8(pix, l_int32(L_MS_BYTE)), file: file, page: page)
    case 24: return try unsafe Self.converted(pixConvert24To32(pix), file: file, page: page)
    case _: return try unsafe Self.converted(pixConvertTo8(pix, 0), file: file, page: page)
    }
  }

  private static func converted(
    _ pix: UnsafeMutablePointer<PIX>?, file: String, page: Int?
  ) throws(PageFailure) -> Raster {
    guard let image = unsafe PixImage(adopting: pix) else { throw failure(file, page) }
    return try image.raster(file: file, page: page)
  }

  private static func failure(_ file: String, _ page: Int?) -> PageFailure {
    .loading(.memory, file, page: page, "the picture's pixels don't fit into memory.")
  }
}
