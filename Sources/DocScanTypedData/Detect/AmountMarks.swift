// SPDX-License-Identifier: GPL-3.0-or-later

/// The marks around the digits of an amount: a sign, brackets, CR or DR, a percent sign, currencies, and a dash instead of cents, as in 12.-
package struct AmountMarks {
  package enum Sign: Sendable {
    case none, plus, minus
    /// CR and DR after an amount. DR makes the amount negative; `creditIsNegative` decides about CR.
    case credit, debit
  }

  package enum Side: Sendable { case before, after }

  package typealias Finder = (_ marks: AmountMarks, _ place: Int, Side) -> Range<Int>?

  package struct Options: OptionSet {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }
    package static let brackets = Options(rawValue: 1)
    package static let signAfter = Options(rawValue: 2)
    package static let spacedSignInLine = Options(rawValue: 4)
  }

  package private(set) var range: Range<Int>
  package private(set) var sign = Sign.none
  package private(set) var isSignAfter = false
  package private(set) var currencyBefore: Range<Int>?
  package private(set) var currencyAfter: Range<Int>?
  package private(set) var isBracketed = false
  package private(set) var isPercent = false
  package private(set) var hasDashForCents = false

  /// Creates the marks around digits. `currency` returns the range of the currency that ends before, or begins after, a place.
  package init(
    around digits: Range<Int>, in text: SearchText, _ options: Options, currency: Finder
  ) {
    range = digits
    takeDash(text)
    repeat {
      takeBefore(text, options, currency)
      takeAfter(text, options, currency)
    } while takeBrackets(text, options)
  }

  private mutating func takeDash(_ text: SearchText) {
    var end = range.upperBound
    guard [".", ",", ":", "/"].contains(text[end]), text[end + 1] == "-" else { return }
    end += 2
    while text[end] == "-" { end += 1 }
    guard !text[end].isAlphanumeric else { return }
    (hasDashForCents, range) = (true, range.lowerBound..<end)
  }

  private mutating func takeBefore(_ text: SearchText, _ options: Options, _ currency: Finder) {
    takeSignBefore(text, options, currency)
    guard currencyBefore == nil, let found = currency(self, range.lowerBound, .before) else { return }
    (currencyBefore, range) = (found, found.lowerBound..<range.upperBound)
    takeSignBefore(text, options, currency)
  }

  private mutating func takeSignBefore(_ text: SearchText, _ options: Options, _ currency: Finder) {
    var place = range.lowerBound - 1
    while text[place] == " " { place -= 1 }
    let isSpaced = place < range.lowerBound - 1
    guard sign == .none, let found = Self.before[text[place]] else { return }
    var before = text[place - 1]
    if isSpaced, before != "\0", before != "\n" {
      guard options.contains(.spacedSignInLine) else { return }
      // In 5.00 € - 10.00 €, the dash is between two amounts.
      var end = currency(self, place, .before)?.lowerBound ?? place
      while text[end - 1] == " " { end -= 1 }
      if text[end - 1].isDigit { return }
    }
    // CHF-5.00 is negative, and is a code.
    if before.isAlphanumeric || before.isLetter, currencyBefore == nil, currency(self, place, .before) != nil {
      before = " "
    }
    guard !before.isAlphanumeric, !before.isLetter, before != "-" else { return }
    (sign, range) = (found, place..<range.upperBound)
  }

  private mutating func takeAfter(_ text: SearchText, _ options: Options, _ currency: Finder) {
    takeSignAfter(text, options)
    let place = text.skippingSpaces(range.upperBound)
    if text[place] == "%", !isPercent { (isPercent, range) = (true, range.lowerBound..<place + 1) }
    guard currencyAfter == nil, let found = currency(self, range.upperBound, .after) else { return }
    (currencyAfter, range) = (found, range.lowerBound..<found.upperBound)
    takeSignAfter(text, options)
  }

  private mutating func takeSignAfter(_ text: SearchText, _ options: Options) {
    guard sign == .none, options.contains(.signAfter) else { return }
    let end = range.upperBound
    let place = text.skippingSpaces(end)
    if let found = Self.after[text[place]] {
      let next = text[place + 1]
      let isLast = next == "\0" || next == "\n" || options.contains(.brackets) && next == ")"
      guard isLast || place == end && !next.isAlphanumeric && !next.isLetter && next != text[place] else { return }
      (sign, isSignAfter, range) = (found, true, range.lowerBound..<place + 1)
    } else if let found = Self.words[text.string(place..<place + 2)], !text[place + 2].isAlphanumeric {
      (sign, isSignAfter, range) = (found, true, range.lowerBound..<place + 2)
    }
  }

  private mutating func takeBrackets(_ text: SearchText, _ options: Options) -> Bool {
    guard options.contains(.brackets), !isBracketed, text[range.lowerBound - 1] == "(", text[range.upperBound] == ")"
    else { return false }
    (isBracketed, range) = (true, range.lowerBound - 1..<range.upperBound + 1)
    return true
  }

  private static let before: [Unicode.Scalar: Sign] = ["-": .minus, "+": .plus, "△": .minus, "▲": .minus]
  private static let after: [Unicode.Scalar: Sign] = ["-": .minus, "+": .plus]
  private static let words: [String: Sign] = ["CR": .credit, "DR": .debit]
}

extension SearchText {
  func skippingSpaces(_ place: Int) -> Int {
    var place = place
    while self[place] == " " { place += 1 }
    return place
  }
}
