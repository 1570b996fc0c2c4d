// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

// poppler ends a word at each gap that is wider than a tenth of the type size. Kerning is that wide in some fonts, so that words come out in pieces:
// "Pr ocjena". Such gaps are much narrower than the spaces on the same page.
extension PDFTextLayout {
  // The widest gap inside a word, as a share of the usual space and of the height of the letters.
  private static let (widest, highest) = (0.6, 0.15)
  // Letter-spaced words have slightly wider gaps inside, and much wider ones between them.
  private static let (highestSpaced, leastJump, fewestSpaced) = (0.135, 1.8, 2)
  // The least number of spaces from which the usual one is known.
  private static let fewestSpaces = 20
  // The widest space between two words. Wider gaps separate columns.
  private static let widestSpace = 0.6
  // In a line with this many gaps, which are all narrow, they are spaces.
  private static let tightLine = 3

  private struct Gap {
    var place: Int
    var share: Double
    var isTorn: Bool
  }

  // Removes the spaces inside words.
  static func withoutTears(_ characters: [Character]) -> [Character] {
    let lines = characters.indices.split { ["\n", "\r", "\u{0C}"].contains(characters[$0].scalar) }
    let gaps = lines.map { $0.dropFirst().dropLast().compactMap { gap(at: $0, characters) } }
    let shares = gaps.joined().map(\.share).filter { $0 < widestSpace }.sorted()
    guard shares.count >= fewestSpaces else { return characters }
    let usual = min(widest * shares[shares.count / 2], highest)
    var removed: Set<Int> = []
    for line in gaps {
      let limit = limit(in: line, usual)
      let narrow = line.filter { $0.share < limit }
      if narrow.count < line.count || line.count < tightLine { removed.formUnion(narrow.filter(\.isTorn).map(\.place)) }
    }
    return removed.isEmpty ? characters : characters.indices.filter { !removed.contains($0) }.map { characters[$0] }
  }

  // Returns the width below which a gap is inside a word of a line: the usual one, or that before the first much wider gap of a letter-spaced line.
  private static func limit(in line: [Gap], _ usual: Double) -> Double {
    let shares = line.map(\.share).sorted()
    let jump = zip(shares, shares.dropFirst()).first { $0 >= usual && $1 > leastJump * $0 }
    guard shares.count(where: { $0 < usual }) >= fewestSpaced, let jump, jump.0 < highestSpaced else { return usual }
    return jump.1
  }

  // Returns the gap at a space between two characters of an upright line, or `nil` if there is none.
  private static func gap(at place: Int, _ characters: [Character]) -> Gap? {
    let (last, next) = (characters[place - 1], characters[place + 1])
    guard characters[place].scalar == " ", last.scalar != " ", next.scalar != " " else { return nil }
    let (height, width) = (last.box.height, next.box.x - last.box.maxX)
    guard height > 0, abs(next.box.y - last.box.y) < 0.1 * height, abs(next.box.height - height) < 0.1 * height,
      abs(width) < 2 * widestSpace * height
    else { return nil }
    return Gap(
      place: place, share: width / height,
      isTorn: isOneWord(last.scalar, next.scalar) && !beginsAnother(place + 1, characters))
  }

  // In "médaille d’argent", the gap before the article is narrow. A sign or point before a digit belongs to the number: Rabatt -5,00.
  private static func beginsAnother(_ place: Int, _ characters: [Character]) -> Bool {
    guard place + 1 < characters.count else { return false }
    let (first, second) = (characters[place].scalar, characters[place + 1].scalar)
    return ["'", "’"].contains(second) || [".", ",", "-"].contains(first) && second.properties.numericType != nil
  }

  // Returns whether two characters next to each other are usually in one word.
  private static func isOneWord(_ last: Unicode.Scalar, _ next: Unicode.Scalar) -> Bool {
    if last == "@" || [".", ",", ";", ":", ")", "@", "-"].contains(next) { return true }
    return last.properties.isAlphabetic && next.properties.isAlphabetic && !isWrittenWithoutSpaces(next)
      && !(last.properties.isLowercase && next.properties.isUppercase)
  }
}
