// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanWords

/// The sign, code, or name of a currency next to an amount.
package struct CurrencyMark {
  package var code: String
  package var range: Range<Int>
  /// Whether the mark names cents or pence.
  package var isMinor = false
  package var isCorrected = false
  package var isSure = true

  private init(_ code: String, _ range: Range<Int>) { (self.code, self.range) = (code, range) }

  // MARK: Before the amount

  package init?(before start: Int, _ text: SearchText, _ amount: WrittenAmount, _ context: DetectionContext) {
    var end = start
    if text[end - 1] == " " || (text[end - 1] == "\n" && text[end - 2] != "\n") { end -= 1 }
    if text[end - 1] == ".", ["s", "r"].contains(text[end - 2].small) { end -= 1 }
    guard end > 0 else { return nil }
    if let (code, open) = Self.bracketed(before: end, text, context) {
      guard amount.hasCents || amount.grouping != nil else { return nil }
      self.init(code, open..<end)
      isSure = false
      return
    }
    let scalar = text[end - 1]
    if let code = Self.sign(scalar, context) {
      // Letters before a dollar sign name its country: "US$", "HK$".
      var first = end - 1
      if scalar == "$" {
        while text[first - 1].isCapital, end - first < 4 { first -= 1 }
      }
      let letters = text.string(first..<end - 1)
      guard let named = letters.isEmpty ? code : Self.dollars[letters] else { return nil }
      self.init(named, first..<end)
      return
    }
    // In old character sets, the yen and won signs have the code of the backslash. A small mark can be between the sign and the amount.
    if ["ja", "ko"].contains(context.base), end == start, amount.grouping != nil, !scalar.isAlphanumeric,
      scalar != "\\", text[end - 2] == "\\"
    {
      self.init(context.base == "ja" ? "JPY" : "KRW", end - 2..<end)
      isCorrected = true
      return
    }
    if end == start, amount.grouping != nil || amount.hasCents, !text[end - 2].isAlphanumeric {
      let code: String? =
        switch (scalar, context.base) {
        case ("\\", "ja"), ("Y", "ja"): "JPY"
        case ("\\", "ko"), ("W", "ko"): "KRW"
        case ("Y", "zh"), ("\\", "zh"): "CNY"
        case _: nil
        }
      if let code {
        self.init(code, end - 1..<end)
        isCorrected = true
        return
      }
    }
    guard scalar.isLetter else { return nil }
    var first = end
    while text[first - 1].isLetter, end - first < 5 { first -= 1 }
    let word = text.string(first..<end)
    guard !text[first - 1].isAlphanumeric else { return nil }
    if word == "Fr" {
      if Self.isFriday(first, amount, text) { return nil }
      // Fr. 3'480.-
      let point = amount.range.upperBound
      // "Fr. 13.- So. 15." is a weekend.
      let isDay = amount.grouping == nil && Int(amount.value).map { $0 < 32 } == true && context.currency != "CHF"
      if text[point] == ".", text[point + 1] == "-", !text[point + 2].isAlphanumeric, !isDay {
        self.init("CHF", first..<end)
        isSure = false
        return
      }
    }
    if let mark = Self.code(word, amount, context) {
      self.init(mark, first..<end)
      isSure = end - first > 2
    } else if let mark = Self.code(ofVague: word, amount, context) {
      self.init(mark, first..<end)
      isSure = false
    } else {
      return nil
    }
  }

  // Returns the currency in brackets that ends a label: "Total (INR) 51,489.00", "Summe (€): 12,50".
  private static func bracketed(
    before end: Int, _ text: SearchText, _ context: DetectionContext
  ) -> (code: String, open: Int)? {
    let close = text[end - 1] == ":" ? end - 2 : end - 1
    guard text[close] == ")", let open = (close - longestBracket..<close).last(where: { text[$0] == "(" }) else {
      return nil
    }
    let mark = text.string(open + 1..<close).filter { $0 != " " }
    // "(Fr)" can be Friday, and "(COP)" a conference.
    guard let code = code(of: mark, context), code == context.currency || meanings(of: mark).isCertain else {
      return nil
    }
    return (code, open)
  }

  private static let longestBracket = 6

  // Returns whether "Fr" is Friday in opening hours: "Fr 8.00-12.00", "Mo. - Fr. 8.00", "Do und Fr 14.30", "Do 13.00, Fr 14.30".
  private static func isFriday(_ start: Int, _ amount: WrittenAmount, _ text: SearchText) -> Bool {
    let dash = text.skippingSpaces(amount.range.upperBound)
    if text[dash] == "-", text[text.skippingSpaces(dash + 1)].isDigit { return true }
    var place = start
    for _ in 0..<2 {
      var end = place
      while !text[end - 1].isLetter, text[end - 1] != "\n", place - end < longestGap { end -= 1 }
      var first = end
      while text[first - 1].isLetter, end - first < longestWeekday { first -= 1 }
      let word = text.string(first..<end)
      if TimeDetector.namesDay(word) { return true }
      guard conjunctions.contains(word) else { return false }
      place = first
    }
    return false
  }

  private static let conjunctions = Set(WordLists.words("structure.conjunction"))
  private static let longestGap = 16
  private static let longestWeekday = 12

  // MARK: Behind the amount

  package init?(behind end: Int, _ text: SearchText, _ amount: WrittenAmount, _ context: DetectionContext) {
    var at = end
    if text[at] == " " || (text[at] == "\n" && text[at + 1] != "\n") { at += 1 }
    let scalar = text[at]
    // A sign before the next number belongs to that number.
    if ["€", "£", "¢", "₺", "₫", "₪", "zł"].contains(String(Character(scalar)))
      || (["$", "¥", "₩", "₽", "₹"].contains(scalar) && (at == end || context.base == "fr"))
    {
      guard at == end || !text[at + 1].isDigit,
        !(text[at + 1] == " " && text[at + 2].isDigit && at > end && !amount.hasCents && scalar != "€")
      else { return nil }
      if scalar == "¢" {
        self.init(context.dollar ?? "USD", at..<at + 1)
        isMinor = true
      } else if let code = Self.sign(scalar, context) {
        self.init(code, at..<at + 1)
      } else {
        return nil
      }
      return
    }
    switch scalar {
    case "円": self.init("JPY", at..<at + 1)
    case "圓" where context.base == "ja": self.init("JPY", at..<at + 1)
    case "원": self.init("KRW", at..<at + 1)
    case "元", "圓", "圆":
      guard text[at + 1] != "年", !["素", "旦", "件"].contains(text[at + 1]) else { return nil }
      self.init(context.language == "zh-Hant" ? "TWD" : "CNY", at..<at + 1)
    case _:
      guard scalar.isLetter else { return nil }
      var last = at
      while text[last].isLetter, last - at < 9 { last += 1 }
      let word = text.string(at..<last)
      if let code = Self.words[word.lowercased()],
        amount.grouping != nil || amount.hasCents || at > end || word.count > 3
      {
        self.init(code, at..<last)
      } else if let code = Self.code(word, amount, context), word.count == 3 {
        self.init(code, at..<last)
      } else if let code = Self.code(ofVague: word, amount, context) {
        self.init(code, at..<last)
        isSure = false
      } else {
        return nil
      }
    }
  }

  // MARK: Tables

  private static let signs: [Unicode.Scalar: String] = [
    "€": "EUR", "£": "GBP", "₩": "KRW", "₹": "INR", "₽": "RUB", "₺": "TRY", "₫": "VND", "฿": "THB", "₪": "ILS",
    "₱": "PHP",
  ]

  private static func sign(_ scalar: Unicode.Scalar, _ context: DetectionContext) -> String? {
    switch scalar {
    case "$": context.dollar ?? ""
    case "¥": context.base == "zh" ? "CNY" : "JPY"
    case _: signs[scalar]
    }
  }

  /// The currencies that a dollar sign without letters means, by ISO 3166 code of the country.
  private static let regional = [
    "CA": "CAD", "AU": "AUD", "NZ": "NZD", "SG": "SGD", "HK": "HKD", "TW": "TWD", "MX": "MXN", "AR": "ARS", "CL": "CLP",
    "CO": "COP",
  ]

  /// Returns the currency of a dollar sign in a country.
  static func dollar(in region: String) -> String { regional[region] ?? "USD" }

  /// Returns the currency of a dollar sign on a page with this currency. Without one, the sign is that of the United States, except in Spanish.
  static func dollar(of currency: String?, language: String) -> String? {
    if let currency, currency == "USD" || regional.values.contains(currency) { return currency }
    if let region = RegionHints.known(of: language), let own = regional[region] { return own }
    return language.hasPrefix("es") ? nil : "USD"
  }

  static let dollars = [
    "US": "USD", "USD": "USD", "A": "AUD", "AU": "AUD", "C": "CAD", "CA": "CAD", "NZ": "NZD", "S": "SGD", "HK": "HKD",
    "NT": "TWD", "R": "BRL", "MX": "MXN",
  ]

  private static let words = codes(in: "currencyName").compactMapValues { $0.count == 1 ? $0.first : nil }
  // The possible currencies of lowercase marks that several currencies share, or that have other meanings outside of amounts, such as "kr" and "ft".
  private static let vague = codes(in: "currencyMark")

  // Returns the currencies of each word of a group.
  private static func codes(in group: String) -> [String: Set<String>] {
    var codes: [String: Set<String>] = [:]
    for (code, words) in WordLists.group(group) {
      for word in words { codes[word, default: []].insert(code) }
    }
    return codes
  }

  // ISO 4217 codes that aren't also words.
  private static let codes = Set(
    """
    EUR USD GBP CHF JPY KRW CNY HKD TWD SGD MYR AUD NZD SEK NOK DKK PLN CZK HUF INR THB IDR VND BRL MXN ZAR ILS AED SAR \
    BGN RUB UAH
    """.split(separator: " ").map(String.init))
  // ISO 4217 codes that are also words or abbreviations. A whole number isn't enough for them, unless the page has this currency.
  private static let doubtful = Set(
    "CAD TRY PHP RON ARS CLP COP PEN ISK EGP KWD QAR".split(separator: " ").map(String.init))

  // The currencies of the countries that speak a language.
  private static let national = [
    "sv": "SEK", "da": "DKK", "nb": "NOK", "no": "NOK", "nn": "NOK", "is": "ISK", "hu": "HUF", "ro": "RON", "pl": "PLN",
    "tr": "TRY", "ru": "RUB", "uk": "UAH", "bg": "BGN", "sr": "RSD", "cs": "CZK", "id": "IDR", "vi": "VND", "pt": "BRL",
  ]

  private static let longestMark = 3
  private static let leastConfidence = 0.9

  // Returns the currency of a mark such as "kr", on a page with this currency or in this language.
  private static func code(ofVague mark: String, _ amount: WrittenAmount, _ context: DetectionContext) -> String? {
    mark.count <= longestMark && amount.mayBeYear ? nil : code(ofVague: mark, context)
  }

  static func code(ofVague mark: String, _ context: DetectionContext) -> String? {
    guard let codes = vague[mark.lowercased()] else { return nil }
    if let currency = context.currency, codes.contains(currency) { return currency }
    // Danish is easily taken for Norwegian.
    let isDoubtful = ["DKK", "NOK"].contains(national[context.base]) && context.languageConfidence < leastConfidence
    return isDoubtful ? nil : national[context.base].flatMap { codes.contains($0) ? $0 : nil }
  }

  /// Returns the ISO 4217 code of a mark's currency, or `nil` if the mark is unknown or ambiguous. `$` and `¥` depend on the country and language.
  package static func code(of mark: String, _ context: DetectionContext) -> String? {
    let mark = mark.hasSuffix(".") ? String(mark.dropLast()) : mark
    let scalars = Array(mark.unicodeScalars)
    if scalars.count == 1, let code = sign(scalars[0], context) { return code.isEmpty ? nil : code }
    let codes = meanings(of: mark).codes
    return codes.count == 1 ? codes.first : nil
  }

  /// Returns the possible currencies of a mark, and whether the mark always means a currency. Texts that aren't marks have no currencies.
  package static func meanings(of mark: String) -> (codes: Set<String>, isCertain: Bool) {
    if codes.contains(mark) { return ([mark], true) }
    if doubtful.contains(mark) { return ([mark], false) }
    if let code = words[mark.lowercased()] { return ([code], code == "EUR") }
    if let codes = vague[mark.lowercased()] { return (codes, false) }
    let scalars = Array(mark.unicodeScalars)
    if scalars.count == 1, let code = signs[scalars[0]] { return ([code], true) }
    switch mark {
    case "¥", "￥": return (["JPY", "CNY"], true)
    case "$": return (Set(regional.values).union(dollars.values), true)
    case _: break
    }
    guard mark.hasSuffix("$"), let code = dollars[String(mark.dropLast())] else { return ([], false) }
    return ([code], true)
  }

  private static func code(_ word: String, _ amount: WrittenAmount, _ context: DetectionContext) -> String? {
    if codes.contains(word) { return word }
    if doubtful.contains(word) {
      return amount.hasCents || word == context.currency ? word : nil
    }
    return switch word {
    case "RM": "MYR"
    case "RMB": "CNY"
    case "NTD": "TWD"
    case "Rs": "INR"
    case "SFr": "CHF"
    case "Fr" where amount.hasCents: "CHF"
    case _: nil
    }
  }
}
