// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Splits words that contain the end of a label, marked by a colon or a leader of dots.
enum FormWord {
  private static let leader = 4

  /// Returns a word's parts from left to right, without leaders. Box widths are proportional to the number of characters.
  static func parts(_ word: Word) -> [Word] {
    let characters = Array(word.text)
    guard characters.count > leader else { return [word] }
    var parts: [Range<Int>] = []
    var start = 0
    var index = 0
    while index < characters.count {
      if isColon(at: index, characters) {
        parts.append(start..<index + 1)
        start = index + 1
      } else if let end = leaderEnd(from: index, characters) {
        if index > start { parts.append(start..<index) }
        // A leader at the end can be a fill-in line.
        if end == characters.count, end - index > 1 { parts.append(index..<end) }
        start = end
        index = end
        continue
      }
      index += 1
    }
    if start < characters.count { parts.append(start..<characters.count) }
    guard parts.count > 1 || parts.first.map({ $0.count < characters.count }) == true else { return [word] }
    let width = word.box.width / Double(characters.count)
    return parts.map { part in
      Word(
        text: String(characters[part]), confidence: word.confidence,
        box: Box(
          x: word.box.x + width * Double(part.lowerBound), y: word.box.y, width: width * Double(part.count),
          height: word.box.height))
    }
  }

  /// Returns whether a colon ends a label and isn't part of a URL or a time of day.
  private static func isColon(at index: Int, _ characters: [Character]) -> Bool {
    guard ":：".contains(characters[index]), index > 1, index + 1 < characters.count else { return false }
    let (label, next) = (characters[..<index], characters[index + 1])
    return !label.contains(where: \.isNumber) && label.count(where: \.isLetter) > 1
      && (next.isLetter || next.isNumber || "_($#".contains(next))
  }

  private static func leaderEnd(from index: Int, _ characters: [Character]) -> Int? {
    guard "_.…".contains(characters[index]) else { return nil }
    let end = characters[index...].firstIndex { !"_.…-".contains($0) } ?? characters.count
    let isAtEnd = index == 0 || end == characters.count
    return end - index >= leader || characters[index] == "_" && (isAtEnd || end - index > 1) ? end : nil
  }
}
