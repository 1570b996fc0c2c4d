// SPDX-License-Identifier: GPL-3.0-or-later

internal import CJPEG
internal import CPixels
internal import DocScanCore
internal import Glibc

/// Decodes and encodes JPEG by libjpeg.
enum JPEGPicture {
  /// A decoded file.
  struct Decoded {
    var raster: Raster
    /// Whether libjpeg had nothing to complain about.
    var isSound: Bool
    /// Pixels per inch of the JFIF header; nil when it has none.
    var resolution: (x: Double, y: Double)?
  }

  /// Decodes a whole file; one that lacks rows is a failure, as libjpeg fills them with what it has at hand.
  static func decode(_ bytes: [UInt8], _ header: JPEGHeader, file: String) throws(PageFailure) -> Decoded {
    var report = JPEGReport()
    let channels: Raster.Channels = header.components.count == 1 ? .gray : .rgb
    let raster = try unsafe Raster(
      width: header.width, height: header.height, channels: channels, isBitonal: channels == .gray ? nil : false
    ) {
      (pixels) throws(PageFailure) in
      let status = unsafe bytes.withUnsafeBufferPointer { data in
        unsafe jpeg_shim_decode(
          data.baseAddress, Int64(data.count), Int32(header.width), Int32(header.height), Int32(channels.rawValue),
          pixels.baseAddress, &report)
      }
      guard status == 0 else {
        throw .loading(
          .unreadable, file, "the JPEG picture cannot be decoded (\(text(of: report.message))). Copy or scan it again.")
      }
    }
    // A row of blocks may lack a few bits, which is invisible.
    guard Int(report.wholeRows) > header.height - 16 else {
      throw .loading(
        .unreadable, file,
        header.hasEnd
          ? "the picture is damaged from row \(report.wholeRows) of \(header.height). Copy or scan it again."
          : "the picture ends before its last row. The file was cut off; copy or scan it again.")
    }
    return Decoded(
      raster: try raster.withoutFalseColour(), isSound: report.warnings == 0,
      resolution: report.densityX > 0 ? (report.densityX, report.densityY) : nil)
  }

  /// Encodes a page.
  static func encode(_ raster: Raster, quality: Int, dpi: Double) throws(PageFailure) -> [UInt8] {
    var report = JPEGReport()
    var data: UnsafeMutablePointer<UInt8>?
    var count: Int64 = 0
    let status = unsafe raster.withUnsafePixels { pixels in
      unsafe jpeg_shim_encode(
        pixels.baseAddress, Int32(raster.width), Int32(raster.height), Int32(raster.channels.rawValue),
        Int32(quality), dpi, &data, &count, &report)
    }
    defer { unsafe free(data) }
    guard status == 0, let data = unsafe data else {
      throw PageFailure(
        kind: .library, message: "The page's picture cannot be compressed: \(text(of: report.message)).")
    }
    return unsafe Array(UnsafeBufferPointer(start: data, count: Int(count)))
  }
}
