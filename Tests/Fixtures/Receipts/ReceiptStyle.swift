// SPDX-License-Identifier: GPL-3.0-or-later

/// How receipts look in a country: its words, its shops, its ways to write amounts and dates.
struct ReceiptStyle: Sendable {
  /// The packs that read it, as Tesseract names them.
  var languages: [String]
  var family: PageFont.Family
  var currency: String
  /// Digits behind the separator of an amount.
  var places: Int
  /// The separator of hundredths.
  var point: String
  /// The separator of thousands.
  var comma: String
  /// What may stand before an amount.
  var marks: [String]
  var shops: [String]
  /// Each in the lines in which it is printed.
  var addresses: [[String]]
  var phones: [String]
  /// What a line says before the shop's telephone number.
  var phoneLabels: [String]
  /// Lines below the address: tax numbers and the like.
  var registrations: [String]
  var items: [String]
  /// What items cost, in smallest units.
  var prices: ClosedRange<Int>
  /// Prices are multiples of this.
  var priceStep: Int
  /// Day, month, year, hour, minute and second as forms: `DD MM YYYY YY hh mm ss`, with the words around them.
  var dates: [String]
  var headers: [String]
  var numberLabels: [String]
  /// The head of the columns of items, from left to right; empty for none.
  var heads: [[String]]
  var subtotals: [String]
  var totals: [String]
  var cash: [String]
  var cards: [String]
  var change: [String]
  var discounts: [String]
  /// In percent.
  var taxRates: [Double]
  /// Whether prices include the tax.
  var isTaxIncluded: Bool
  /// The tax line, with RATE for the rate.
  var taxLines: [String]
  /// The head of a table of net amount, tax and perhaps the sum of both; empty for none.
  var taxHead: [String]
  /// Whether totals are rounded to five of the smallest units when paid in cash.
  var rounding: String?
  var closings: [String]

  /// An amount as the style writes it.
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
