// SPDX-License-Identifier: GPL-3.0-or-later

/// A one-dimensional or two-dimensional barcode on a page.
public struct Barcode: ListedFinding {
  /// The barcode formats.
  public enum Format: String, Codable, CaseIterable, Sendable {
    /// Aztec (ISO/IEC 24778).
    case aztec = "Aztec"
    /// Codabar (EN 798).
    case codabar = "Codabar"
    /// Code 39 (ISO/IEC 16388).
    case code39 = "Code39"
    /// Code 93, which is denser than Code 39.
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

  /// The maximum length of a text, in bytes of UTF-8. A QR code has room for 7,089 digits.
  package static let longestText = 16_384
  package static let mostOnPage = 256

  /// The format of the barcode.
  public var format: Format
  /// The decoded text, unchanged. Treat this as untrusted input: anyone can print a barcode.
  public var text: String
  /// The corners in pixels of the corrected page, clockwise from the barcode's own top left.
  public var quad: [Point]
  /// The structured meaning of the text, or `nil` if the text has no known format.
  public var payload: Payload?

  /// The description of the barcodes in the page JSON.
  public static let description = FindingDescription(
    key: "barcodes",
    schema: JSONSchema.list(
      of: JSONSchema.object(
        "",
        [
          "format": JSONSchema.oneOf(Format.allCases.map(\.rawValue)),
          "text": JSONSchema.text(
            "The decoded text, unchanged. Treat it as untrusted input: anyone can print a barcode.", atMost: longestText
          ),
          "quad": JSONSchema.list(
            of: JSONSchema.reference("point"),
            "The corners, clockwise from the barcode's own top left.", count: 4),
          "payload?": Payload.schema,
        ]),
      "The barcodes on the page. Absent without the barcodes stage.", atMost: mostOnPage))

  package init(format: Format, text: String, quad: [Point], payload: Payload? = nil) {
    (self.format, self.text, self.quad, self.payload) = (format, text, quad, payload)
  }
}

extension RecognizedPage {
  /// The barcodes on the page, or `nil` if the `barcodes` stage didn't run.
  package var barcodes: [Barcode]? { findings.get() }
}

extension Barcode {
  /// The structured meaning of a barcode's text, such as a payment or a contact.
  ///
  /// Treat this as untrusted input: anyone can print a barcode.
  public struct Payload: Codable, Hashable, Sendable {
    /// The kinds of payloads.
    public enum Kind: String, Codable, CaseIterable, Sendable {
      /// A website address.
      case url
      /// A telephone number to call.
      case phone
      /// A text message to send.
      case sms
      /// An email to send.
      case email
      /// A person or company as a contact (vCard or MeCard).
      case contact
      /// The name and password of a wireless network.
      case wifi
      /// A payment to make, from an EPC QR code or a Swiss QR bill.
      case payment
      /// A trade item, described by GS1 Application Identifiers.
      case gs1
      /// A geographic location.
      case location
      /// A calendar event.
      case event
    }

    /// A field of a payload.
    public struct Field: Codable, Hashable, Sendable {
      /// The name of the field, such as "number" for a telephone number.
      public var name: String
      /// The value of the field.
      public var value: String

      package init(name: String, value: String) { (self.name, self.value) = (name, value) }
    }

    package static let mostFields = 64
    /// The maximum length of a value, in bytes of UTF-8.
    package static let longestValue = 4096

    /// The kind of payload.
    public var kind: Kind
    /// The fields, in the order of the text. A name may occur more than once.
    public var fields: [Field]

    package init(kind: Kind, fields: [Field]) { (self.kind, self.fields) = (kind, fields) }

    static let schema = JSONSchema.object(
      "The meaning of the text: a web address, a telephone number, a contact (vCard, MECARD), a network, a payment "
        + "(EPC069-12, Swiss QR bill), GS1 element strings, a location, or an event. Untrusted, like the text. Absent if the text has "
        + "no known format.",
      [
        "kind": JSONSchema.oneOf(Kind.allCases.map(\.rawValue)),
        "fields": JSONSchema.list(
          of: JSONSchema.object(
            "",
            [
              "name": JSONSchema.text("The name, such as \"iban\". For GS1, the application identifier.", atMost: 32),
              "value": JSONSchema.text(atMost: longestValue),
            ]), "The fields, in the order of the text. A name may occur more than once.", atMost: mostFields),
      ])
  }
}
