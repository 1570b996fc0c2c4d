// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanKeywords
internal import DocScanLayout
internal import DocScanTypedData
internal import DocScanWords

extension Places {
  // Currencies of countries in which a postal code of four digits follows the town, and of those whose codes have two groups of three digits.
  private static let codesLast: Set = ["AUD", "NZD", "ZAR"]
  private static let codesInGroups: Set = ["INR", "SGD"]
  // Australia's states and territories.
  private static let australian: Set = ["ACT", "NSW", "NT", "QLD", "SA", "TAS", "VIC", "WA"]
  // Searching longer texts takes time that grows with the square of their length.
  private static let longest = 400

  // Returns whether a text names a town with its postal code, and isn't a street with a long house number: 1420 Muster Road, LOT 2811,
  // JALAN MUSTER, Rua Muster, 1187 - Centro.
  func isTown(_ text: String) -> Bool {
    guard text.utf8.count <= Self.longest, text.contains(where: \.isNumber), text.letterCount > 2,
      !text.contains(Self.labelled),
      text.prefixMatch(of: Self.street) == nil, text.prefixMatch(of: Self.longStreet) == nil
    else { return false }
    // A comma is between a code and its town at most at the start of a line.
    if text.contains(Self.whole), InvoiceParties.isTown(text) { return true }
    return RegionHints.hasZIPCode(text.uppercased()) || hasCodeInGroups(text) || endsWithCode(text)
      || text.split(separator: ",").contains { InvoiceParties.isTown("\($0)") && isCodePlaced("\($0)") }
  }

  // Returns whether a number has the position of a postal code: before the town, and at the start or behind a street. LOT 2685 MUSTER ROAD,
  // CASHIER 35259 THOMAS, and 1187 - Centro have other numbers.
  private func isCodePlaced(_ part: String) -> Bool {
    let words = part.split(separator: " ").map(String.init)
    let codes = words.indices.filter { place in
      let next = words.dropFirst(place + 1).first ?? ""
      let groups = words[place].split(separator: "-").filter { $0.allSatisfy(\.isASCIIDigit) }.map(\.count)
      return [4, 5].contains(groups.last) || [[4, 3], [2, 3]].contains(groups)
        || groups == [3] && next.count == 2 && next.allSatisfy(\.isASCIIDigit)
    }
    // British and Canadian codes have letters, and Brazilian ones may end the text.
    guard
      let place = codes.first(where: { place in
        words.dropFirst(place + 1).first { !$0.allSatisfy(\.isASCIIDigit) }?.first?.isUppercase == true
      })
    else { return codes.isEmpty }
    let before = words[..<place]
    // D 12345 Muster, C.P. 37238 León, Pohlweg 110 33100 Muster, TAMAN MUSTER 41150 KLANG
    return before.allSatisfy { $0.letterCount <= 2 } || before.contains { $0.contains(where: \.isNumber) }
      || words[place].count == 5 && isNamed(FoldedText(before.joined(separator: " ")))
  }

  // Yandina QLD 4561; Level 4, Wellington 6011; Co. Cork P12 X9Y9
  private func endsWithCode(_ text: String) -> Bool {
    let words = text.split { " ,.".contains($0) }
    guard let code = words.last, code.count == 4, (2...8).contains(words.count) else { return false }
    let before = words[words.count - 2]
    if before.count == 3, before.first?.isUppercase == true, before.dropFirst().contains(where: \.isNumber),
      code.contains(where: \.isNumber)
    {
      return code.allSatisfy { $0.isNumber || $0.isUppercase }
    }
    guard code.allSatisfy(\.isASCIIDigit) else { return false }
    return Self.australian.contains(String(before))
      || text.contains(",") && Self.codesLast.contains(page.currency ?? "") && before.count > 3
        && before.first?.isUppercase == true && before.allSatisfy(\.isLetter)
  }

  // Singapore 417 815; Bengaluru - 560 004, Karnataka
  private func hasCodeInGroups(_ text: String) -> Bool {
    guard Self.codesInGroups.contains(page.currency ?? "") else { return false }
    return text.contains(Self.groups)
  }

  private static let labelled = Pattern(/:\s*[0-9]/)
  private static let whole = Pattern(/^[0-9]{5},\s|\b[0-9]{6}\b/)
  private static let groups = Pattern(/\p{Lu}\p{L}{3,}[\s,–-]+[0-9]{3} [0-9]{3}(?:$|,?\s*\p{Lu})/)
  private static let longStreet = Pattern(
    #/[0-9]{4,5}\s.*\b(?:street|road|avenue|highway|lane|drive|boulevard|court|square|terrace|parkway)\b/#.ignoresCase()
  )
}
