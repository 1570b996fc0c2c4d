// SPDX-License-Identifier: GPL-3.0-or-later

internal import CBarcode
public import DocScanCore
public import DocScanVision
internal import Glibc

extension Raster {
  /// Returns a drawn barcode in gray; `width` and `height` are its minimum size.
  public static func barcode(_ format: Barcode.Format, _ text: String, width: Int, height: Int) throws -> Raster {
    var (columns, rows) = (Int32(width), Int32(height))
    guard let bytes = unsafe barcode_write(format.rawValue, text, &columns, &rows) else {
      throw FixtureError("zxing writes no \(format.rawValue) that says \(text).")
    }
    defer { unsafe free(bytes) }
    return try unsafe Raster(width: Int(columns), height: Int(rows), channels: .gray) { target in
      for index in target.indices { unsafe target[index] = bytes[index] }
    }
  }

  /// Returns the page with a gray picture on it.
  public func with(_ picture: Raster, x: Int, y: Int) throws -> Raster {
    let (page, across) = (try grayed(), width)
    return try unsafe Raster(width: page.width, height: page.height, channels: .gray) { target in
      unsafe page.withUnsafePixels { pixels in _ = unsafe target.update(from: pixels) }
      unsafe picture.withUnsafePixels { pixels in
        for row in 0..<min(picture.height, page.height - y) {
          for column in 0..<min(picture.width, page.width - x) {
            unsafe target[(y + row) * across + x + column] = pixels[row * picture.width + column]
          }
        }
      }
    }
  }

  /// Returns a separator sheet: A4 with a code in its middle.
  public static func separatorSheet(_ text: String, _ format: Barcode.Format = .qrCode, dpi: Double = 150) throws
    -> Raster
  {
    let paper = try PageDrawing().raster(dpi: dpi)
    let side = Int(dpi * 2.5)
    let code = try barcode(format, text, width: side, height: format == .qrCode ? side : side / 3)
    return try paper.with(code, x: (paper.width - code.width) / 2, y: (paper.height - code.height) / 2)
  }
}
