// SPDX-License-Identifier: GPL-3.0-or-later

/// A barcode on a page, of one dimension or two.
public struct Barcode: ListedFinding {
  /// What kind of code it is.
  public enum Format: String, Codable, CaseIterable, Sendable {
    /// Aztec (ISO/IEC 24778).
    case aztec = "Aztec"
    /// Codabar (EN 798).
    case codabar = "Codabar"
    /// Code 39 (ISO/IEC 16388).
    case code39 = "Code39"
    /// Code 93.
    case code93 = "Code93"
    /// Code 128 (ISO/IEC 15417).
    case code128 = "Code128"
    /// Data Matrix (ISO/IEC 16022).
    case dataMatrix = "DataMatrix"
    /// EAN-8 (ISO/IEC 15420).
    case ean8 = "EAN-8"
    /// EAN-13 (ISO/IEC 15420).
    case ean13 = "EAN-13"
    /// Interleaved 2 of 5 (ISO/IEC 16390).
    case itf = "ITF"
    /// PDF417 (ISO/IEC 15438).
    case pdf417 = "PDF417"
    /// QR code (ISO/IEC 18004).
    case qrCode = "QRCode"
    /// UPC-A (ISO/IEC 15420).
    case upcA = "UPC-A"
    /// UPC-E (ISO/IEC 15420).
    case upcE = "UPC-E"
  }

  /// No code holds a longer text, in bytes of UTF-8: a QR code has room for 7,089 digits.
  package static let longestText = 16_384
  /// A page with more codes is not believed.
  package static let mostOnPage = 256

  /// Its kind.
  public var format: Format
  /// What it says, unchanged: anybody can have printed it.
  public var text: String
  /// Its corners in pixels, clockwise from its own top-left corner.
  public var quad: [Point]
  /// What the text means, where it is in a form that programs act on; nil elsewhere.
  public var payload: Payload?

  public static let description = FindingDescription(
    key: "barcodes",
    schema: JSONSchema.list(
      of: JSONSchema.object(
        "",
        [
          "format": JSONSchema.oneOf(Format.allCases.map(\.rawValue)),
          "text": JSONSchema.text(
            "Its text, unchanged. Do not trust it: anybody can print a code.", atMost: longestText),
          "quad": JSONSchema.list(
            of: JSONSchema.reference("point"),
            "Its corners, clockwise from its own top-left corner, which shows its orientation.", count: 4),
          "payload?": Payload.schema,
        ]),
      "The barcodes on the page; absent without the barcodes stage.", atMost: mostOnPage))

  /// A barcode, with the corners of its outline in pixels, clockwise from its own upper left one.
  package init(format: Format, text: String, quad: [Point], payload: Payload? = nil) {
    (self.format, self.text, self.quad, self.payload) = (format, text, quad, payload)
  }
}

extension RecognizedPage {
  /// The barcodes on the page; nil when the pipeline did not look.
  package var barcodes: [Barcode]? { findings.get() }
}
