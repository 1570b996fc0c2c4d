// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// Detects payment card numbers by issuer ranges and Luhn's check digit, with grouped digits or a keyword before them.
package enum CardDetector: Detector {
  package static let kinds = [Detection.Kind.card]

  private static let names = SearchWords("card.label")

  package static func find(in text: SearchText, _ context: DetectionContext) -> [Detected] {
    text.finds { at in
      guard text.numberBegins(at, isDigitLike) else { return nil }
      let groups = GroupedCharacters(in: text, from: at, atMost: 19, separators: [" ", "-"], allowed: isDigitLike)
      guard
        let length = [16, 15, 14, 19, 13].first(where: { groups.ends.contains($0) && groups.characters.count >= $0 })
      else { return nil }
      let read = groups.characters[..<length]
      let digits = read.compactMap { $0.digit ?? Misreading.digit(for: $0)?.digit }
      let corrections = read.count { !$0.isDigit }
      guard digits.count == length, corrections <= 3, isIssued(digits), CheckDigits.luhn(digits) else { return nil }
      let end = groups.end(length)
      let groupLengths = lengths(groups.ends.filter { $0 <= length })
      let isGrouped = length == 15 ? groupLengths == [4, 6, 5] : groupLengths.dropLast().allSatisfy { $0 == 4 }
      let isNamed = text.has(names, before: at, within: 60)
      // The next word can begin with a letter that looks like a digit: "… 6909 on 17 August".
      let isEnd = groups.ends.last == length || !text[end + 1].isDigit
      guard (isGrouped && groupLengths.count > 1) || isNamed, isEnd || isNamed,
        text[end] != "-" || !text[end + 1].isAlphanumeric
      else { return nil }
      return Detected(
        kind: .card, range: at..<end, value: digits.map(String.init).joined(), proof: .checked,
        isCorrected: corrections > 0)
    }
  }

  private static func isDigitLike(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isDigit || ["O", "o", "I", "l", "|", "S", "B"].contains(scalar)
  }

  private static func lengths(_ ends: [Int]) -> [Int] {
    zip(ends, [0] + ends).map { $0 - $1 }.filter { $0 > 0 }
  }

  /// Returns whether any issuer's card numbers begin with these digits and have this length. Source: ISO/IEC 7812, and the issuers' websites.
  private static func isIssued(_ digits: [Int]) -> Bool {
    let head = digits.prefix(4).reduce(0) { $0 * 10 + $1 }
    switch (digits.count, head) {
    case (16, 4000...4999), (16, 5100...5599), (16, 2221...2720), (16, 6011), (16, 6440...6599), (16, 3528...3589),
      (16, 6200...6299), (16, 5000...5099), (16, 5600...5899), (16, 6304), (16, 6759...6763), (16, 9400...9499):
      return true
    case (15, 3400...3499), (15, 3700...3799): return true
    case (14, 3000...3059), (14, 3600...3699), (14, 3800...3999): return true
    case (19, 6200...6299), (19, 4000...4999), (13, 4000...4999): return true
    case _: return false
    }
  }
}
