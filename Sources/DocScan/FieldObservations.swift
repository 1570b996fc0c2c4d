// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
public import FoundationEssentials

/// A field of a receipt or an invoice.
public struct RecognizedField<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
  /// The value.
  public let value: Value
  /// The date with day and month swapped if nothing on the page rules it out; otherwise `nil`.
  public let alternative: Value?
  /// The probability, from 0 to 1, that the value is correct.
  public let confidence: Double
  /// The rectangle around the value, as fractions of the picture with the origin at its lower left, or `nil` if the value was derived from others.
  public let boundingBox: NormalizedRect?

  /// Creates a field if `parse` accepts its value.
  init?(
    _ field: (value: String, alternative: String?, confidence: Double, box: Box?)?, in size: RasterSize,
    _ parse: (String) -> Value?
  ) {
    guard let field, let value = parse(field.value) else { return nil }
    (self.value, alternative, confidence) = (value, field.alternative.flatMap(parse), field.confidence)
    boundingBox = field.box.map { NormalizedRect($0, in: size) }
  }
}

/// The fields of a receipt. A field that isn't on the receipt is `nil`.
public struct ReceiptObservation: Codable, Hashable, Sendable {
  /// A purchased item, or a discount.
  public struct Item: Codable, Hashable, Sendable {
    /// The text of the item, as recognized.
    public let description: String
    /// The quantity, or `nil` if not shown.
    public let quantity: Decimal?
    /// The price per unit, or `nil` if not shown.
    public let unitPrice: Decimal?
    /// The price of the whole quantity. Negative for a discount.
    public let amount: Decimal
    /// The probability, from 0 to 1, that the item is correct.
    public let confidence: Double
    /// The rectangle around the item's rows, as fractions of the picture with the origin at its lower left.
    public let boundingBox: NormalizedRect
  }

  /// A row of the tax table.
  public struct Tax: Codable, Hashable, Sendable {
    /// The tax rate in percent, or `nil` if not shown.
    public let rate: Decimal?
    /// The taxed amount without the tax, or `nil` if not shown.
    public let net: Decimal?
    /// The tax.
    public let amount: Decimal
    /// The probability, from 0 to 1, that the row is correct.
    public let confidence: Double
    /// The rectangle around the row, as fractions of the picture with the origin at its lower left.
    public let boundingBox: NormalizedRect
  }

  /// A payment, or a part of one.
  public struct Payment: Codable, Hashable, Sendable {
    /// The payment methods.
    public enum Method: String, Codable, Hashable, Sendable, CaseIterable {
      /// Notes and coins.
      case cash
      /// A payment card.
      case card
      /// Any other method, such as a voucher.
      case other
    }

    /// The payment method.
    public let method: Method
    /// The amount paid, or `nil` if the receipt doesn't show it.
    public let amount: Decimal?
    /// The probability, from 0 to 1, that the payment is correct.
    public let confidence: Double
    /// The rectangle around the row, as fractions of the picture with the origin at its lower left.
    public let boundingBox: NormalizedRect
  }

  /// An equation between amounts of the receipt, and whether it holds.
  public struct Check: Codable, Hashable, Sendable {
    /// The equation, such as "items + tax - discounts = total".
    public let name: String
    /// Whether the equation holds.
    public let holds: Bool
    /// The left side minus the right side, or `nil` if they match.
    public let difference: Decimal?
  }

  /// The merchant.
  public let merchant: RecognizedField<String>?
  /// The merchant's address.
  public let address: RecognizedField<String>?
  /// The merchant's telephone number, in E.164 format.
  public let phoneNumber: RecognizedField<String>?
  /// The year, month, and day.
  public let date: RecognizedField<DateComponents>?
  /// The hour and minute, and the second if shown.
  public let time: RecognizedField<DateComponents>?
  /// The total to be paid.
  public let total: RecognizedField<Decimal>?
  /// The sum before taxes or discounts.
  public let subtotal: RecognizedField<Decimal>?
  /// The change given to the customer.
  public let change: RecognizedField<Decimal>?
  /// The number of the receipt, bill, or invoice.
  public let number: RecognizedField<String>?
  /// The number or name of the cash register.
  public let register: RecognizedField<String>?
  /// The ISO 4217 code of the amounts, or `nil` if neither the receipt nor its language nor its numbers reveal it.
  public let currencyCode: String?
  /// The purchased items and discounts, from top to bottom.
  public let items: [Item]
  /// The rows of the tax table.
  public let taxes: [Tax]
  /// The payments. There are several if the payment was split.
  public let payments: [Payment]
  /// The amounts that should add up, such as the items and the total, with the results of the comparisons.
  public let checks: [Check]

