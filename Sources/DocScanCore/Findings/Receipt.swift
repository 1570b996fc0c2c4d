// SPDX-License-Identifier: GPL-3.0-or-later

/// What a receipt says.
///
/// Amounts are decimals with a dot, such as "31.00", and all of one currency; a refund and a discount are negative.
public struct Receipt: Finding {
  /// Something that the receipt says once.
  public struct Field: Codable, Hashable, Sendable {
    /// The normalized value: an amount as a decimal with a dot, a date and a time as ISO 8601.
    public var value: String
    /// The ISO 4217 code of an amount; nil for all else, and where the receipt names none.
    public var currency: String?
    /// The probability that this is right, 0 to 1.
    public var confidence: Double
    /// Where it is; nil if it follows from something else.
    public var box: Box?
    /// Whether a person decided it; nil if nobody did.
    public var isEdited: Bool?

    private enum CodingKeys: String, CodingKey {
      case value, currency, confidence, box
      case isEdited = "edited"
    }

    /// A field, with its place in pixels of the corrected page.
    package init(value: String, currency: String? = nil, confidence: Double, box: Box? = nil) {
      (self.value, self.currency, self.confidence, self.box) = (value, currency, confidence, box)
    }
  }

  /// Something that was bought, or a discount.
  public struct Item: Codable, Hashable, Sendable {
    /// What was bought, as it was read.
    public var description: String
    /// A decimal, such as "2" or "0.758"; nil if none is given.
    public var quantity: String?
    /// For one of them, as a decimal; nil if none is given.
    public var unitPrice: String?
    /// For all of them; negative for a discount.
    public var amount: String
    /// The probability that this is right, 0 to 1.
    public var confidence: Double
    /// Around its rows, in pixels of the corrected page.
    public var box: Box

    /// A row of the receipt.
    package init(
      description: String, quantity: String? = nil, unitPrice: String? = nil, amount: String, confidence: Double,
      box: Box
    ) {
      (self.description, self.quantity, self.unitPrice) = (description, quantity, unitPrice)
      (self.amount, self.confidence, self.box) = (amount, confidence, box)
    }
  }

  /// A line of the tax table.
  public struct Tax: Codable, Hashable, Sendable {
    /// In percent, such as "7" or "5.5"; nil if it is not said.
    public var rate: String?
    /// What was taxed, without the tax.
    public var net: String?
    /// The tax, as a decimal.
    public var amount: String
    /// The probability that this is right, 0 to 1.
    public var confidence: Double
    /// Around its row, in pixels of the corrected page.
    public var box: Box

    /// A row of the tax table.
    package init(rate: String? = nil, net: String? = nil, amount: String, confidence: Double, box: Box) {
      (self.rate, self.net, self.amount, self.confidence, self.box) = (rate, net, amount, confidence, box)
    }
  }

  /// How it was paid.
  public struct Payment: Codable, Hashable, Sendable {
    /// The ways to pay.
    public enum Method: String, Codable, CaseIterable, Sendable {
      /// Notes and coins.
      case cash
      /// A payment card.
      case card
      /// Anything else, such as a voucher.
      case other
    }

    /// In which way.
    public var method: Method
    /// What was handed over; nil if it is not said.
    public var amount: String?
    /// The probability that this is right, 0 to 1.
    public var confidence: Double
    /// Around its row, in pixels of the corrected page.
    public var box: Box

    /// A way in which something was paid.
    package init(method: Method, amount: String? = nil, confidence: Double, box: Box) {
      (self.method, self.amount, self.confidence, self.box) = (method, amount, confidence, box)
    }
  }

  /// A sum that has to come out, and whether it does.
  public struct Check: Codable, Hashable, Sendable {
    /// What was compared, such as "items + tax - discounts = total".
    public var name: String
    /// Whether it holds.
    public var holds: Bool
    /// The left side minus the right side; nil if it holds.
    public var difference: String?

    /// A comparison, and what came of it.
    package init(name: String, holds: Bool, difference: String? = nil) {
      (self.name, self.holds, self.difference) = (name, holds, difference)
    }
  }

