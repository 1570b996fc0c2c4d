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
    let letters = Array(name)
    guard letters.count >= shortestMisread else { return nil }
    let near = (letters.count - 1...letters.count + 1).flatMap { count in
      longNames[count, default: []].filter { isNear($0.letters, letters) }
    }
    guard let number = near.first?.number, near.allSatisfy({ $0.number == number }) else { return nil }
    return (number, true)
  }

  package static func isName(_ word: String) -> Bool { names[word] != nil }

  private static let names = (1...12).reduce(into: [String: Int]()) { names, month in
    for name in WordLists.words("month.\(month)") { names[name.lowercased()] = month }
  }

  private static let shortestMisread = 5
  private static let longNames = Dictionary(
    grouping: names.map { (letters: Array($0.key), number: $0.value) }.filter { $0.letters.count >= shortestMisread },
    by: \.letters.count)
}

// Returns whether two words differ by at most one letter: replaced, added, or missing.
private func isNear(_ first: [Character], _ second: [Character]) -> Bool {
  let (short, long) = first.count <= second.count ? (first, second) : (second, first)
  guard long.count - short.count < 2 else { return false }
  var (head, tail) = (0, 0)
  while head < short.count, short[head] == long[head] { head += 1 }
  while tail < short.count, short[short.count - 1 - tail] == long[long.count - 1 - tail] { tail += 1 }
  return head + tail >= long.count - 1
}
