// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanLayout

// Joins the letters of letter-spaced words, which PDFs give as words of their own: A L B E R G O  T R E  A RCH I.
extension TextRow {
  // Kerned pairs of letters, as in "RG", stay together.
  private static let (fewestLetters, mostLetters) = (4, 3)
  // Longer rows aren't titles or names.
  private static let mostWords = 100
  // The largest gap between letters, as a share of their height, and as a multiple of the usual one; and between words, as a share of the height.
  private static let (mostGap, mostOfUsual, mostBetweenWords) = (0.8, 1.7, 3.0)

  var withoutLetterSpacing: TextRow {
    let words = words
    guard words.count <= Self.mostWords, words.count(where: Self.isLetter) >= Self.fewestLetters else { return self }
    let runs = words.reduce(into: [[Word]]()) { runs, word in
      if let last = runs.last?.last, Self.isPart(last), Self.isPart(word),
        (0...Self.mostBetweenWords * max(last.box.height, word.box.height)).contains(word.box.x - last.box.maxX)
      {
        runs[runs.count - 1].append(word)
      } else {
        runs.append([word])
      }
    }
    let joined = runs.flatMap(Self.joined)
    guard joined.count < words.count else { return self }
    return TextRow(pieces: joined.map { Piece(words: [$0], box: $0.box) })
  }

  private static func joined(_ run: [Word]) -> [Word] {
    let letters = run.count(where: isLetter)
    guard letters >= fewestLetters, 2 * letters >= run.count else { return run }
    let gaps = zip(run, run.dropFirst()).map { $1.box.x - $0.box.maxX }
    // Most gaps are between letters.
    let usual = gaps.sorted()[gaps.count / 3]
    return zip(run, [.infinity] + gaps).reduce(into: []) { words, next in
      let (word, gap) = next
      guard let last = words.last, gap <= min(mostOfUsual * max(usual, 1), mostGap * word.box.height) else {
        return words.append(word)
      }
      words[words.count - 1] = Word(
        text: last.text + word.text, confidence: min(last.confidence, word.confidence), box: last.box.union(word.box))
    }
  }

  private static func isLetter(_ word: Word) -> Bool { word.text.count == 1 && isPart(word) }

  private static func isPart(_ word: Word) -> Bool {
    word.text.count <= mostLetters && word.text.allSatisfy { $0.isLetter || $0 == "&" || $0 == "-" }
      && !word.text.unicodeScalars.contains(where: isWrittenWithoutSpaces)
  }
}
