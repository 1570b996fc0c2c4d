// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanLayout

extension InvoiceParties {
  // Returns whether lines name several towns, so that the name above one of them may be the addressee's.
  static func haveSeveralTowns(_ lines: [String]) -> Bool {
    Set(lines.filter(isTown).map { $0.filter(\.isASCIIDigit) }).count > 1
  }

  // Returns whether a text contains a town with its postal code, as written in Europe, the Americas, or India.
  static func isTown(_ text: String) -> Bool {
    let words = text.split { " ,·•|–".contains($0) }.map(String.init)
    for (place, word) in words.enumerated() {
      let code = word.split(separator: "-").last.map(String.init) ?? word
      let isDigits = code.allSatisfy(\.isASCIIDigit)
      let next = place + 1 < words.count ? words[place + 1] : ""
      let parts = word.split(separator: "-", omittingEmptySubsequences: false)
      // 00-950 Warszawa, 1000-205 Lisboa, 01310-100 São Paulo.
      if parts.count == 2, parts.allSatisfy({ $0.allSatisfy(\.isASCIIDigit) }),
        [[2, 3], [4, 3], [5, 3]].contains(parts.map(\.count)), next.first?.isUppercase == true || place > 0
      {
        return true
      }
      // 110 00 Praha, 411 14 Göteborg.
      let after = place + 2 < words.count ? words[place + 2] : ""
      if word.count == 3, next.count == 2, (word + next).allSatisfy(\.isASCIIDigit), after.first?.isUppercase == true,
        place < 2 || after.letterCount > 3
      {
        return true
      }
      // Mumbai 400098, Gurgaon 122002.
      if isDigits, code.count == 6, code == word, place > 0, words[place - 1].first?.isUppercase == true,
        words[place - 1].count > 3, words.count <= 8
      {
        return true
      }
      // M5H 2H7
      if word.count == 3, next.count == 3,
        zip(word + next, 0...).allSatisfy({ character, index in
          index.isMultiple(of: 2) ? character.isUppercase : character.isASCIIDigit
        })
      {
        return true
      }
      if isDigits, code.count == 5, next.first?.isUppercase == true || place > 0 && words[place - 1].count == 2 {
        return true
      }
      if isDigits, code.count == 4, next.first?.isUppercase == true, place < 3 || next.count == 2 { return true }
      // SW1A 1AA
      if (2...4).contains(word.count), word.first?.isUppercase == true, word.contains(where: \.isASCIIDigit),
        next.count == 3,
        next.first?.isASCIIDigit == true, next.dropFirst().allSatisfy({ $0.isUppercase })
      {
        return true
      }
    }
    return false
  }
}
