// SPDX-License-Identifier: GPL-3.0-or-later

/// The conventions of a text's place of origin, derived from its language, currency, and addresses.
package struct TextOrigin: Sendable {
  /// Whether dates have the day before the month. A guess unless `decidesOrder` is set.
  package let isDayFirst: Bool
  /// Whether `isDayFirst` is certain. English text and US dollars alone don't decide, because both orders occur with them.
  package let decidesOrder: Bool
  package let isYearFirst: Bool

  package let decimalMark: Unicode.Scalar

  private static let leastConfidence = 0.9
  /// The currencies of countries in which English dates have the day first.
  private static let dayFirst: Set<String> = [
    "GBP", "MYR", "SGD", "AUD", "NZD", "INR", "HKD", "ZAR", "AED", "THB", "IDR", "BRL", "MXN", "TRY", "VND", "ILS",
  ]
  /// The currencies of countries that use both orders, or that write the year first.
  private static let undecided: Set<String> = ["CAD", "PHP", "JPY", "KRW", "CNY", "TWD"]
  private static let regions: Set<String> = ["GB", "MY", "BR", "AU", "SG", "HK", "IE", "MX"]
  private static let commaLanguages: Set<String> = Set(
    "de fr es it pt nl da sv no nb nn fi pl cs sk hu ro el ru uk tr id vi bg hr sl sr lt lv et ca".split(separator: " ")
      .map(String.init))
  private static let commaCurrencies: Set<String> = Set(
    "EUR SEK NOK DKK PLN CZK HUF RON BGN BRL TRY IDR VND RUB UAH ARS CLP COP".split(separator: " ").map(String.init))
  private static let eastAsian: Set<String> = ["ja", "ko", "zh"]

  package init(_ texts: [SearchText], language: TextLanguage, currency: String?) {
    let base = String(language.tag.prefix { $0 != "-" })
    isYearFirst = Self.eastAsian.contains(base) || ["KRW", "JPY", "CNY", "TWD"].contains(currency)
    let isKnown = base != "und" && language.confidence >= Self.leastConfidence
    let isEnglish = base == "en" || !isKnown
    let isInAmerica = texts.contains { Self.isAmerican($0) || RegionHints.hasZIPCode($0.string(0..<$0.count)) }
    let isAmerican = isEnglish && isInAmerica
    let isElsewhere =
      currency.map(Self.dayFirst.contains) ?? false
      || texts.contains { !Self.regions.isDisjoint(with: RegionHints.regions(in: $0)) }
    let isUndecided = currency.map(Self.undecided.contains) ?? Self.eastAsian.contains(base)
    if isUndecided || !isEnglish && isInAmerica && currency == "USD"
      || isAmerican && (isElsewhere || !["USD", nil].contains(currency))
    {
      decidesOrder = false
    } else {
      // Countries with euros and crowns write the day first, but English invoices come from everywhere.
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
    } else if !isEnglish, decidesOrder, !isYearFirst {
      // In Latin America, the dollar sign means pesos.
      isDayFirst = true
    } else {
      isDayFirst = currency.map { $0 != "USD" } ?? !(isAmerican || Self.eastAsian.contains(base) || base == "en")
    }
  }

  /// Returns whether a text has a telephone number in North American format: (212) 555-0142, 212.555.0142.
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
