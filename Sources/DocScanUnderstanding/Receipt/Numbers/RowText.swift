// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanKeywords
internal import DocScanLayout
internal import DocScanTypedData
internal import DocScanWords

/// The text of a row, with the position of each word.
struct RowText {
  /// The text with letters in numbers replaced by digits: 1OO.OO is 100.00.
  private(set) var numeric = ""
  /// The numeric text with a tab between digits that are farther apart than the parts of a number.
  private(set) var spaced = ""
  /// The text as read, in half-width characters.
  private(set) var plain = ""
  /// The words' positions, in Unicode scalars of both texts.
  private(set) var places: [(range: Range<Int>, word: Word)] = []

  init(_ words: [Word]) {
    var count = 0
    for word in words {
      let half = String(String.UnicodeScalarView(word.text.unicodeScalars.map(\.halfWidth)))
      let between = separator(plain, half)
      plain += between
      numeric += between
      let isApart =
        places.last.map { word.box.x - $0.word.box.maxX > ItemColumns.gap * max(word.box.height, $0.word.box.height) }
        ?? false
      spaced += isApart && between == " " && numeric.dropLast().last?.isASCIIDigit == true ? "\t" : between
      count += between.unicodeScalars.count
      let digits = Self.digits(
        in: String(String.UnicodeScalarView(word.text.unicodeScalars.map(\.plain))), after: numeric)
      plain += half
      numeric += digits
      spaced += digits
      let end = count + digits.unicodeScalars.count
      places.append((count..<end, word))
      count = end
    }
  }

  func plain(in range: Range<Int>) -> String {
    String(String.UnicodeScalarView(plain.unicodeScalars.dropFirst(range.lowerBound).prefix(range.count)))
  }

  func words(in range: Range<Int>) -> [Word] { places.filter { $0.range.overlaps(range) }.map(\.word) }

  /// Returns a word with letters that look like digits replaced by digits if they are between or next to digits.
  private static func digits(in word: String, after text: String) -> String {
    let characters = Array(word)
    // RMS.OO is RM5.00, and so is RMS. OO.
    if characters.count > 3, word.hasPrefix("RM"), lookalikes[characters[2]] != nil || characters[2].isASCIIDigit {
      let rest = characters[2...]
      guard rest.allSatisfy({ $0.isASCIIDigit || ".,".contains($0) || lookalikes[$0] != nil }),
        rest.contains(where: { ".,".contains($0) }),
        // RMS50.00 is RM$50.00.
        !"Ss".contains(characters[2]) || ".,".contains(characters[3])
      else { return "RM" + digits(in: String(rest), after: "") }
      return "RM" + String(rest.map { lookalikes[$0] ?? $0 })
    }
    if characters.count == 2, characters.allSatisfy({ lookalikes[$0] != nil }),
      endsInPoint(text)
    {
      return String(characters.map { lookalikes[$0] ?? $0 })
    }
    let count = characters.count { $0.isASCIIDigit }
    guard count > 0 else {
      // Letters alone are only a number with a separator: O.OO.
      guard characters.count >= 4, characters.contains("."), characters.allSatisfy({ "OolS.".contains($0) }) else {
        return word
      }
      return String(characters.map { lookalikes[$0] ?? $0 })
    }
    var result = characters
    for index in characters.indices {
      guard let digit = lookalikes[characters[index]] else { continue }
      let before = index > 0 ? result[index - 1] : " "
      let after = index + 1 < characters.count ? characters[index + 1] : " "
      let further = index + 2 < characters.count ? characters[index + 2] : " "
      let isBetween = (before.isASCIIDigit || ".,".contains(before)) && (after.isASCIIDigit || ".,".contains(after))
      // 4.5O at the end, O.50 at the start.
      let endsHundredths = index >= 2 && ".,".contains(result[index - 2]) && before.isASCIIDigit && after == " "
      let starts =
        index == 0 && ".,".contains(after) && (further.isASCIIDigit || further == " " || lookalikes[further] != nil)
      if isBetween || endsHundredths || starts { result[index] = digit }
    }
    return String(result)
  }

  /// Returns whether hundredths can follow a text: it ends with a digit, a dot or comma, and a space, but has none yet, unlike "100.00, so".
  private static func endsInPoint(_ text: String) -> Bool {
    let end = text.suffix(5)
    return end.contains(Self.point) && !end.contains(Self.hundredths)
  }

  private static let (point, hundredths) = (Pattern(#/\d[.,] $/#), Pattern(#/[.,]\d\d[.,] $/#))

  private static let lookalikes = Misreading.usualDigits
}
