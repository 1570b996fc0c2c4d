// SPDX-License-Identifier: GPL-3.0-or-later

/// A number that makes up an entire text, with an optional sign, brackets, currency, or percent sign: (45.00), $(61.70), 12.50-, 5 CR.
package struct Amount {
  package let digits: DigitGroups
  package let sign: AmountMarks.Sign
  package let hasCurrency: Bool
  package let currency: String?
  package let isPercent: Bool
  private let hasDash: Bool

  /// The maximum number of digits. Longer numbers are codes.
  private static let mostDigits = 15
  private static let longestMark = 5

  package init?(_ string: String, _ context: DetectionContext) {
    let text = SearchText(string)
    guard var start = text.scalars.firstIndex(where: \.isDigit), let last = text.scalars.lastIndex(where: \.isDigit),
      let first = text.scalars.firstIndex(where: { $0 != " " }), let end = text.scalars.lastIndex(where: { $0 != " " })
    else { return nil }
    if [".", ","].contains(text[start - 1]), !text[start - 2].isLetter { start -= 1 }
    guard let digits = DigitGroups(text.scalars[start...last]), digits.count <= Self.mostDigits,
      digits.value(decimal: ".") ?? digits.value(decimal: ",") != nil
    else { return nil }
    let marks = AmountMarks(around: start..<last + 1, in: text, [.brackets, .signAfter, .spacedSignInLine]) {
      _, place, side in
      Self.currency(from: place, side, text, context)
    }
    guard marks.range == first..<end + 1, !marks.isBracketed || marks.sign == .none,
      marks.currencyBefore == nil || marks.currencyAfter == nil
    else { return nil }
    let mark = (marks.currencyBefore ?? marks.currencyAfter).map(text.string)
    (self.digits, isPercent, hasDash) = (digits, marks.isPercent, marks.hasDashForCents)
    sign = marks.isBracketed ? .minus : marks.sign
    (hasCurrency, currency) = (mark != nil, mark.flatMap { CurrencyMark.code(of: $0, context) })
  }

  private static func endsMark(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isDigit || [" ", "(", ")", "+", "-", "%", "\0"].contains(scalar)
  }

  private static func currency(
    from place: Int, _ side: AmountMarks.Side, _ text: SearchText, _ context: DetectionContext
  ) -> Range<Int>? {
    var (start, end) = (place, place)
    switch side {
    case .before:
      while text[end - 1] == " " { end -= 1 }
      start = end
      while end - start <= longestMark, !endsMark(text[start - 1]) { start -= 1 }
    case .after:
      start = text.skippingSpaces(place)
      end = start
      while end - start <= longestMark, !endsMark(text[end]) { end += 1 }
    }
    guard (1...longestMark).contains(end - start) else { return nil }
    let run = text.string(start..<end)
    let isCode = run.utf8.count == 3 && run.unicodeScalars.allSatisfy(\.isCapital)
    let isKnown = CurrencyMark.code(of: run, context) != nil || !CurrencyMark.meanings(of: run).codes.isEmpty
    return isCode || isKnown ? start..<end : nil
  }

  /// Returns the signed number, with an alternative if the decimal mark is ambiguous, or `nil` if the digits aren't a number. `known` is the decimal
  /// mark of the column's numbers, or `nil` if they don't show it. `usual` is the default of the language or currency.
  package func reading(
    known: Unicode.Scalar?, usual: Unicode.Scalar, creditIsNegative: Bool = true
  ) -> DigitGroups.Reading? {
    guard var (value, alternative) = digits.reading(known: hasDash ? nil : known, usual: usual) else { return nil }
    // A dash instead of cents shows that 1.250 has no decimals.
    if hasDash { (value, alternative) = (value.contains(".") ? alternative ?? value : value, nil) }
    let isNegative =
      switch sign {
      case .none, .plus: false
      case .minus, .debit: true
      case .credit: creditIsNegative
      }
    func signed(_ value: String) -> String {
      isNegative && value.contains { ("1"..."9").contains($0) } ? "-" + value : value
    }
    return (signed(value), alternative.map(signed))
  }
}

extension Sequence<Amount> {
  /// Whether CR makes amounts negative: no amount has DR, and at least one has no CR. Amounts that all have CR are account balances.
  package var creditIsNegative: Bool {
    !contains { $0.sign == .debit } && contains { $0.sign != .credit }
  }
}
