// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanWords

/// The name of a month, or its abbreviation, in a text.
package struct MonthName {
  package var number: Int
  package var end: Int
  package var isCorrected = false

  package init?(_ text: SearchText, _ start: Int) {
    let word = text.word(start)
    guard word.count < 3 else {
      guard word.count <= 12, let found = Self.number(of: String(String.UnicodeScalarView(word))) else { return nil }
      (number, end, isCorrected) = (found.number, start + word.count, found.isCorrected)
      return
    }
    // Such as "Ju1", "0ct", "5ep": a digit was read for a letter.
    let short = (start..<start + 3).map { text[$0] }
    let letters = short.map { ["0": "o", "1": "l", "5": "s"][$0] ?? $0.small }
    guard short.count(where: \.isASCIILetter) == 2, !text[start + 3].isLetter,
      let found = Self.names[String(String.UnicodeScalarView(letters))]
    else { return nil }
    (number, end, isCorrected) = (found, start + 3, true)
  }

  /// Returns the month of a lowercase name, from 1 to 12, and whether a wrong letter was corrected, or `nil` if the name is unknown.
  package static func number(of name: String) -> (number: Int, isCorrected: Bool)? {
    if let number = names[name] { return (number, false) }
    // A long name may have one wrong letter or a missing accent, because no similar word occurs in dates.
    guard name.count >= 5 else { return nil }
    let near = names.filter { $0.key.count >= 5 && abs($0.key.count - name.count) < 2 && isNear($0.key, name) }
    guard let number = near.first?.value, near.values.allSatisfy({ $0 == number }) else { return nil }
    return (number, true)
  }

  package static func isName(_ word: String) -> Bool { names[word] != nil }

  private static let names = (1...12).reduce(into: [String: Int]()) { names, month in
    for name in WordLists.words("month.\(month)") { names[name.lowercased()] = month }
  }
}

/// Returns whether two words differ by at most one letter: replaced, added, or missing.
package func isNear(_ first: String, _ second: String) -> Bool {
  let (short, long) = first.count <= second.count ? (Array(first), Array(second)) : (Array(second), Array(first))
  guard long.count - short.count < 2 else { return false }
  let head = zip(short, long).prefix { $0 == $1 }.count
  let tail = zip(short.reversed(), long.reversed()).prefix { $0 == $1 }.count
  return head + tail >= long.count - 1
}
