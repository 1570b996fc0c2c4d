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
      // ".50" has no digits before the point.
      if [".", ","].contains(text[at - 1]), [" ", "\n", "\0", "€", "$", "£"].contains(text[at - 2]) {
        while text[at].isDigit { at += 1 }
        continue
      }
      // After "4.12" or "2024-05", digits belong to another number.
      guard ![".", ",", "/"].contains(text[at - 1]) || !text[at - 2].isDigit,
        let amount = WrittenAmount(text, at, spaced: spaced, usual: context.decimalMark)
      else {
        at += 1
        continue
      }
      if !spaced, let hit = spacedMoney(at, instead: amount, text, context) {
        found.append(hit)
        at = hit.range.upperBound
      } else if let hit = money(amount, text, context) {
        found.append(hit)
        at = max(hit.range.upperBound, at + 1)
      } else if amount.grouping == " ", let short = WrittenAmount(text, at, spaced: false, usual: context.decimalMark) {
        at = short.range.upperBound
      } else {
        at = amount.range.upperBound
      }
    }
    let columns = ColumnAmounts.find(in: text, context)
    // The currency of a heading isn't that of the first number below it.
    if !columns.isEmpty { found.removeAll { hit in hit.range.contains { text[$0] == "\n" } } }
    func others(_ amounts: [Detected]) -> [Detected] {
      amounts.filter { amount in !found.contains { $0.range.overlaps(amount.range) } }
    }
    found += others(columns)
    return found + others(AlignedAmounts.find(in: text, context, beside: found))
  }

  /// Returns an amount with spaces between thousands, in a language without such spaces. In "Room 3 250.00 EUR", it is ambiguous.
  private static func spacedMoney(
    _ start: Int, instead amount: WrittenAmount, _ text: SearchText, _ context: DetectionContext
  ) -> Detected? {
    guard let wide = WrittenAmount(text, start, spaced: true, usual: context.decimalMark), wide.grouping == " ",
      !wide.isCorrected, amount.range.upperBound < wide.range.upperBound,
      var hit = money(wide, text, context)
    else { return nil }
    guard wide.hasCents || hit.range.lowerBound < start else { return nil }
    let isPlain = text.original[amount.range.upperBound] == " "
    let rest = WrittenAmount(text, amount.range.upperBound + 1, spaced: false, usual: context.decimalMark)
    if isPlain, hit.range.lowerBound == start, let rest, rest.range.upperBound == wide.range.upperBound {
      hit.alternative = rest.value
    } else if isPlain, !wide.hasCents {
      hit.alternative = amount.value
    }
    return hit
  }

  private static func money(_ amount: WrittenAmount, _ text: SearchText, _ context: DetectionContext) -> Detected? {
    var digits = amount.range
    // $(61.70) is negative. Other brackets may have another meaning.
    let isBracketed =
      text[digits.lowerBound - 1] == "(" && text[digits.upperBound] == ")"
      && CurrencyMark(before: digits.lowerBound - 1, text, amount, context) != nil
    if isBracketed { digits = digits.lowerBound - 1..<digits.upperBound + 1 }
    // Words such as "million" only belong to an amount with a currency.
    let scale = isBracketed ? nil : Scale(text, digits.upperBound)
    if let scale { digits = digits.lowerBound..<scale.end }
    func first(behind place: Int) -> CurrencyMark? {
      guard let mark = CurrencyMark(behind: place, text, amount, context) else { return nil }
      // In the columns "24" and "€ 62,50", the sign belongs to the next number.
      let next = mark.range.upperBound
      let isNext = text.isColumnGap(place) && !text.isColumnGap(next) && text[text.skippingSpaces(next)].isDigit
      return isNext ? nil : mark
    }
    let hasBehind = first(behind: digits.upperBound) != nil
    func first(endingAt place: Int) -> CurrencyMark? {
      guard let mark = CurrencyMark(before: place, text, amount, context) else { return nil }
      // In "318,40 € 636,80 €", the first sign belongs to the first amount.
      let before = mark.range.lowerBound - (text[mark.range.lowerBound - 1] == " " ? 2 : 1)
      return place == digits.lowerBound && hasBehind && text[before].isDigit ? nil : mark
    }
    func first(_ marks: AmountMarks) -> CurrencyMark? {
      marks.currencyBefore.flatMap { first(endingAt: $0.upperBound) }
    }
    var after: CurrencyMark?
    let options: AmountMarks.Options = amount.hasCents ? [.signAfter, .spacedSignInLine] : .spacedSignInLine
    let marks = AmountMarks(around: digits, in: text, options) { marks, place, side in
      guard side == .after else { return first(endingAt: place)?.range }
      after = first(behind: place)
      guard let code = first(marks)?.code else { return after?.range }
      // In "€ 6,99 € 7,25", the second sign belongs to the second amount.
      guard code == after?.code, let end = after?.range.upperBound, !text[text.skippingSpaces(end)].isDigit else {
        return nil
      }
      return after?.range
    }
    let before = first(marks)
    guard let mark = before ?? after, !marks.isPercent else { return nil }
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
        let hasDot = text[amount.range.upperBound - 3] == "." || amount.grouping == "."
        guard before != nil, !amount.hasCents || hasDot else { return nil }
      }
    }
    let next = text[digits.upperBound]
    guard before == nil || !next.isLetter || after != nil || next.value > 0x2E80 || amount.hasCents else { return nil }
    guard amount.grouping == nil || mark.isMinor == false, mark.isMinor == false || !amount.hasCents else { return nil }
    var isCorrected = amount.isCorrected || mark.isCorrected
    let isWhole = ["JPY", "KRW", "VND"].contains(mark.code)
    if isWhole, amount.hasCents { return nil }
    if amount.grouping == ".", !amount.hasCents, ["en", "ja", "ko", "zh"].contains(context.base) {
      // "1.216円" has a misread comma, because yen have no decimals. "$1.234" can be a price per liter.
      guard isWhole || marks.hasDashForCents else { return nil }
      isCorrected = isCorrected || isWhole
    }
    var value = WrittenAmount.shifted(amount.value, by: scale?.zeros ?? 0)
    if mark.isMinor { value = cents(value) }
    let isNegative = isBracketed || [.minus, .credit, .debit].contains(marks.sign)
    let alternative = isWhole || scale != nil || mark.isMinor || marks.hasDashForCents ? nil : amount.alternative
    func signed(_ value: String) -> String {
      isNegative && value.contains { ("1"..."9").contains($0) } ? "-" + value : value
    }
    return Detected(
      kind: .money, range: marks.range, value: signed(value), alternative: alternative.map(signed),
      currency: mark.code.isEmpty ? nil : mark.code, proof: mark.isSure ? .grammar : .named,
      isCorrected: isCorrected)
  }

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
