// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanTypedData

/// The currencies that the pages of an invoice name: signs and codes beside amounts, in the heads of columns, behind "Currency:".
///
/// What else tells of a currency, such as a company's form or the name of a tax, proves nothing here: companies bill in others, too.
struct PrintedCurrencies {
  /// A sign or a code.
  private struct Mark {
    let meanings: Set<String>
    let page: Int
    let box: Box
    /// Hundredths of the amounts in its row.
    let amounts: Set<Int>
    /// Whether it is beside an amount, or is said to be the currency.
    let isClear: Bool
    let isLabelled: Bool
  }

  /// The marks that are certain, and what the others may mean.
  private var marks: [Mark] = []
  private var possible: Set<String> = []
  /// Hardly legible words in which a code may be misread.
  private var doubtful: [String] = []

  /// Words that say that a currency follows, without the dots of umlauts, which are the first to be lost.
  private static let labels: Set<String> = [
    "WAHRUNG", "RECHNUNGSWAHRUNG", "CURRENCY", "DEVISE", "VALUTA", "MONEDA", "DIVISA", "MOEDA", "WALUTA", "MENA",
  ]
  /// Names of taxes have three letters as well, and are no misread codes.
  private static let taxes: Set<String> = ["UST", "VAT", "TVA", "IVA", "BTW", "GST", "TAX", "PTU", "DPH"]
  /// A company may have accounts in several currencies.
  private static let accounts: Set<String> = ["IBAN", "BIC", "SWIFT", "KONTO", "ACCOUNT", "COMPTE", "CONTO", "CUENTA"]
  /// So many columns with a currency at their heads, or amounts with one, are no slip.
  private static let fewest = 2

  /// Looks at a row; `isLegible` says whether a word of so many signs is sure.
  mutating func add(_ row: ReceiptRow, page: Int, isExact: Bool, isLegible: (Double, Int) -> Bool) {
    let words = row.row.words
    let names = Set(words.flatMap { Self.parts(of: $0.text) }.map(PrintedPages.plain))
    guard names.isDisjoint(with: Self.accounts) else { return }
    let isLabelled = !Self.labels.isDisjoint(with: names.map { $0.replacing("AE", with: "A") })
    let amounts = row.numbers.filter { $0.kind != .percent && abs($0.value) < 1e13 }.map {
      Int((abs($0.value) * 100).rounded())
    }
    for (index, word) in words.enumerated() where !Self.isCountry(at: index, in: words.map(\.text)) {
      for part in Self.parts(of: word.text) {
        let meanings = CurrencyMark.meanings(of: part)
        let isSure = isExact || isLegible(word.confidence, word.text.count)
        if meanings.codes.isEmpty {
          let code = part.uppercased()
          if !isSure, part.count == 3, !Self.taxes.contains(code) { doubtful.append(code) }
        } else if isSure, meanings.isCertain {
          marks.append(
            Mark(
              meanings: meanings.codes, page: page, box: word.box, amounts: Set(amounts),
              isClear: isLabelled || !amounts.isEmpty, isLabelled: isLabelled))
        } else {
          possible.formUnion(meanings.codes)
        }
      }
    }
  }

  /// The currency that pages name instead of another one; nil if they may mean that one, or do not agree.
  ///
  /// `total` is in hundredths; the one beside it alone is enough.
  func other(than own: String, total: Int?) -> (code: String, page: Int, box: Box)? {
    guard !possible.contains(own), !marks.contains(where: { $0.meanings.contains(own) }),
      !doubtful.contains(where: { zip($0, own).count(where: ==) >= 2 }), let first = marks.first
    else { return nil }
    let common = marks.reduce(first.meanings) { $0.intersection($1.meanings) }
    guard let code = common.contains("USD") ? "USD" : common.min() else { return nil }
    let clear = marks.filter(\.isClear)
    let decisive = clear.first { mark in mark.isLabelled || total.map { mark.amounts.contains(abs($0)) } ?? false }
    guard decisive != nil || clear.count >= Self.fewest || clear.isEmpty && marks.count >= Self.fewest else {
      return nil
    }
    let place = decisive ?? clear.first ?? first
    return (code, place.page, place.box)
  }

  /// Whether a word is a country before a postal code and a town, such as FR 69001 Lyon, which names no francs.
  private static func isCountry(at index: Int, in words: [String]) -> Bool {
    guard words[index].count == 2, words[index].allSatisfy(\.isUppercase), index + 2 < words.count else { return false }
    return (4...6).contains(words[index + 1].count) && words[index + 1].allSatisfy(\.isNumber)
      && words[index + 2].first?.isLetter == true
  }

  /// The signs and letters of a word, without digits and punctuation.
  private static func parts(of word: String) -> [String] {
    word.split { !$0.isLetter && !$0.isCurrencySymbol }.map(String.init)
  }
}
