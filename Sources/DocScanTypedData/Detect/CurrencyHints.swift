// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFiles
internal import DocScanLayout
internal import DocScanWords

/// The estimated currency of a receipt, and the form of its amounts.
package struct CurrencyHints {
  package let currency: String?
  package let style: MoneyStyle
  // Whether the dollar sign isn't that of the United States, by the name of a tax.
  let isOtherDollar: Bool

  private static let words = WordLists.group("currencyWords")
  private static let signs = Set(WordLists.words("currency.signs"))

  // Returns whether a text in capitals has a Swiss business identification number: CHE-123.456.789.
  private static func hasSwissNumber(_ text: String) -> Bool {
    text.ranges(of: "CHE-").contains { $0.upperBound < text.endIndex && text[$0.upperBound].isASCIIDigit }
  }

  // Returns whether a text has an amount with a sign and hundredths, such as $1,234.50.
  private static func hasMarkedCents(_ text: String) -> Bool {
    text.split(separator: " ").contains { word in
      guard let first = word.unicodeScalars.first, ["$", "€", "£"].contains(first) else { return false }
      let parts = word.dropFirst().split(omittingEmptySubsequences: false) { $0 == "," || $0 == "." }
      return parts.count > 1 && parts.last?.count == 2 && parts.allSatisfy { $0.allSatisfy(\.isASCIIDigit) }
    }
  }

  private static let fewestPrinted = 2
  // Words of Japanese bills without kana.
  private static let japanese = WordLists.words("currency.japanese")

  // Returns the words that can be codes, in capitals. INr is a torn "I Nr.", CNY begins a sentence in "CNY menu", and CAD is an avenue in "ORDU CAD. 15":
  // codes that are also words need an amount or parentheses.
  private static func codes(in text: String) -> Set<String> {
    let words = text.split(separator: " ")
    return Set(
      words.indices.flatMap { place in
        let isPriced = [place - 1, place + 1].contains { words.indices.contains($0) && isAmount(words[$0]) }
        let startsSentence =
          place == 0 && words.count > 1 && words[1].allSatisfy { $0.isLowercase } && words[1].count > 2
        return words[place].split { !$0.isLetter && !"£€₩₹₺".contains($0) }.filter { word in
          let isClear = isPriced || isAmount(words[place])
          guard word == word.uppercased() else { return isClear && word.dropFirst() == word.dropFirst().lowercased() }
          return isClear || words[place].hasPrefix("(")
            || !startsSentence && CurrencyMark.meanings(of: String(word)).isCertain
        }.map { $0.uppercased() }
      })
  }

  // Returns whether a word ends with hundredths or thousands: 12,50 or $1.250.
  private static func isAmount(_ word: Substring) -> Bool {
    word.drop { !$0.isNumber }.contains(amountEnd)
  }

  private static let amountEnd = Pattern(/[.,][0-9]{2,3}[^0-9]*$/)

  // Returns the currencies of signs such as A$ in a text in capitals.
  private static func markedDollars(in text: String) -> Set<String> {
    Set(
      text.split(separator: " ").compactMap { word in
        let word = word.drop { $0 == "(" }
        guard let sign = word.firstIndex(of: "$") else { return nil }
        return CurrencyMark.dollars[String(word[..<sign])]
      })
  }

  private static let otherDollars = WordLists.words("currency.dollars")
  private static let otherTaxes = Set(WordLists.words("currency.dollarTax"))
  private static let afterAmounts = WordLists.group("currencyAfterAmount")

  private static func currenciesAfterAmounts(in text: String) -> Set<String> {
    let words = text.split(separator: " ")
    return Set(
      zip(words, words.dropFirst()).compactMap { amount, word in
        if amount == "TOTAL", word == "LEI" { return "RON" }
        let isAmount = amount.contains(where: \.isASCIIDigit) && !amount.contains(where: \.isLetter)
        guard isAmount else { return nil }
        return afterAmounts.first { $0.value.contains(word.filter(\.isLetter)) }?.key
      })
  }

  private static let pesoCountries = WordLists.group("currencyOfSpanish")
  private static let spanish = Set(WordLists.words("currency.spanish"))
  // The minimum number of rows that must end in a whole number to show that amounts have no hundredths.
  private static let fewestWhole = 4

  private static func endsWhole(_ text: String) -> Bool {
    let words = text.split(separator: " ")
    guard words.count > 1, let last = words.last, (2...7).contains(last.count), last.allSatisfy(\.isASCIIDigit),
      !last.hasPrefix("0")
    else { return false }
    return words.dropLast().contains { word in word.count(where: \.isLetter) > 2 && !word.hasSuffix(":") }
  }

  // Returns whether a text in capitals has a Canadian postal code. The code has no D, F, I, O, Q, or U, and doesn't begin with W or Z. Source:
  // Canada Post, *Addressing guidelines*.
  private static func hasCanadianCode(_ text: String) -> Bool {
    let characters = Array(text)
    func isLetter(_ place: Int) -> Bool { "ABCEGHJKLMNPRSTVWXYZ".contains(characters[place]) }
    func isPart(_ place: Int) -> Bool {
      characters.indices.contains(place) && (characters[place].isLetter || characters[place].isNumber)
    }
    return characters.indices.dropLast(5).contains { start in
      guard isLetter(start), !"WZ".contains(characters[start]), !isPart(start - 1) else { return false }
      let rest = start + (characters[start + 3] == " " ? 4 : 3)
      return characters.indices.contains(rest + 2) && !isPart(rest + 3) && characters[start + 1].isASCIIDigit
        && isLetter(start + 2) && characters[rest].isASCIIDigit && isLetter(rest + 1)
        && characters[rest + 2].isASCIIDigit
    }
  }

  package init(texts: [String], languages: [String]) {
    var (votes, indirect, printed): ([String: Int], [String: Int], [String: Int]) = ([:], [:], [:])
    var (hangul, kana, han, dollars, yen) = (0, 0, 0, 0, 0)
    var (hundredths, groups, isSwiss, shared) = (0, 0, false, 0)
    var (isSpanish, isOfOtherDollar, pesos) = (false, false, [String]())
    let isMarked = texts.contains(where: Self.hasMarkedCents)
    let whole = texts.filter(Self.endsWhole).count
    for text in texts {
      for scalar in text.unicodeScalars {
        switch scalar.value {
        case 0xAC00...0xD7A3: hangul += 1
        case 0x3040...0x30FF: kana += 1
        case 0x4E00...0x9FFF: han += 1
        case 0x24: dollars += 1
        case 0xA5, 0xFFE5: yen += 1
        case _: break
        }
      }
      let capital = text.uppercased()
      let written = text.split { !$0.isLetter && !"£€₩₹₺".contains($0) }
      let tokens = Set(written.map { $0.uppercased() })
      let codes = Self.codes(in: text)
      isSpanish = isSpanish || !tokens.isDisjoint(with: Self.spanish)
      pesos += Self.pesoCountries.filter { !tokens.isDisjoint(with: $0.value) }.keys
      isOfOtherDollar = isOfOtherDollar || !tokens.isDisjoint(with: Self.otherTaxes)
      isSwiss = isSwiss || tokens.contains("CHF") || Self.hasSwissNumber(capital)
      for (code, words) in Self.words {
        // If amounts have signs, two letters are usually the code of a tax, except for NT$. CJK characters can be next to numbers without spaces.
        if words.contains(where: {
          ($0 == code ? codes : tokens).contains($0)
            && !(isMarked && $0.count == 2 && $0 != "NT" && $0.allSatisfy(\.isASCII))
            || $0.unicodeScalars.first?.isWrittenDownwards == true && capital.contains($0)
        }) {
          votes[code, default: 0] += 1
          if tokens.isDisjoint(with: words.filter { $0 == code || Self.signs.contains($0) }) {
            indirect[code, default: 0] += 1
          } else {
            printed[code, default: 0] += 1
          }
          if code == "EUR", tokens.isDisjoint(with: ["EUR", "EURO", "€"]) { shared += 1 }
        }
      }
      for code in Self.currenciesAfterAmounts(in: capital) { votes[code, default: 0] += 1 }
      for code in Self.markedDollars(in: capital) { votes[code, default: 0] += 2 }
      if Self.hasSwissNumber(capital) { votes["CHF", default: 0] += 1 }
      if Self.hasCanadianCode(capital) { votes["CAD", default: 0] += 1 }
      // A ZIP code after a state is less often a coincidence than a Canadian code.
      if RegionHints.hasZIPCode(capital) { votes["USD", default: 0] += 2 }
      // In RM31.00, the currency and the amount are one word. PHARMACY 204 doesn't count.
      if capital.split(separator: " ").contains(where: {
        $0.hasPrefix("RM") && $0.dropFirst(2).first?.isASCIIDigit == true
      }) {
        votes["MYR", default: 0] += 1
      }
      for run in text.split(whereSeparator: { !$0.isASCIIDigit && $0 != "," && $0 != "." }) {
        let parts = run.split(omittingEmptySubsequences: false) { $0 == "," || $0 == "." }
        guard parts.count > 1, let first = parts.first, let last = parts.last, !first.isEmpty else { continue }
        if last.count == 2, parts.dropFirst().dropLast().allSatisfy({ $0.count == 3 }) { hundredths += 1 }
        if first != "0", DigitGroups.areThousands(parts.map(\.count)) { groups += 1 }
      }
    }
    // Words such as a tax's name are shared by countries, and exporters print other currencies.
    if printed.values.contains(where: { $0 >= Self.fewestPrinted }) {
      for (code, count) in indirect where printed[code] == nil && code != "EUR" { votes[code, default: 0] -= count }
    }
    if isSwiss || votes["RON"] != nil { votes["EUR", default: 0] -= shared }
    let letters = hangul + kana + han
    let isKorean = hangul > 12 && hangul > kana + han / 2
    let japanese = texts.count { text in Self.japanese.contains(where: text.contains) }
    let isJapanese = !isKorean && (kana > 8 && kana * 8 > letters || japanese >= Self.fewestPrinted)
    let isChinese = !isKorean && !isJapanese && han > 8
    if isKorean { votes["KRW", default: 0] += 3 }
    if isJapanese { votes["JPY", default: 0] += 3 }
    if isChinese { votes["CNY", default: 0] += 3 }
    if yen > 0, !isKorean {
      votes[isChinese ? "CNY" : isJapanese ? "JPY" : languages.contains("chi_sim") ? "CNY" : "JPY", default: 0] += 2
    }
    for code in pesos where isSpanish { votes[code, default: 0] += 1 }
    // A dollar sign means the dollar of the country that the text names.
    let isNamed =
      Self.otherDollars.contains { votes[$0] != nil } || (isSpanish || isOfOtherDollar) && votes["USD"] == nil
    if dollars > 0, !isNamed { votes["USD", default: 0] += 2 }
    for code in ["CAD", "MXN", "CLP", "COP", "ARS"] where dollars > 0 {
      if let own = votes[code] { votes[code] = own + 2 }
    }
    // Countries with other currencies share the names of taxes and legal forms, and bills in euros rarely lack the sign.
    if printed["EUR"] == nil { votes["EUR"] = nil }
    // Czech and Slovak bills share the names of taxes and numbers, and Czech ones print their currency.
    if printed["CZK"] == nil, printed["EUR"] != nil { votes["CZK"] = nil }
    // A printed sign counts more than a word that another country's texts may contain, too.
    let best = votes.max { one, other in
      (one.value, printed[one.key] ?? 0, other.key) < (other.value, printed[other.key] ?? 0, one.key)
    }
    currency = best.flatMap { $0.value > 0 ? $0.key : nil }
    isOtherDollar = isOfOtherDollar && currency == nil
    // Forints have blanks between thousands and no hundredths: 7 025 Ft.
    // In South American pesos, rupiahs, and dong, distances and ratings have hundredths: 11,84 km.
    let isWhole =
      currency.map { code in
        ["KRW", "JPY"].contains(code) || code == "HUF" && hundredths == 0
          || ["CLP", "COP", "IDR", "VND"].contains(code) && groups > hundredths
      } ?? false
    style =
      isWhole && groups * 2 + 3 >= hundredths || !isMarked && groups > 2 * hundredths + 2 && hundredths < 3
        || hundredths == 0 && whole >= Self.fewestWhole ? .whole : .hundredths
  }
}
