// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// Detects amounts of money with the sign, code, or name of a currency.
package enum MoneyDetector: Detector {
  package static let kinds = [Detection.Kind.money]

  package static func find(in text: SearchText, _ context: DetectionContext) -> [Detected] {
    let spaced = !["en", "ko", "ja", "zh"].contains(context.base)
    var found: [Detected] = []
    var at = 0
    while at < text.count {
      guard
        text[at].isDigit
          || (["O", "l", "I", "S", "B"].contains(text[at]) && text[at + 1].isDigit && !text[at - 1].isLetter),
        !text[at - 1].isDigit
      else {
        at += 1
        continue
      }
      // After "4.12" or "2024-05", digits belong to another number.
      guard ![".", ",", "/"].contains(text[at - 1]) || !text[at - 2].isDigit,
        let amount = WrittenAmount(text, at, spaced: spaced, usual: context.decimalMark)
      else {
        at += 1
        continue
      }
      if let hit = money(amount, text, context) {
        found.append(hit)
        at = max(hit.range.upperBound, at + 1)
      } else if amount.grouping == " ", let short = WrittenAmount(text, at, spaced: false, usual: context.decimalMark) {
        at = short.range.upperBound
      } else {
        at = amount.range.upperBound
      }
    }
    return found
  }

  private static func money(_ amount: WrittenAmount, _ text: SearchText, _ context: DetectionContext) -> Detected? {
    var (start, end) = (amount.range.lowerBound, amount.range.upperBound)
    // $(61.70) is negative. Other brackets may have another meaning.
    let isBracketed =
      text[start - 1] == "(" && text[end] == ")" && CurrencyMark(before: start - 1, text, amount, context) != nil
    if isBracketed { (start, end) = (start - 1, end + 1) }
    let scale = isBracketed ? nil : Scale(text, end)
    // "1.250,-" and "1.250,--" have no cents.
    if scale == nil, text[end] == "," || text[end] == ".", text[end + 1] == "-" {
      end += 2
      while text[end] == "-" { end += 1 }
    }
    let after = CurrencyMark(behind: scale?.end ?? end, text, amount, context)
    let before = CurrencyMark(before: start, text, amount, context)
    guard let mark = before ?? after else { return nil }
    // "§ 14" is often misread as "$ 14".
    if text[mark.range.lowerBound] == "$", text[mark.range.upperBound] == " ", before != nil, !amount.hasCents,
      amount.grouping == nil, !["en", "es", "pt", "zh"].contains(context.base)
    {
      return nil
    }
    // An amount between two signs may be a formula. In English, the sign precedes the amount and a dot precedes the cents.
    if text[mark.range.lowerBound] == "$" || text[mark.range.upperBound - 1] == "$" {
      guard before == nil || after == nil, before == nil || !text[mark.range.lowerBound - 1].isDigit else { return nil }
      if context.base == "en" {
        guard before != nil, !amount.hasCents || text[amount.range.upperBound - 3] == "." else { return nil }
      }
    }
    // Words such as "million" only belong to an amount with a currency.
    if let scale { end = scale.end }
    guard !isPercent(text, end),
      before == nil || !text[end].isLetter || after != nil || text[end].value > 0x2E80 || amount.hasCents
    else { return nil }
    if let before { start = before.range.lowerBound }
    if let after, before == nil || before?.code == after.code { end = after.range.upperBound }
    guard amount.grouping == nil || mark.isMinor == false, mark.isMinor == false || !amount.hasCents else { return nil }
    var isCorrected = amount.isCorrected || mark.isCorrected
    let isWhole = ["JPY", "KRW", "VND"].contains(mark.code)
    if isWhole, amount.hasCents { return nil }
    if amount.grouping == ".", ["en", "ja", "ko", "zh"].contains(context.base) {
      // "1.216円" has a misread comma, because yen have no decimals. "$1.234" can be a price per liter.
      guard isWhole else { return nil }
      isCorrected = true
    }
    var value = WrittenAmount.shifted(amount.value, by: scale?.zeros ?? 0)
    if mark.isMinor { value = cents(value) }
    if isBracketed || Self.hasMinus(text, &end, amount) { value = "-" + value }
    let sign = text[start - 1] == " " ? start - 2 : start - 1
    if text[sign] == "-", !value.hasPrefix("-"), !text[sign - 1].isAlphanumeric,
      sign == start - 1 || text[sign - 1] == " ",
      text[sign - 1] != "-"
    {
      value = "-" + value
      start = sign
    }
    let isNegative = value.hasPrefix("-")
    let alternative = isWhole || scale != nil || mark.isMinor ? nil : amount.alternative
    return Detected(
      kind: .money, range: start..<end, value: value, alternative: alternative.map { isNegative ? "-" + $0 : $0 },
      currency: mark.code, proof: mark.isSure ? .grammar : .named,
      isCorrected: isCorrected)
  }

  /// Returns whether a minus sign or CR follows an amount with cents. If so, moves `end` past the sign.
  private static func hasMinus(_ text: SearchText, _ end: inout Int, _ amount: WrittenAmount) -> Bool {
    guard amount.hasCents else { return false }
    if text[end] == "-", !text[end + 1].isAlphanumeric, text[end + 1] != "-" {
      end += 1
      return true
    }
    let word = text.skippingSpace(end)
    guard text[word] == "C", text[word + 1] == "R", !text[word + 2].isAlphanumeric else { return false }
    end = word + 2
    return true
  }

  private static func isPercent(_ text: SearchText, _ end: Int) -> Bool { text[text.skippingSpace(end)] == "%" }

  private static func cents(_ value: String) -> String {
    guard let number = Int(value) else { return value }
    return "\(number / 100).\((number % 100).padded)"
  }

  /// A word that multiplies the amount before it, such as "million", "Mrd.", or "万".
  private struct Scale {
    var zeros: Int
    var end: Int

    init?(_ text: SearchText, _ end: Int) {
      let at = text[end] == " " ? end + 1 : end
      if let zeros = ["万": 4, "萬": 4, "만": 4, "億": 8, "亿": 8, "억": 8, "千": 3, "천": 3][text[at]] {
        (self.zeros, self.end) = (zeros, at + 1)
        return
      }
      let word = text.word(at)
      guard let zeros = Self.words[String(String.UnicodeScalarView(word))], at > end || word.count > 2 else {
        return nil
      }
      self.zeros = zeros
      self.end = at + word.count + (text[at + word.count] == "." && word.count < 4 ? 1 : 0)
    }

    private static let words: [String: Int] = [
      "million": 6, "millions": 6, "mio": 6, "millionen": 6, "millón": 6, "millones": 6, "milioni": 6, "milione": 6,
      "milhões": 6, "milhão": 6, "billion": 9, "milliarde": 9, "milliarden": 9, "mrd": 9, "milliards": 9, "miliardi": 9,
      "tausend": 3, "thousand": 3,
    ]
  }
}
