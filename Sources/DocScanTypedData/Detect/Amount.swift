// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// A number that makes up an entire text, with an optional sign, brackets, currency, or percent sign: (45.00), $(61.70), 12.50-, 5 CR.
package struct Amount {
  package enum Sign: Sendable {
    case none, plus, minus
    /// The mark CR after an amount. The other amounts decide whether it makes the amount negative; see `creditIsNegative`.
    case credit
    /// The mark DR after an amount, which makes the amount negative.
    case debit
  }

  package private(set) var digits: DigitGroups
  package private(set) var sign = Sign.none
  package private(set) var hasCurrency = false
  package private(set) var currency: String?
  package private(set) var isPercent = false

  /// The maximum number of digits. Longer numbers are codes.
  private static let mostDigits = 15
  private static let longestMark = 5

  package init?(_ text: String, _ context: DetectionContext) {
    var rest = Array(text.unicodeScalars.map(\.plain))[...]
    var mark: String?
    var (sign, isPercent) = (Sign.none, false)
    func trim() {
      rest = rest.drop { $0 == " " }
      while rest.last == " " { rest.removeLast() }
    }
    func take(_ found: Sign) -> Bool {
      guard sign == .none else { return false }
      sign = found
      return true
    }
    marks: while true {
      trim()
      guard let first = rest.first, let last = rest.last, rest.count > 1 else { break }
      if first.isDigit, last.isDigit { break }
      if first == "(", last == ")", take(.minus) {
        rest = rest.dropFirst().dropLast()
      } else if let found = Self.signs[first], take(found) {
        rest.removeFirst()
      } else if last == "-", [".", ","].contains(rest[rest.endIndex - 2]) {
        // 99,- has no cents.
        rest.removeLast(2)
      } else if let found = Self.signs[last], take(found) {
        rest.removeLast()
      } else if last == "%", !isPercent {
        isPercent = true
        rest.removeLast()
      } else if let found = Self.words[String(String.UnicodeScalarView(rest.suffix(2).map(\.capital)))],
        rest.dropLast(2).last.map({ !$0.isLetter }) == true, take(found)
      {
        rest.removeLast(2)
      } else if mark == nil, let run = Self.mark(rest.prefix { !Self.endsMark($0) }, context) {
        mark = run
        rest.removeFirst(run.unicodeScalars.count)
      } else if mark == nil, let run = Self.mark(rest.reversed().prefix { !Self.endsMark($0) }.reversed(), context) {
        mark = run
        rest.removeLast(run.unicodeScalars.count)
      } else {
        break marks
      }
    }
    guard let first = rest.first, first.isDigit || rest.count > 1 && rest.dropFirst().first?.isDigit == true,
      let digits = DigitGroups(rest), digits.count <= Self.mostDigits,
      digits.value(decimal: ".") ?? digits.value(decimal: ",") != nil
    else { return nil }
    (self.digits, self.sign, self.isPercent) = (digits, sign, isPercent)
    (hasCurrency, currency) = (mark != nil, mark.flatMap { CurrencyMark.code(of: $0, context) })
  }

  private static let signs: [Unicode.Scalar: Sign] = ["-": .minus, "+": .plus]
  private static let words: [String: Sign] = ["CR": .credit, "DR": .debit]

  private static func endsMark(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isDigit || [" ", "(", ")", "+", "-", "%"].contains(scalar)
  }

  /// Returns the characters as a string if they name a currency or have the form of an ISO 4217 code, and `nil` otherwise.
  private static func mark(_ run: some Collection<Unicode.Scalar>, _ context: DetectionContext) -> String? {
    guard (1...longestMark).contains(run.count) else { return nil }
    let text = String(String.UnicodeScalarView(run))
    let isCode = run.count == 3 && run.allSatisfy(\.isCapital)
    let isKnown = CurrencyMark.code(of: text, context) != nil || !CurrencyMark.meanings(of: text).codes.isEmpty
    return isCode || isKnown ? text : nil
  }

  /// Returns the signed number, with an alternative if the decimal mark is ambiguous, or `nil` if the digits aren't a number. `known` is the decimal
  /// mark of the column's numbers, or `nil` if they don't show it. `usual` is the default of the language or currency.
  package func reading(
    known: Unicode.Scalar?, usual: Unicode.Scalar, creditIsNegative: Bool = true
  ) -> DigitGroups.Reading? {
    guard let (value, alternative) = digits.reading(known: known, usual: usual) else { return nil }
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
