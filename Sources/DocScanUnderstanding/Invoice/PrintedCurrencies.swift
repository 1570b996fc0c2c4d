// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanLayout
internal import DocScanTypedData
internal import DocScanWords

/// The currencies that pages name by signs and codes near amounts, in column heads, and after "Currency:". Indirect clues, such as a legal form or
/// the name of a tax, don't count: companies also bill in foreign currencies.
struct PrintedCurrencies {
  private struct Mark {
    let meanings: Set<String>
    let page: Int
    let box: Box
    /// The amounts in the mark's row, in hundredths.
    let amounts: Set<Int>
    /// Whether the mark is next to an amount or follows a currency label.
    let isClear: Bool
    let isLabelled: Bool
  }

  private var marks: [Mark] = []
  private var possible: Set<String> = []
  /// Barely legible words that may be misread codes.
  private var doubtful: [String] = []

  /// Currency labels, without umlaut dots, which are often lost.
  private static let labels = Set(WordLists.words("currency.label").map(label))
  /// Names of taxes, which have three letters but aren't misread codes.
  private static let taxes = Set(WordLists.words("tax.short").map { $0.uppercased() })
  /// Labels of accounts. A company can have accounts in several currencies.
  private static let accounts = Set(WordLists.words("currency.account").map(PrintedPages.plain))
  private static let fewest = 2

  private static func label(_ word: String) -> String { PrintedPages.plain(word).replacing("AE", with: "A") }

  /// Adds the marks of a row. `isLegible` returns whether a word with this confidence and length is reliable.
  mutating func add(_ row: ReceiptRow, page: Int, isExact: Bool, isLegible: (Double, Int) -> Bool) {
    let words = row.row.words
    let names = Set(words.flatMap { Self.parts(of: $0.text) }.map(PrintedPages.plain))
    guard names.isDisjoint(with: Self.accounts) else { return }
    let isLabelled = !Self.labels.isDisjoint(with: names.map(Self.label))
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

  /// Returns the currency on the pages other than `own`, with its position, or `nil`. A mark next to `total`, in hundredths, is sufficient.
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

  /// Returns whether a word is a country code before a postal code and a town. The FR in "FR 69001 Lyon" doesn't mean francs.
  private static func isCountry(at index: Int, in words: [String]) -> Bool {
    guard words[index].count == 2, words[index].allSatisfy(\.isUppercase), index + 2 < words.count else { return false }
    return (4...6).contains(words[index + 1].count) && words[index + 1].allSatisfy(\.isNumber)
      && words[index + 2].first?.isLetter == true
  }

  private static func parts(of word: String) -> [String] {
    word.split { !$0.isLetter && !$0.isCurrencySymbol }.map(String.init)
  }
}
