// SPDX-License-Identifier: GPL-3.0-or-later

internal import CBarcode
package import DocScanCore
package import DocScanWire
internal import Glibc

/// Reads barcodes with zxing-cpp.
package enum Barcodes {
  package static var version: String { unsafe String(cString: barcode_version()) }

  /// The size for a quick scan. A4 at 200 dpi reads bars of 0.25 mm, at 150 dpi 0.33 mm, and at 100 dpi 0.5 mm. Each step halves the time.
  package static let glance = (dpi: 200.0, pixels: 4_000_000.0)

  /// Returns the codes of an image, from top to bottom, with positions in pixels.
  package static func read(_ image: Raster) throws(PageFailure) -> [Barcode] {
    let gray = try image.gray()
    let found = Found()
    var error = BarcodeError()
    let status = unsafe gray.withUnsafePixels { pixels in
      let view = unsafe BarcodeImage(
        pixels: pixels.baseAddress, width: Int32(gray.width), height: Int32(gray.height), stride: Int32(gray.stride))
      return unsafe barcode_read(
        view,
        { context, symbol in
          guard let context = unsafe context, let symbol = unsafe symbol else { return }
          unsafe Unmanaged<Found>.fromOpaque(context).takeUnretainedValue().take(symbol.pointee)
        }, Unmanaged.passUnretained(found).toOpaque(), &error)
    }
    guard status == 0 else {
      throw PageFailure(kind: .library, message: "zxing: \(DocScanVision.text(of: error.message))")
    }
    return found.inOrder
  }

  private final class Found {
    private var barcodes: [Barcode] = []

    var inOrder: [Barcode] {
      func place(_ barcode: Barcode) -> (Double, Double) {
        (barcode.quad.map(\.y).min() ?? 0, barcode.quad.map(\.x).min() ?? 0)
      }
      return Array(barcodes.sorted { place($0) < place($1) }.prefix(Barcode.mostOnPage))
    }

    func take(_ symbol: BarcodeSymbol) {
      guard let name = unsafe symbol.format, let format = unsafe Barcode.Format(rawValue: String(cString: name)),
        let bytes = unsafe symbol.text, unsafe (1...Int64(Barcode.longestText / 4)).contains(symbol.length)
      else { return }
      // Invalid UTF-8 and NUL become U+FFFD.
      let text = unsafe bytes.withMemoryRebound(to: UInt8.self, capacity: Int(symbol.length)) { bytes in
        unsafe String(decoding: UnsafeBufferPointer(start: bytes, count: Int(symbol.length)), as: UTF8.self)
      }
      barcodes.append(
        Barcode(
          format: format, text: text.replacing("\0", with: "\u{FFFD}"),
          quad: Vision.points(unsafe symbol.corners)))
    }
  }
}

/// Draws QR codes with zxing-cpp.
package enum QRCodeWriter {
  package static func write(_ request: QRCodeRequest) throws(PageFailure) -> QRCodeRequest.Reply {
    // At the smallest size, each module is a pixel; the border is removed below.
    var (width, height): (Int32, Int32) = (1, 1)
    guard let pixels = unsafe barcode_write("QRCode", request.text, &width, &height) else {
      throw PageFailure(kind: .library, stage: "qrcode", message: "The text is too long for a QR code.")
    }
    defer { unsafe free(pixels) }
    let columns = Int(width)
    let rows = (0..<Int(height)).map { row in (0..<columns).map { unsafe pixels[row * columns + $0] == 0 } }
    let used = rows.indices.filter { rows[$0].contains(true) }
    guard let first = used.first, let last = used.last, let left = rows[first].firstIndex(of: true),
      let right = rows[first].lastIndex(of: true)
    else { throw PageFailure(kind: .library, stage: "qrcode", message: "The QR code is empty.") }
    return QRCodeRequest.Reply(rows: rows[first...last].map { Array($0[left...right]) })
  }
}
