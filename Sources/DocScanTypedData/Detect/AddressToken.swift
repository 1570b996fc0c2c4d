// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanLayout

/// A word of an address without trailing commas and semicolons. An empty token marks the end of a block.
struct AddressToken {
  var range: Range<Int>
  var text: String
  var small: String
  var hasComma: Bool
  var endsLine = false
  // Whether an opening parenthesis precedes the word.
  var isOpened = false

  static func all(in text: SearchText) -> [AddressToken] {
    var tokens: [AddressToken] = []
    var start = 0
    for at in 0...text.count where at == text.count || text[at] == " " || text[at] == "\n" {
      var end = at
      while end > start, [",", ";"].contains(text[end - 1]) { end -= 1 }
      let isOpened = text[start] == "(" && end > start + 1
      if isOpened { start += 1 }
      if end > start {
        let word = text.string(start..<end)
        tokens.append(
          AddressToken(
            range: start..<end, text: word, small: word.lowercased(), hasComma: end < at,
            endsLine: text[at] != " " || text.isColumnGap(at),
            isOpened: isOpened))
      } else if text[at] == "\n", text[at - 1] == "\n" {
        // An address doesn't continue across blocks.
        tokens.append(AddressToken(range: at..<at, text: "", small: "", hasComma: true, endsLine: true))
      }
      start = at + 1
    }
    return tokens
  }

  var isName: Bool { text.first?.isUppercase == true && text.count > 1 && text.contains(where: \.isLetter) }

  // Whether the word is a house number such as "12", "12a", or "12-14".
  var isHouse: Bool {
    guard !text.hasPrefix("0") else { return false }
    let rest = text.drop(while: \.isASCIIDigit)
    let isRange = rest.hasPrefix("-") && rest.dropFirst().allSatisfy(\.isASCIIDigit) && rest.count > 1
    return (1...4).contains(text.count - rest.count)
      && (rest.isEmpty || isRange || (rest.count == 1 && rest.first?.isLetter == true))
  }

  // Whether the word is a house number, possibly with the number of a flat or entrance, or a dot: "118/33", "18/B", "47."
  var isHouseOrFlat: Bool {
    let part = text.hasSuffix(".") ? text.dropLast() : text[...]
    let parts = part.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    return isHouse
      || (1...2).contains(parts.count) && parts[0].first?.isASCIIDigit == true
        && parts.allSatisfy {
          (1...4).contains($0.count) && $0.dropLast().allSatisfy(\.isASCIIDigit)
            && $0.last.map { $0.isASCIIDigit || $0.isLetter } == true
        }
  }

  func isDigits(_ count: Int) -> Bool { text.count == count && text.allSatisfy(\.isASCIIDigit) }

  // Whether the word has a form in which a letter stands for itself, A for a capital, 9 for a digit, and X for either.
  func has(form: String) -> Bool {
    text.count == form.count
      && zip(text, form).allSatisfy { character, kind in
        let isCapital = character.isASCII && character.isUppercase
        return switch kind {
        case "9": character.isASCIIDigit
        case "A": isCapital
        case "X": isCapital || character.isASCIIDigit
        case _: character == kind
        }
      }
  }
}
