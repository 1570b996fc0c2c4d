// SPDX-License-Identifier: GPL-3.0-or-later

/// What an invoice says, found over all pages of a document.
public struct Invoice: Codable, Hashable, Sendable {
  /// Something that the invoice says.
  public struct Field: Codable, Hashable, Sendable {
    /// Its usual form: an amount as a decimal with a dot, a day as ISO 8601.
    public var value: String
    /// The ISO 4217 code of an amount; nil for all else, and where nothing tells.
    public var currency: String?
    /// The probability that this is right, 0 to 1.
    public var confidence: Double
    /// The number of the page that it is on.
    public var page: Int
    /// Where it is there, in pixels of the corrected page.
    public var box: Box

    /// A field, with its place.
    public init(value: String, currency: String? = nil, confidence: Double, page: Int, box: Box) {
      (self.value, self.currency, self.confidence) = (value, currency, confidence)
      (self.page, self.box) = (page, box)
    }
  }

  /// Its number; nil where none was found, as with all others.
  public var number: Field?
  /// The day that it was issued.
  public var date: Field?
  /// The day until which it is to be paid.
  public var dueDate: Field?
  /// With all taxes.
  public var total: Field?
  /// Without taxes.
  public var net: Field?
  /// All taxes.
  public var tax: Field?
  /// Who sends it.
  public var seller: Field?
  /// Who gets it.
  public var buyer: Field?
  /// The VAT numbers on it, in reading order.
  public var vatIds: [Field]
  /// The bank accounts on it, in reading order.
  public var ibans: [Field]
  /// The ISO 4217 code of its amounts; nil where nothing tells.
  public var currency: String?
  /// The pages that say something of it.
  public var pages: [Int]

  /// An invoice without anything yet.
  init(currency: String?, pages: [Int]) { (vatIds, ibans, self.currency, self.pages) = ([], [], currency, pages) }

  /// More VAT numbers or accounts are left out.
  static let mostListed = 16
}

extension JSONSchema {
  /// The invoice in a document's JSON.
  static var invoice: JSONValue {
    func field(_ description: String) -> JSONValue {
      object(
        description,
        [
          "value": value("string", "Its usual form; a decimal with a dot for an amount, YYYY-MM-DD for a day."),
          "currency?": value("string", "The ISO 4217 code of an amount."),
          "confidence": confidence("The probability that this is right."),
          "page": integer("The number of the page that it is on.", from: 1),
          "box": list(of: value("number"), "x, y, width and height there, in pixels of the page's image.", count: 4),
        ])
    }
    return object(
      "The invoice that the document is, found over all of its pages; absent without the receipt stage, where the document is not "
        + "an invoice, and where it has several.",
      [
        "number?": field("The number of the invoice."), "date?": field("The day that it was issued."),
        "dueDate?": field("The day until which it is to be paid."),
        "total?": field("What it is about, with all taxes."),
        "net?": field("The total without taxes."), "tax?": field("All taxes."), "seller?": field("Who sends it."),
        "buyer?": field("Who gets it."),
        "vatIds": list(of: field(""), "The VAT numbers on it, in reading order."),
        "ibans": list(of: field(""), "The bank accounts on it, in reading order, not masked."),
        "currency?": value("string", "The ISO 4217 code of its amounts; absent where nothing tells."),
        "pages": list(of: integer("", from: 1), "The numbers of the pages that say something of it."),
      ])
  }
}
