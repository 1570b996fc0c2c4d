// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLeptonica
internal import CPixels
internal import DocScanCore

extension PixImage {
  /// A copy of a raster in Leptonica's form; with 1 bit a pixel when it is to be black and white.
  ///
  /// Its file says how many pixels an inch has, where `dpi` is given.
  init(_ raster: Raster, bitonal: Bool, dpi: Double = 0) throws(PageFailure) {
    let (width, height) = (Int32(raster.width), Int32(raster.height))
    let depth: l_int32 = raster.channels == .rgb ? 32 : bitonal ? 1 : 8
    guard let pix = unsafe pixCreate(width, height, depth), let words = unsafe pixGetData(pix) else {
      throw PageFailure(
        kind: .memory, message: "There is not enough memory to compress the page's picture.")
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
    unsafe self.init(pix)
  }
}
