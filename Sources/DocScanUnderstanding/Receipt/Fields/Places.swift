// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanKeywords
internal import DocScanLayout
internal import DocScanTypedData
internal import DocScanWords

/// Detects address rows by streets, houses, postal codes, and towns.
struct Places {
  let page: ReceiptPage

  private static let words = Keyword.list("place.word")
  private static let endings = WordLists.words("place.streetEnding")

  func isAddress(_ index: Int) -> Bool { strength(index) >= 1 }

  func isAddress(_ row: ReceiptRow) -> Bool { strength(row) >= 2 }

  func strength(_ index: Int) -> Int { strength(page.rows[index]) }

  private func strength(_ row: ReceiptRow) -> Int {
    strength(row.text.plain, row.folded, isLabelled: row.has(.noAddress))
  }

  // Returns whether a text has a word of addresses, such as road.
  func isNamed(_ text: FoldedText) -> Bool { Self.words.occur(in: text, above: 0.88) }

  func strength(_ text: String, _ folded: FoldedText, isLabelled: Bool) -> Int {
    let capital = text.uppercased()
    var signs = isNamed(folded) ? 1 : 0
    if capital.hasPrefix("NO.") || capital.hasPrefix("NO ") || capital.hasPrefix("LOT"),
      text.contains(where: \.isNumber), !isLabelled
    {
      signs += 1
    }
    // A five-digit postal code before a town, or after a state's abbreviation.
    let words = text.split { " ,.".contains($0) }
    for (place, word) in words.enumerated() where word.count == 5 && word.allSatisfy(\.isASCIIDigit) {
      if place + 1 < words.count, words[place + 1].first?.isLetter == true { signs += 2 }
      if place > 0, words[place - 1].count == 2, words[place - 1].allSatisfy(\.isLetter) { signs += 1 }
    }
    // Compound street names before a house number: Pohlweg 110.
    if let last = words.last, last.first?.isNumber == true, last.count < 5, words.count < 5,
      words.dropLast().contains(where: { word in
        Self.endings.contains { word.lowercased().hasSuffix($0) && word.count > $0.count }
      })
    {
      signs += 1
    }
    // 145 E Clayton St.
    if text.prefixMatch(of: Self.street) != nil { signs += 1 }
    if text.contains("〒") { signs += 1 }
    // Richmond, BC; Greensboro, NC 27410.
    if let comma = text.lastIndex(of: ","), words.count <= 5 {
      let state = text[text.index(after: comma)...].split(separator: " ")
      // The postal code may be joined to the state.
      if let first = state.first, first.prefix(2).allSatisfy({ ("A"..."Z").contains($0) }), first.count >= 2,
        first.dropFirst(2).allSatisfy(\.isASCIIDigit),
        state.count == 1 || state.dropFirst().allSatisfy({ $0.contains(where: \.isNumber) })
      {
        signs += 1
      }
    }
    let administrative = text.filter(Self.isDivision).count
    if folded.letters.contains(where: \.isIdeographic), administrative >= 2,
      text.contains(where: \.isNumber) || administrative >= 3
    {
      signs += 1
    }
    return signs
  }

  // Returns whether a character ends the name of a province, a town, a street, or a house number in East Asia.
  static func isDivision(_ character: Character) -> Bool { "都道府県市区町村省路街号號シ시구동로길도군읍면".contains(character) }

  static let street = Pattern(
    #/[0-9]{1,5}[A-Za-z]?\s+(?:\p{L}[\p{L}'.]*\s+){1,4}(?:st|ave|blvd|rd|ln|dr|way|ct|hwy|pkwy|pl|sq|ter|cir)\b/#
      .ignoresCase())
}
