// SPDX-License-Identifier: GPL-3.0-or-later

/// A barcode on a page, of one dimension or two.
public struct Barcode: ListedFinding {
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

  public init(format: Format, text: String, quad: [Point], payload: Payload? = nil) {
    (self.format, self.text, self.quad, self.payload) = (format, text, quad, payload)
  }
}

extension RecognizedPage {
  /// The barcodes on the page; nil when the pipeline did not look.
  public var barcodes: [Barcode]? { findings.get() }
}
