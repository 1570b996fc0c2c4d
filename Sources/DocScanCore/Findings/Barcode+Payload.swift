// SPDX-License-Identifier: GPL-3.0-or-later

extension Barcode {
  /// What a code's text means, where it is in one of the forms that programs act on.
  ///
  /// Nothing of it is to be trusted: anybody can print a code.
  public struct Payload: Codable, Hashable, Sendable {
    public enum Kind: String, Codable, CaseIterable, Sendable {
      case url, phone, sms, email, contact, wifi, payment, gs1, location, event
    }

    /// A part of it.
    public struct Field: Codable, Hashable, Sendable {
      public var name: String
      public var value: String

      public init(name: String, value: String) { (self.name, self.value) = (name, value) }
    }

    /// A payload with more fields is not believed.
    public static let mostFields = 64
    /// In bytes of UTF-8.
    public static let longestValue = 4096

    public var kind: Kind
    /// In the order in which they stand there; a name may occur more than once.
    public var fields: [Field]

    public init(kind: Kind, fields: [Field]) { (self.kind, self.fields) = (kind, fields) }

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
