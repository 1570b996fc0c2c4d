// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// The place that a text is from, as its language, its currency, and its addresses show it.
package struct TextOrigin: Sendable {
  /// Whether dates there have the day before the month; a guess unless `decidesOrder`.
  package let isDayFirst: Bool
  /// Whether that is certain: English is written with both orders, and dollars are paid everywhere.
  package let decidesOrder: Bool
  /// Whether a year of two digits comes first.
  package let isYearFirst: Bool

  /// The usual mark before decimals.
  package let decimalMark: Unicode.Scalar

  /// A language counts from this confidence on.
  private static let leastConfidence = 0.9
  /// The currencies of countries in which English dates have the day first.
  private static let dayFirst: Set<String> = [
    "GBP", "MYR", "SGD", "AUD", "NZD", "INR", "HKD", "ZAR", "AED", "THB", "IDR", "BRL", "MXN", "TRY", "VND", "ILS",
  ]
  /// Countries in which both orders are written, or the year comes first.
  private static let undecided: Set<String> = ["CAD", "PHP", "JPY", "KRW", "CNY", "TWD"]
  private static let regions: Set<String> = ["GB", "MY", "BR", "AU", "SG", "HK", "IE", "MX"]
  /// Languages and currencies with a comma before decimals.
  private static let commaLanguages: Set<String> = Set(
    "de fr es it pt nl da sv no nb nn fi pl cs sk hu ro el ru uk tr id vi bg hr sl sr lt lv et ca".split(separator: " ")
      .map(String.init))
  private static let commaCurrencies: Set<String> = Set(
    "EUR SEK NOK DKK PLN CZK HUF RON BGN BRL TRY IDR VND RUB UAH ARS CLP COP".split(separator: " ").map(String.init))
  private static let eastAsian: Set<String> = ["ja", "ko", "zh"]

  /// `currency` is the ISO 4217 code of the amounts; nil if it isn't known.
  package init(_ texts: [SearchText], language: TextLanguage, currency: String?) {
    let base = String(language.tag.prefix { $0 != "-" })
    isYearFirst = Self.eastAsian.contains(base) || ["KRW", "JPY", "CNY", "TWD"].contains(currency)
    let isKnown = base != "und" && language.confidence >= Self.leastConfidence
    let isEnglish = base == "en" || !isKnown
    let isAmerican =
      isEnglish && texts.contains { Self.isAmerican($0) || RegionHints.hasZIPCode($0.string(0..<$0.count)) }
    let isElsewhere =
      currency.map(Self.dayFirst.contains) ?? false
      || texts.contains { !Self.regions.isDisjoint(with: RegionHints.regions(in: $0)) }
    let isUndecided = currency.map(Self.undecided.contains) ?? Self.eastAsian.contains(base)
    if isUndecided || isAmerican && (isElsewhere || !["USD", nil].contains(currency)) {
      decidesOrder = false
    } else {
      // Euros and crowns are paid where days come first, but English invoices come from everywhere.
      let isForeign = base != "en" && currency != nil && currency != "USD"
      decidesOrder = isAmerican || isElsewhere || !isEnglish || isForeign
    }
    let hasComma = isEnglish && base == "en" ? false : isKnown ? Self.commaLanguages.contains(base) : nil
    decimalMark =
      switch currency {
      case nil, "CAD": hasComma ?? false ? "," : "."
      case let code? where Self.commaCurrencies.contains(code): hasComma ?? true ? "," : "."
      case _?: "."
      }
    if isAmerican, decidesOrder {
      isDayFirst = false
    } else {
      isDayFirst = currency.map { $0 != "USD" } ?? !(isAmerican || Self.eastAsian.contains(base) || base == "en")
    }
  }

  /// Whether a telephone number is written as in North America: (212) 555-0142, 212.555.0142.
  private static func isAmerican(_ text: SearchText) -> Bool {
    (0..<text.count).contains { start in
      guard let area = TextNumber(text, start, atMost: 3), !text[start - 1].isDigit, area.value > 199 else {
        return false
      }
      let isBracketed = text[area.end] == ")"
      guard isBracketed || ["-", "."].contains(text[area.end]),
        let office = TextNumber(
          text, isBracketed ? text.skippingSpace(area.end + 1) : area.end + 1, atMost: 3), office.count == 3,
        ["-", ".", " "].contains(text[office.end]), let line = TextNumber(text, office.end + 1, atMost: 4)
      else { return false }
      return line.count == 4
    }
  }
}
