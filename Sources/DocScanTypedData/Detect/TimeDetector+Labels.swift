// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanWords

// The words and numbers around a time.
extension TimeDetector {
  private static let labels = SearchWords(labelWords)
  private static let lengths = SearchWords("time.length")

  // In "1:25 000", the number is the scale of a map.
  static func isScale(_ time: WrittenTime, _ text: SearchText) -> Bool {
    let end = time.range.upperBound
    return time.hour == 1 && time.mark == ":" && [" ", "."].contains(text[end])
      && (end + 1..<end + 4).allSatisfy { text[$0].isDigit } && !text[end + 4].isDigit
  }

  // Returns whether a word such as "departure" is in the line above a place, in the same block or close to it.
  static func isBelowLabel(_ place: Int, _ text: SearchText) -> Bool {
    let line = text.line(at: place)
    guard line.lowerBound > 1 else { return false }
    let isApart = text[line.lowerBound - 2] == "\n"
    let above = text.line(at: line.lowerBound - (isApart ? 2 : 1))
    if isApart {
      guard let word = text.wordNumbers(in: line).first, let other = text.wordNumbers(in: above).first else {
        return false
      }
      let (box, label) = (text.pageWords[word].box, text.pageWords[other].box)
      guard box.y > label.y, box.y - label.maxY < tallestGap * box.height else { return false }
    }
    return text.has(labels, in: above, areWhole: true)
  }

  private static let tallestGap = 1.5

  // Returns whether a label in the same line ends directly before a place: "Godzina załadunku: 6:40".
  static func isAfterLabel(_ place: Int, _ text: SearchText) -> Bool {
    let start = text.line(at: place).lowerBound
    return text[place - 1] == " " && text[place - 2] == ":" && place - start < longestLabel
      && text.has(labels, in: start..<place, areWhole: true)
  }

  private static let longestLabel = 32

  // In "durata 6h43" and "3 × 5 h", the time is a duration.
  static func isDuration(_ time: WrittenTime, _ text: SearchText) -> Bool {
    let start = time.range.lowerBound
    return text.has(lengths, before: start, within: 12, areWhole: true)
      || text[text[start - 1] == " " ? start - 2 : start - 1] == "×"
  }

  // The units of which a text has more than a day has hours: in a table with "30 h", "20 h" is a duration, too.
  static func countedUnits(in text: SearchText) -> Set<Unicode.Scalar> {
    Set(
      (0..<text.count).compactMap { place in
        guard text[place].isDigit, !text[place - 1].isAlphanumeric, ![".", ",", ":"].contains(text[place - 1]),
          let hours = TextNumber(text, place, atMost: 3), hours.value > 24
        else { return nil }
        let end = text[hours.end] == " " ? hours.end + 1 : hours.end
        return text[end + 1].isAlphanumeric ? nil : text[end]
      })
  }
}
