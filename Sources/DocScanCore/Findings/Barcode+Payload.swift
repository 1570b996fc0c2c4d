// SPDX-License-Identifier: GPL-3.0-or-later

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
