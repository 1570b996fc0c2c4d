// SPDX-License-Identifier: GPL-3.0-or-later

/// The fields of a receipt.
///
/// Amounts are decimal numbers in a single currency, such as "31.00". Refunds and discounts are negative.
public struct Receipt: Finding {
  /// A field that occurs once on the receipt.
  public struct Field: Codable, Hashable, Sendable {
    /// The normalized value: an amount as a decimal number, or an ISO 8601 date or time.
    public var value: String
    /// The date with day and month swapped if it is just as possible; otherwise `nil`.
    package var alternative: String?
    /// The ISO 4217 code of an amount, or `nil` for other fields and if the receipt shows no currency.
    public var currency: String?
    /// The probability, from 0 to 1, that the value is correct.
    public var confidence: Double
    /// The box around the value, in pixels of the corrected page, or `nil` if the value was derived from others.
    public var box: Box?
    /// `true` if a reviewer set the value; otherwise `nil`.
    public var isEdited: Bool?

    private enum CodingKeys: String, CodingKey {
      case value, alternative, currency, confidence, box
      case isEdited = "edited"
    }

    package init(
      value: String, alternative: String? = nil, currency: String? = nil, confidence: Double, box: Box? = nil
    ) {
      (self.value, self.alternative, self.currency) = (value, alternative, currency)
      (self.confidence, self.box) = (confidence, box)
    }
  }

  /// A purchased item, or a discount.
  public struct Item: Codable, Hashable, Sendable {
    /// The text of the item, as recognized.
    public var description: String
    /// The quantity as a decimal number, such as "2" or "0.758", or `nil` if not shown.
    public var quantity: String?
    /// The price per unit as a decimal number, or `nil` if not shown.
    public var unitPrice: String?
    /// The price of the whole quantity as a decimal number. Negative for a discount.
    public var amount: String
    /// The probability, from 0 to 1, that the item is correct.
    public var confidence: Double
    /// The box around the item's rows, in pixels of the corrected page.
    public var box: Box

    package init(
      description: String, quantity: String? = nil, unitPrice: String? = nil, amount: String, confidence: Double,
      box: Box
    ) {
      (self.description, self.quantity, self.unitPrice) = (description, quantity, unitPrice)
      (self.amount, self.confidence, self.box) = (amount, confidence, box)
    }
  }

  /// A row of the tax table.
  public struct Tax: Codable, Hashable, Sendable {
    /// The tax rate in percent, such as "7" or "5.5", or `nil` if not shown.
    public var rate: String?
    /// The taxed amount without the tax, as a decimal number, or `nil` if not shown.
    public var net: String?
    /// The tax, as a decimal number.
    public var amount: String
    /// The probability, from 0 to 1, that the row is correct.
    public var confidence: Double
    /// The box around the row, in pixels of the corrected page.
    public var box: Box

    package init(rate: String? = nil, net: String? = nil, amount: String, confidence: Double, box: Box) {
      (self.rate, self.net, self.amount, self.confidence, self.box) = (rate, net, amount, confidence, box)
    }
  }

  /// A payment, or a part of one.
  public struct Payment: Codable, Hashable, Sendable {
    /// The payment methods.
    public enum Method: String, Codable, CaseIterable, Sendable {
      /// Notes and coins.
      case cash
      /// A payment card.
      case card
      /// Any other method, such as a voucher.
      case other
    }

    /// The payment method.
    public var method: Method
    /// The amount paid as a decimal number, or `nil` if the receipt doesn't show it.
    public var amount: String?
    /// The probability, from 0 to 1, that the payment is correct.
    public var confidence: Double
    /// The box around the row, in pixels of the corrected page.
    public var box: Box

    package init(method: Method, amount: String? = nil, confidence: Double, box: Box) {
      (self.method, self.amount, self.confidence, self.box) = (method, amount, confidence, box)
    }
  }

  /// An equation between amounts of the receipt, and whether it holds.
  public struct Check: Codable, Hashable, Sendable {
    /// The equation, such as "items + tax - discounts = total".
    public var name: String
    /// Whether the equation holds.
    public var holds: Bool
    /// The left side minus the right side as a decimal number, or `nil` if they match.
    public var difference: String?

    package init(name: String, holds: Bool, difference: String? = nil) {
      (self.name, self.holds, self.difference) = (name, holds, difference)
    }
  }

