// SPDX-License-Identifier: GPL-3.0-or-later

/// A request to draw a QR code. The worker does this because the library also reads codes, so it must be in the sandbox.
package struct QRCodeRequest: JobRequest {
  package static let name = "qrcode"

  /// The reply with the QR code.
  package struct Reply: JobReply {
    /// The range of sizes that ISO/IEC 18004 allows, in modules per side.
    private static let sides = 21...177

    /// The modules row by row, with `true` for dark, without the quiet zone.
    package var rows: [[Bool]]

    package init(rows: [[Bool]]) { self.rows = rows }

    package var complaint: String? {
      Self.sides.contains(rows.count) && rows.allSatisfy { $0.count == rows.count } ? nil : "an invalid QR code"
    }
  }

  package var text: String

  package init(text: String) { self.text = text }
}
