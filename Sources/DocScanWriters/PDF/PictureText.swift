// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// The characters of a line's words from left to right, as fonts of other makers show them, where words are from the right.
///
/// Readers of PDFs take characters for what is seen and find out by themselves how that is read. Where spaces and signs lie
/// between two directions they differ: marks of direction, which nobody sees, say which word they belong to.
struct PictureText {
  private static let leftMark: Character = "\u{200E}"
  private static let rightMark: Character = "\u{200F}"

  /// Whether the line is read from right to left.
  private let isFromRight: Bool

  /// Takes the texts of a line's words in reading order, and whether the first one is to the right of the last one.
  init?(_ texts: [String], isFromRight: Bool) {
    guard texts.contains(where: \.hasLettersFromRight) else { return nil }
    self.isFromRight = texts.count > 1 ? isFromRight : texts.joined().isRightToLeft
  }

  /// A word from left to right.
  func turned(_ text: String) -> String { text.hasLettersFromRight ? parts(of: text, isMarked: false) : text }

  /// A word from left to right with its marks; `left` and `right` are the words beside it, nil at the ends of the line.
  ///
  /// `goesOn` says that it is read after the word to its left, `isContinued` that the one to its right is read after it.
  func marked(_ text: String, left: String?, right: String?, goesOn: Bool, isContinued: Bool) -> String {
    // Words that run from left to right together keep their signs where they are.
    var shown = isFromRight && (goesOn || isContinued) ? text : parts(of: text, isMarked: true)
    if isFromRight, left != nil, !goesOn, shown.first.map(Self.isFromRight) == false {
      shown = String(Self.rightMark) + shown
    }
    if let right, shown.last.map(Self.isFromRight) == true, WordOrder.Kind(right) != .fromRight {
      shown.append(Self.leftMark)
    }
    return shown
  }

  /// A word that has letters from the right, or stands among such, with its letters and numbers from the left kept together.
  private func parts(of text: String, isMarked: Bool) -> String {
    guard isFromRight || text.hasLettersFromRight else { return text }
    // Around a word in a line from left to right, signs stay where they are.
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
    // What binds letters and numbers to each other ends no part, but for a sign of percent.
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
    // Readers turn scalars around, and marks with their letters.
    return shown.map { character in
      guard Self.isFromRight(character) else { return String(character) }
      return String(String.UnicodeScalarView(character.unicodeScalars.reversed()))
    }.joined()
  }

  /// Whether a character is a letter of a script from the right.
  private static func isFromRight(_ character: Character) -> Bool {
    character.unicodeScalars.first.map { $0.isWrittenFromRight && $0.properties.isAlphabetic } ?? false
  }

  /// Whether it is a letter from the left, or a digit of any script.
  private static func isFromLeft(_ character: Character) -> Bool {
    guard let scalar = character.unicodeScalars.first else { return false }
    return scalar.properties.numericType != nil || scalar.properties.isAlphabetic && !scalar.isWrittenFromRight
  }

  /// Whether it stands between letters or digits of one word or number.
  private static func binds(_ character: Character) -> Bool { ".,:/@&'_-+%\u{66B}\u{66C}".contains(character) }
}
