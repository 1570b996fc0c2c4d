// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanLayout

extension Places {
  // Currencies of countries in which a postal code of four digits follows the town, and of those whose codes have two groups of three digits.
  private static let codesLast: Set = ["AUD", "NZD", "ZAR"]
  private static let codesInGroups: Set = ["INR", "SGD"]
  // Searching longer texts takes time that grows with the square of their length.
  private static let longest = 400

  // Returns whether a text names a town with its postal code, and isn't a street with a long house number: 1420 Muster Road, LOT 2811,
  // JALAN MUSTER, Rua Muster, 1187 - Centro.
  func isTown(_ text: String) -> Bool {
    guard text.utf8.count <= Self.longest, text.contains(where: \.isNumber), text.letterCount > 2,
      text.firstMatch(of: /:\s*[0-9]/) == nil,
      text.prefixMatch(of: Self.street) == nil, text.prefixMatch(of: Self.longStreet) == nil
    else { return false }
    // A comma is between a code and its town at most at the start of a line.
    if text.firstMatch(of: /^[0-9]{5},\s|\b[0-9]{6}\b/) != nil, InvoiceParties.isTown(text) { return true }
    if text.split(separator: ",").contains(where: { InvoiceParties.isTown("\($0)") && !Self.isHouse("\($0)") }) {
      return true
    }
    return endsWithCode(text) || hasCodeInGroups(text)
  }

  // Returns whether the only code in a text is a number of four digits that isn't before the town: LOT 2685 MUSTER ROAD, 1187 - Centro.
  private static func isHouse(_ text: String) -> Bool {
    let words = text.split(separator: " ")
    guard text.firstMatch(of: /\b[0-9]{5}\b|[A-Z][0-9][A-Z0-9]?\s/) == nil,
      let place = words.firstIndex(where: { $0.count == 4 && $0.allSatisfy(\.isASCIIDigit) })
    else { return false }
    let next = words.dropFirst(place + 1).first ?? ""
    return place > 0 ? next.count != 2 : ["-", "–"].contains(next)
  }

  // Yandina QLD 4561, Wellington 6011, Co. Cork P12 X9Y9
  private func endsWithCode(_ text: String) -> Bool {
    let words = text.split { " ,.".contains($0) }
    guard let code = words.last, code.count == 4, (2...8).contains(words.count) else { return false }
    let before = words[words.count - 2]
    guard before.first?.isUppercase == true else { return false }
    if before.count == 3, before.dropFirst().contains(where: \.isNumber), code.contains(where: \.isNumber) {
      return code.allSatisfy { $0.isNumber || $0.isUppercase }
    }
    guard code.allSatisfy(\.isASCIIDigit), before.allSatisfy(\.isLetter) else { return false }
    return (2...3).contains(before.count) && before.allSatisfy(\.isUppercase)
      || Self.codesLast.contains(page.currency ?? "") && before.count > 3
  }

  // Singapore 417 815; Bengaluru - 560 004, Karnataka
  private func hasCodeInGroups(_ text: String) -> Bool {
    guard Self.codesInGroups.contains(page.currency ?? "") else { return false }
    return text.firstMatch(of: /\p{Lu}\p{L}{3,}[\s,–-]+[0-9]{3} [0-9]{3}(?:$|,?\s*\p{Lu})/) != nil
  }

  private static var longStreet: Regex<Substring> {
    #/[0-9]{4,5}\s.*\b(?:street|road|avenue|highway|lane|drive|boulevard|court|square|terrace|parkway)\b/#.ignoresCase()
  }
}
