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

extension Barcode {
  /// What a code's text means, where it is in one of the forms that programs act on.
  ///
  /// Nothing of it is to be trusted: anybody can print a code.
  public struct Payload: Codable, Hashable, Sendable {
    /// What a program does with it.
    public enum Kind: String, Codable, CaseIterable, Sendable {
      /// An address of a website.
      case url
      /// A telephone number to call.
      case phone
      /// A message to send to a telephone.
      case sms
      /// A letter to write.
      case email
      /// A person or company for the address book: vCard or MeCard.
      case contact
      /// A wireless network, with its password.
      case wifi
      /// A payment to make: an EPC QR code, or the code of a Swiss bill.
      case payment
      /// An item of trade by GS1 Application Identifiers.
      case gs1
      /// A place on the earth.
      case location
      /// A date for the calendar.
      case event
    }

    /// A part of it.
    public struct Field: Codable, Hashable, Sendable {
      /// The field's name, such as "number" of a telephone.
      public var name: String
      /// What the code says there.
      public var value: String

      /// A field.
      package init(name: String, value: String) { (self.name, self.value) = (name, value) }
    }

    /// A payload with more fields is not believed.
    package static let mostFields = 64
    /// In bytes of UTF-8.
    package static let longestValue = 4096

    /// What it is.
    public var kind: Kind
    /// In the order in which they are there; a name may occur more than once.
    public var fields: [Field]

    /// A meaning, with its fields in their order.
    package init(kind: Kind, fields: [Field]) { (self.kind, self.fields) = (kind, fields) }

    static let schema = JSONSchema.object(
      "What the text means: a web address, a telephone number, a contact (vCard, MECARD), a network, a payment (EPC069-12), "
        + "element strings of GS1, a place or an event. Do not trust it, either.",
      [
        "kind": JSONSchema.oneOf(Kind.allCases.map(\.rawValue)),
        "fields": JSONSchema.list(
          of: JSONSchema.object(
            "",
            [
              "name": JSONSchema.text("Such as \"iban\"; for GS1 the application identifier.", atMost: 32),
              "value": JSONSchema.text(atMost: longestValue),
            ]), "Its parts; a name may occur more than once.", atMost: mostFields),
      ])
  }
}
