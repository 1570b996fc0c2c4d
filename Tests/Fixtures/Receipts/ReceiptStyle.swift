// SPDX-License-Identifier: GPL-3.0-or-later

/// The appearance of receipts in a country: words, shops, and the forms of amounts and dates.
struct ReceiptStyle: Sendable {
  /// The names of Tesseract's packs for the receipts.
  var languages: [String]
  var family: PageFont.Family
  var currency: String
  /// The number of digits after the separator of an amount.
  var places: Int
  /// The decimal separator.
  var point: String
  /// The thousands separator.
  var comma: String
  /// The marks that may precede an amount.
  var marks: [String]
  var shops: [String]
  /// The addresses, each in its printed lines.
  var addresses: [[String]]
  var phones: [String]
  /// The labels of the shop's phone number.
  var phoneLabels: [String]
  /// Lines below the address, such as tax numbers.
  var registrations: [String]
  var items: [String]
  /// The prices of items, in the smallest unit.
  var prices: ClosedRange<Int>
  /// The step between prices.
  var priceStep: Int
  /// The forms of dates with `DD MM YYYY YY hh mm ss`, and the words around them.
  var dates: [String]
  var headers: [String]
  var numberLabels: [String]
  /// The heads of the items' columns from left to right; empty for none.
  var heads: [[String]]
  var subtotals: [String]
  var totals: [String]
  var cash: [String]
  var cards: [String]
  var change: [String]
  var discounts: [String]
  /// The tax rates, in percent.
  var taxRates: [Double]
  /// Whether prices include the tax.
  var isTaxIncluded: Bool
  /// The tax line, with RATE for the rate.
  var taxLines: [String]
  /// The head of a table of net amount, tax, and possibly their sum; empty for none.
  var taxHead: [String]
  /// The label of the rounding to five of the smallest units for cash payments.
  var rounding: String?
  var closings: [String]

  /// Returns an amount in the style's form.
  func amount(_ minor: Int, mark: String = "") -> String {
    let unit = places == 0 ? 1 : 100
    var whole = String(minor.magnitude / UInt(unit))
    var groups: [String] = []
    while whole.count > 3 {
      groups.insert(String(whole.suffix(3)), at: 0)
      whole = String(whole.dropLast(3))
    }
    let rest = minor.magnitude % UInt(unit)
    let fraction = places == 0 ? "" : point + (rest < 10 ? "0\(rest)" : "\(rest)")
    return (minor < 0 ? "-" : "") + mark + ([whole] + groups).joined(separator: comma) + fraction
  }
}