  init(_ receipt: Receipt, in size: RasterSize) {
    func field<Value>(_ field: Receipt.Field?, _ parse: (String) -> Value?) -> RecognizedField<Value>? {
      RecognizedField(field.map { ($0.value, $0.alternative, $0.confidence, $0.box) }, in: size, parse)
    }
    merchant = field(receipt.merchant, \.self)
    address = field(receipt.address, \.self)
    phoneNumber = field(receipt.phone, \.self)
    date = field(receipt.date, DateComponents.init(isoDate:))
    time = field(receipt.time, DateComponents.init(isoTime:))
    total = field(receipt.total, Decimal.init(amount:))
    subtotal = field(receipt.subtotal, Decimal.init(amount:))
    change = field(receipt.change, Decimal.init(amount:))
    number = field(receipt.number, \.self)
    register = field(receipt.register, \.self)
    currencyCode = receipt.currency
    items = receipt.items.compactMap { item in
      Decimal(amount: item.amount).map {
        Item(
          description: item.description, quantity: item.quantity.flatMap(Decimal.init(amount:)),
          unitPrice: item.unitPrice.flatMap(Decimal.init(amount:)), amount: $0, confidence: item.confidence,
          boundingBox: NormalizedRect(item.box, in: size))
      }
    }
    taxes = receipt.taxes.compactMap { tax in
      Decimal(amount: tax.amount).map {
        Tax(
          rate: tax.rate.flatMap(Decimal.init(amount:)), net: tax.net.flatMap(Decimal.init(amount:)), amount: $0,
          confidence: tax.confidence, boundingBox: NormalizedRect(tax.box, in: size))
      }
    }
    payments = receipt.payments.map { payment in
      let method: Payment.Method =
        switch payment.method {
        case .cash: .cash
        case .card: .card
        case .other: .other
        }
      return Payment(
        method: method, amount: payment.amount.flatMap(Decimal.init(amount:)), confidence: payment.confidence,
        boundingBox: NormalizedRect(payment.box, in: size))
    }
    checks = receipt.checks.map {
      Check(name: $0.name, holds: $0.holds, difference: $0.difference.flatMap(Decimal.init(amount:)))
    }
  }
}

/// The fields of an invoice. A field that isn't on the invoice is `nil`.
public struct InvoiceObservation: Codable, Hashable, Sendable {
  /// The invoice number.
  public let number: RecognizedField<String>?
  /// The year, month, and day of issue.
  public let date: RecognizedField<DateComponents>?
  /// The year, month, and day by which the invoice must be paid.
  public let dueDate: RecognizedField<DateComponents>?
  /// The total including all taxes.
  public let total: RecognizedField<Decimal>?
  /// The total without taxes.
  public let net: RecognizedField<Decimal>?
  /// The sum of all taxes.
  public let tax: RecognizedField<Decimal>?
  /// The seller.
  public let seller: RecognizedField<String>?
  /// The buyer.
  public let buyer: RecognizedField<String>?
  /// The VAT numbers on the invoice, in reading order.
  public let vatIdentifiers: [RecognizedField<String>]
  /// The bank accounts on the invoice, in reading order. The numbers aren't masked.
  public let ibans: [RecognizedField<String>]
  /// The ISO 4217 code of the amounts, or `nil` if unknown.
  public let currencyCode: String?

  init(_ invoice: Invoice, in size: RasterSize) {
    func field<Value>(_ field: Invoice.Field?, _ parse: (String) -> Value?) -> RecognizedField<Value>? {
      RecognizedField(field.map { ($0.value, $0.alternative, $0.confidence, $0.box) }, in: size, parse)
    }
    number = field(invoice.number, \.self)
    date = field(invoice.date, DateComponents.init(isoDate:))
    dueDate = field(invoice.dueDate, DateComponents.init(isoDate:))
    total = field(invoice.total, Decimal.init(amount:))
    net = field(invoice.net, Decimal.init(amount:))
    tax = field(invoice.tax, Decimal.init(amount:))
    seller = field(invoice.seller, \.self)
    buyer = field(invoice.buyer, \.self)
    vatIdentifiers = invoice.vatIds.compactMap { field($0, \.self) }
    ibans = invoice.ibans.compactMap { field($0, \.self) }
    currencyCode = invoice.currency
  }
}

/// A field of a form, with its label and its value.
public struct FormFieldObservation: Codable, Hashable, Sendable {
  /// The ways to fill in a field.
  public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
    /// Text next to or below the label.
    case text
    /// A box to check.
    case checkbox
    /// A circle to check.
    case radioButton
    /// A field with one cell for each letter.
    case comb
  }

  /// The label, or an empty string if there is no text next to the field.
  public let label: String
  /// The text that was filled in. Empty for an empty field, a checkbox, or a radio button.
  public let value: String
  /// The way to fill in the field.
  public let kind: Kind
  /// Whether the box or circle is checked, or `nil` for other fields.
  public let isChecked: Bool?
  /// The probability, from 0 to 1, that label, value, and state are correct and belong together.
  public let confidence: Double
  /// The rectangle around the value or the checkbox, or around the label if the field is empty, as fractions of the picture with the origin at its
  /// lower left.
  public let boundingBox: NormalizedRect

  init(_ field: FormField, in size: RasterSize) {
    (label, value, isChecked, confidence) = (field.label, field.value, field.isChecked, field.confidence)
    boundingBox = NormalizedRect(field.box, in: size)
    kind =
      switch field.kind {
      case .text: .text
      case .checkbox: .checkbox
      case .radio: .radioButton
      case .comb: .comb
      }
  }
}

extension Decimal {
  /// Parses an amount of a finding, such as "-31.00". Returns `nil` for other texts, because values of workers are untrusted.
  fileprivate init?(amount: String) {
    guard amount.wholeMatch(of: /-?[0-9]{1,24}(\.[0-9]{1,12})?/) != nil else { return nil }
    self.init(string: amount)
  }
}

extension DateComponents {
  /// Parses a date of a finding, such as "2019-01-09".
  fileprivate init?(isoDate text: String) {
    guard let match = text.wholeMatch(of: /([0-9]{4})-([0-9]{2})-([0-9]{2})/), let year = Int(match.1),
      let month = Int(match.2), let day = Int(match.3)
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// Parses a time of a finding, such as "14:05" or "14:05:30".
  fileprivate init?(isoTime text: String) {
    guard let match = text.wholeMatch(of: /([0-9]{2}):([0-9]{2})(?::([0-9]{2}))?/), let hour = Int(match.1),
      let minute = Int(match.2)
    else { return nil }
    self.init(hour: hour, minute: minute, second: match.3.flatMap { Int($0) })
  }
}