  /// Who sold it; nil if the receipt does not say, as with all others.
  public var merchant: Field?
  /// Where.
  public var address: Field?
  /// The merchant's telephone number.
  public var phone: Field?
  /// When, as in "2019-01-09".
  public var date: Field?
  /// At what time, as in "14:05".
  public var time: Field?
  /// What was to pay.
  public var total: Field?
  /// Before taxes or discounts.
  public var subtotal: Field?
  /// What was given back.
  public var change: Field?
  /// The number of the receipt, bill or invoice.
  public var number: Field?
  /// The till.
  public var register: Field?
  /// What it was for; nil unless a person decided it.
  public var category: Field?
  /// The receipt that this is another scan of, as "NAME:PAGE"; nil unless a person decided it.
  public var sameAs: String?
  /// Receipts that this is not another scan of, as "NAME:PAGE"; nil unless a person decided it.
  public var differentFrom: [String]?
  /// The ISO 4217 code; nil if neither the receipt nor its language and its numbers tell.
  public var currency: String?
  /// What was bought, from top to bottom.
  public var items: [Item]
  /// The table of taxes.
  public var taxes: [Tax]
  /// How it was paid; several where it was split.
  public var payments: [Payment]
  /// The sums that must hold.
  public var checks: [Check]

  /// Longer lists are not believed.
  package static let mostEntries = 512

  public static let description = FindingDescription(
    key: "receipt",
    schema: JSONSchema.object(
      "What the receipt says; absent without the receipt stage, and where the page is not a receipt.",
      [
        "merchant?": field("Who sold it."), "address?": field("Where, in one line."),
        "phone?": field("The merchant's telephone number: E.164."), "date?": field("YYYY-MM-DD."),
        "time?": field("HH:MM or HH:MM:SS."), "total?": field("What was to be paid."),
        "subtotal?": field("The sum before taxes that are added, or before rounding and discounts."),
        "change?": field("What was given back."), "number?": field("The number of the receipt, bill or invoice."),
        "register?": field("The till."),
        "category?": field("What it was for; absent unless a person decided it."),
        "sameAs?": text(
          "The receipt, NAME:PAGE, that this is another scan of; absent unless a person decided it."),
        "differentFrom?": JSONSchema.list(
          of: text("NAME:PAGE."),
          "Receipts that this is not another scan of; absent unless a person decided it.", atMost: mostEntries),
        "currency?": text("The ISO 4217 code; absent if nothing indicates it."),
        "items": list(
          [
            "description": text("What it is."), "quantity?": text("A decimal."), "unitPrice?": text("A decimal."),
            "amount": text("For all of them; negative for a discount."),
          ], "What was bought, from top to bottom, discounts among it."),
        "taxes": list(
          [
            "rate?": text("In percent."), "net?": text("What was taxed, without the tax."), "amount": text("The tax."),
          ], "The tax lines."),
        "payments": list(
          [
            "method": JSONSchema.oneOf(Payment.Method.allCases.map(\.rawValue)),
            "amount?": text("What was handed over."),
          ], "How it was paid."),
        "checks": JSONSchema.list(
          of: JSONSchema.object(
            "",
            [
              "name": text("The sum, such as \"items = total\"."),
              "holds": JSONSchema.value("boolean", "Whether it holds."),
              "difference?": text("The left side minus the right side; absent where it holds."),
            ]), "The sums that must hold.", atMost: mostEntries),
      ]))

  private static func text(_ description: String) -> JSONValue { JSONSchema.text(description, atMost: 1024) }

  private static func field(_ description: String) -> JSONValue {
    JSONSchema.object(
      description,
      [
        "value": text("The normalized value: a decimal with a dot for an amount."),
        "currency?": text("The ISO 4217 code of an amount."),
        "confidence": JSONSchema.confidence("The probability that this is right."),
        "box?": JSONSchema.reference("box"),
        "edited?": JSONSchema.value("boolean", "Whether a person decided it; absent where nobody did."),
      ])
  }

  private static func list(_ entry: [String: JSONValue], _ description: String) -> JSONValue {
    let place = [
      "confidence": JSONSchema.confidence("The probability that this is right."), "box": JSONSchema.reference("box"),
    ]
    return JSONSchema.list(
      of: JSONSchema.object("", entry.merging(place) { own, _ in own }), description, atMost: mostEntries)
  }

  /// What a receipt says.
  package init(
    merchant: Field? = nil, address: Field? = nil, phone: Field? = nil, date: Field? = nil, time: Field? = nil,
    total: Field? = nil, subtotal: Field? = nil, change: Field? = nil, number: Field? = nil, register: Field? = nil,
    currency: String? = nil, items: [Item] = [], taxes: [Tax] = [], payments: [Payment] = [], checks: [Check] = []
  ) {
    (self.merchant, self.address, self.phone, self.date, self.time) = (merchant, address, phone, date, time)
    (self.total, self.subtotal, self.change) = (total, subtotal, change)
    (self.number, self.register, self.currency) = (number, register, currency)
    (self.items, self.taxes, self.payments, self.checks) = (items, taxes, payments, checks)
  }
}

extension RecognizedPage {
  /// What the receipt says; nil when the pipeline did not look, and where the page is none.
  public var receipt: Receipt? { findings.get() }
}
