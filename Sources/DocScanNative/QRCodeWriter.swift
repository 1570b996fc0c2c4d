// SPDX-License-Identifier: GPL-3.0-or-later

internal import CBarcode
package import DocScanCore
internal import Glibc

/// Draws QR codes with zxing-cpp.
package enum QRCodeWriter {
  /// Draws a code; fails where the text is too long for one.
  package static func write(_ request: QRCodeRequest) throws(PageFailure) -> QRCodeRequest.Reply {
    // The smallest picture: each module is a pixel, and whatever white zxing adds goes again.
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
