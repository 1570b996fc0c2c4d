// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFiles
internal import DocScanLayout

/// The characters of a line with right-to-left words in visual order, from left to right, as fonts show them. PDF readers expect visual order and
/// reconstruct the reading order themselves. They disagree about spaces and punctuation between the two directions, so invisible direction marks
/// determine which word these belong to.
struct PictureText {
  private static let leftMark: Character = "\u{200E}"
  private static let rightMark: Character = "\u{200F}"

  private let isFromRight: Bool

  /// Converts a line's words in reading order, the first on the right if `isFromRight`. Returns `nil` without right-to-left letters.
  init?(_ texts: [String], isFromRight: Bool) {
    guard texts.contains(where: \.hasLettersFromRight) else { return nil }
    self.isFromRight = texts.count > 1 ? isFromRight : texts.joined().isRightToLeft
  }

  func turned(_ text: String) -> String { text.hasLettersFromRight ? parts(of: text, isMarked: false) : text }

  /// Returns a word in visual order with direction marks. `left` and `right` are the adjacent words, or `nil` at the ends of the line. `goesOn` is
  /// `true` if the word follows the left word in reading order, and `isContinued` if the right word follows it.
  func marked(_ text: String, left: String?, right: String?, goesOn: Bool, isContinued: Bool) -> String {
    // Consecutive left-to-right words keep their punctuation.
    var shown = isFromRight && (goesOn || isContinued) ? text : parts(of: text, isMarked: true)
    if isFromRight, left != nil, !goesOn, shown.first.map(Self.isFromRight) == false {
      shown = String(Self.rightMark) + shown
    }
    if let right, shown.last.map(Self.isFromRight) == true, WordOrder.Kind(right) != .fromRight {
      shown.append(Self.leftMark)
    }
    return shown
  }

  /// Returns a word with its parts in visual order, and with direction marks if `isMarked`. Left-to-right letters and numbers stay together.
  private func parts(of text: String, isMarked: Bool) -> String {
    guard isFromRight || text.hasLettersFromRight else { return text }
    // In a left-to-right line, punctuation around a word keeps its position.
    if !isFromRight, let first = text.firstIndex(where: Self.isFromRight),
      let last = text.lastIndex(where: Self.isFromRight)
    {
      let end = text.index(after: last)
      if first > text.startIndex || end < text.endIndex {
        return text[..<first] + parts(of: String(text[first..<end]), isMarked: isMarked) + text[end...]
      }
    }
    var parts: [[Character]] = []
    for character in text {
      if let last = parts.last?.last, Self.isFromLeft(character) || Self.binds(character),
        parts[parts.count - 1].contains(where: Self.isFromLeft), Self.isFromLeft(last) || Self.isFromLeft(character)
      {
        parts[parts.count - 1].append(character)
      } else {
        parts.append([character])
      }
    }
    // Connecting punctuation at the end of a part is separated, except for a percent sign.
    parts = parts.flatMap { part -> [[Character]] in
      let end = part.reversed().prefix { !Self.isFromLeft($0) && $0 != "%" }
      return part.count == 1 || end.isEmpty ? [part] : [Array(part.dropLast(end.count))] + end.reversed().map { [$0] }
    }
    var shown: [Character] = []
    for part in parts.reversed() {
      let isBetween = shown.last.map(Self.isFromRight) == false && part.first.map(Self.isFromRight) == false
      if isMarked, isFromRight, isBetween { shown.append(Self.rightMark) }
      shown += part
    }
    // Readers reverse single scalars, including combining marks, so the scalars of a letter are reversed here.
    return shown.map { character in
      guard Self.isFromRight(character) else { return String(character) }
      return String(String.UnicodeScalarView(character.unicodeScalars.reversed()))
    }.joined()
  }

  private static func isFromRight(_ character: Character) -> Bool {
    character.unicodeScalars.first.map { $0.isWrittenFromRight && $0.properties.isAlphabetic } ?? false
  }

  /// Returns whether a character is a left-to-right letter, or a digit of any script.
  private static func isFromLeft(_ character: Character) -> Bool {
    guard let scalar = character.unicodeScalars.first else { return false }
    return scalar.properties.numericType != nil || scalar.properties.isAlphabetic && !scalar.isWrittenFromRight
  }

  /// Returns whether a character can connect letters or digits of one word or number.
  private static func binds(_ character: Character) -> Bool { ".,:/@&'_-+%\u{66B}\u{66C}".contains(character) }
}