  /// The merchant. Like every field, `nil` if not found.
  public var merchant: Field?
  /// The merchant's address.
  public var address: Field?
  /// The merchant's telephone number.
  public var phone: Field?
  /// The date, such as "2019-01-09".
  public var date: Field?
  /// The time, such as "14:05".
  public var time: Field?
  /// The total to be paid.
  public var total: Field?
  /// The sum before taxes or discounts.
  public var subtotal: Field?
  /// The change given to the customer.
  public var change: Field?
  /// The number of the receipt, bill, or invoice.
  public var number: Field?
  /// The number or name of the cash register.
  public var register: Field?
  /// The spending category, or `nil` unless a reviewer set it.
  public var category: Field?
  /// The total without taxes, or `nil` unless a reviewer set it.
  public var net: Field?
  /// The sum of all taxes, or `nil` unless a reviewer set it.
  public var tax: Field?
  /// The date by which the invoice must be paid, or `nil` unless a reviewer set it.
  public var dueDate: Field?
  /// The bank account to pay to, or `nil` unless a reviewer set it.
  public var iban: Field?
  /// The buyer, or `nil` unless a reviewer set it.
  public var buyer: Field?
  /// The receipt that this one duplicates, as "NAME:PAGE", or `nil` unless a reviewer set it.
  public var sameAs: String?
  /// The receipts that this one doesn't duplicate, as "NAME:PAGE", or `nil` unless a reviewer set them.
  public var differentFrom: [String]?
  /// The ISO 4217 code of the amounts, or `nil` if neither the receipt nor its language nor its numbers reveal it.
  public var currency: String?
  /// The purchased items and discounts, from top to bottom.
  public var items: [Item]
  /// The rows of the tax table.
  public var taxes: [Tax]
  /// The payments. There are several if the payment was split.
  public var payments: [Payment]
  /// The amounts that should add up, such as the items and the total, with the results of the comparisons.
  public var checks: [Check]

  package static let mostEntries = 512

  /// The description of the receipt in the page JSON.
  public static let description = FindingDescription(
    key: "receipt",
    schema: JSONSchema.object(
      "The fields of the receipt. Absent without the receipt stage, or if the page isn't a receipt.",
      [
        "merchant?": field("The merchant."), "address?": field("The merchant's address, in one line."),
        "phone?": field("The merchant's telephone number, in E.164 format."), "date?": field("The date: YYYY-MM-DD."),
        "time?": field("The time: HH:MM or HH:MM:SS."), "total?": field("The total to be paid."),
        "subtotal?": field("The sum before added taxes, rounding, or discounts."),
        "change?": field("The change given to the customer."),
        "number?": field(
          "The number of the receipt, bill, or invoice."),
        "register?": field("The number or name of the cash register."),
        "category?": field("The spending category. Absent unless a reviewer set it."),
        "net?": field("The total without taxes. Absent unless a reviewer set it."),
        "tax?": field("The sum of all taxes. Absent unless a reviewer set it."),
        "dueDate?": field("The date by which the invoice must be paid: YYYY-MM-DD. Absent unless a reviewer set it."),
        "iban?": field("The bank account to pay to. Absent unless a reviewer set it."),
        "buyer?": field("The buyer. Absent unless a reviewer set it."),
        "sameAs?": text(
          "The receipt that this one duplicates, as NAME:PAGE. Absent unless a reviewer set it."),
        "differentFrom?": JSONSchema.list(
          of: text("A receipt, as NAME:PAGE."),
          "The receipts that this one doesn't duplicate. Absent unless a reviewer set them.", atMost: mostEntries),
        "currency?": text("The ISO 4217 code of the amounts. Absent if unknown."),
        "items": list(
          [
            "description": text("The text of the item."), "quantity?": text("A decimal."),
            "unitPrice?": text("A decimal."),
            "amount": text("The price of the whole quantity. Negative for a discount."),
          ], "The purchased items and discounts, from top to bottom."),
        "taxes": list(
          [
            "rate?": text("The tax rate, in percent."), "net?": text("The taxed amount, without the tax."),
            "amount": text("The tax."),
          ], "The rows of the tax table."),
        "payments": list(
          [
            "method": JSONSchema.oneOf(Payment.Method.allCases.map(\.rawValue)),
            "amount?": text("The amount paid."),
          ], "The payments. There are several if the payment was split."),
        "checks": JSONSchema.list(
          of: JSONSchema.object(
            "",
            [
              "name": text("The equation, such as \"items = total\"."),
              "holds": JSONSchema.value("boolean", "Whether the equation holds."),
              "difference?": text("The left side minus the right side. Absent if they match."),
            ]), "Sums on the receipt that should match.", atMost: mostEntries),
      ]))

  private static func text(_ description: String) -> JSONValue { JSONSchema.text(description, atMost: 1024) }

  private static func field(_ description: String) -> JSONValue {
    JSONSchema.object(
      description,
      [
        "value": text("The normalized value. Amounts are decimal numbers."),
        "alternative?": JSONSchema.alternative, "currency?": text("The ISO 4217 code of an amount."),
        "confidence": JSONSchema.confidence("The probability that this is correct."),
        "box?": JSONSchema.reference("box"),
        "edited?": JSONSchema.value("boolean", "true if a reviewer set the value. Otherwise absent."),
      ])
  }

  private static func list(_ entry: [String: JSONValue], _ description: String) -> JSONValue {
    let place = [
      "confidence": JSONSchema.confidence("The probability that this is correct."), "box": JSONSchema.reference("box"),
    ]
    return JSONSchema.list(
      of: JSONSchema.object("", entry.merging(place) { own, _ in own }), description, atMost: mostEntries)
  }

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
  /// The fields of the receipt, or `nil` if the `receipt` stage didn't run or the page isn't a receipt.
  public var receipt: Receipt? { findings.get() }
}
