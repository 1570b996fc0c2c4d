// SPDX-License-Identifier: GPL-3.0-or-later

/// A barcode on a page, of one dimension or two.
public struct Barcode: Codable, Hashable, Sendable {
  /// What kind of code it is.
  public enum Format: String, Codable, CaseIterable, Sendable {
    case aztec = "Aztec"
    case codabar = "Codabar"
    case code39 = "Code39"
    case code93 = "Code93"
    case code128 = "Code128"
    case dataMatrix = "DataMatrix"
    case ean8 = "EAN-8"
    case ean13 = "EAN-13"
    case itf = "ITF"
    case pdf417 = "PDF417"
    case qrCode = "QRCode"
    case upcA = "UPC-A"
    case upcE = "UPC-E"
  }

  /// No code holds a longer text, in bytes of UTF-8: a QR code has room for 7,089 digits.
  public static let longestText = 16_384
  /// A page with more codes is not believed.
  public static let mostOnPage = 256

  public var format: Format
  /// What it says, as it stands there: anybody can have printed it.
  public var text: String
  /// Its corners in pixels, clockwise from its own top-left corner.
  public var quad: [Point]

  public init(format: Format, text: String, quad: [Point]) {
    self.format = format
    self.text = text
    self.quad = quad
  }
}
