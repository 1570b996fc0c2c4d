// SPDX-License-Identifier: GPL-3.0-or-later

/// Draw a QR code: the library that does it reads codes as well, so it is the worker's.
package struct QRCodeRequest: JobRequest {
  package static let name = "qrcode"

  /// The code.
  package struct Reply: JobReply {
    /// The smallest and the largest code of the standard (ISO/IEC 18004) have so many modules at each side.
    private static let sides = 21...177

    /// The modules row by row, dark where true; without a quiet zone.
    package var rows: [[Bool]]

    /// A code.
    package init(rows: [[Bool]]) { self.rows = rows }

    /// Why this is no code; nil if it may be one.
    package var complaint: String? {
      Self.sides.contains(rows.count) && rows.allSatisfy { $0.count == rows.count } ? nil : "a code that is none"
    }
  }

  /// What it says.
  package var text: String

  /// A code that says something.
  package init(text: String) { self.text = text }
}
