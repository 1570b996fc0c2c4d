// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFiles
internal import DocScanTypedData

/// A text prepared for keyword search: capital letters and digits without accents and spaces.
package struct FoldedText {
  package private(set) var letters: [LetterConfusion.Letter] = []
  /// Whether a word begins at each letter, with one more element for the position after the last letter.
  package private(set) var startsWord: [Bool] = []
  /// The indices at which words begin. A keyword must begin at one of them.
  package private(set) var starts: [Int] = []

  // The letters of all parts of 1, 2, 4, 8, and 16 letters.
  private var sets: [[LetterSet]] = []
  private(set) var set = LetterSet()

  private static let plain: [Unicode.Scalar: String] = {
    let folds = [
      "A": "ÀÁÂÃÄÅĄĂĀ", "AE": "Æ", "C": "ÇČĆ", "D": "ĎĐ", "E": "ÈÉÊËĚĘĖĒ", "G": "ĞĢ", "I": "ÌÍÎÏİĪĮ!|", "K": "Ķ",
      "L": "ŁĽĹĻ", "N": "ÑŇŃŅ",
      "O": "ÒÓÔÕÖØŐ", "R": "ŘŔ", "S": "ŠŚŞȘ", "T": "ŤȚŢ", "U": "ÙÚÛÜŮŰŪŲ", "Y": "Ý", "Z": "ŽŹŻ", "SS": "ẞß", "OE": "Œ",
      "Α": "Ά", "Ε": "Έ", "Η": "Ή", "Ι": "ΊΪ", "Ο": "Ό", "Υ": "ΎΫ", "Ω": "Ώ", "Е": "Ё",
      "计": "計", "总": "總総", "实": "實実", "应": "應応", "税": "稅", "额": "額", "买": "買", "钱": "錢銭", "释": "釈", "预": "預",
      "领": "領", "订": "訂", "价": "價価", "单": "單単", "数": "數", "发": "發発", "费": "費", "现": "現",
    ]
    return folds.reduce(into: [:]) { map, fold in for scalar in fold.value.unicodeScalars { map[scalar] = fold.key } }
  }()

  package init(_ text: String) {
    var isNew = true
    let scalars = text.uppercased().unicodeScalars.map(\.halfWidth)
    for (place, half) in scalars.enumerated() {
      // The letters of US$1.50 aren't a word.
      if half == "$", !isNew, place + 1 < scalars.count, scalars[place + 1].isDigit,
        let start = startsWord.lastIndex(of: true),
        letters.count - start < 4, letters[start...].allSatisfy({ !$0.isDigit })
      {
        letters.removeSubrange(start...)
        startsWord.removeSubrange(start...)
      }
      guard half.isLetterOrDigit || Self.plain[half] != nil else {
        // Apostrophes and the dots of abbreviations don't separate words.
        if half != "." && half != "'" && half != "’" { isNew = true }
        continue
      }
      let folded = Self.plain[half].map { Array($0.unicodeScalars) } ?? [half]
      for (index, letter) in folded.enumerated() {
        let last = letters.last
        letters.append(LetterConfusion.Letter(letter))
        startsWord.append(index == 0 && (isNew || letter.isIdeographic || last?.isDigit == true && !letter.isDigit))
      }
      isNew = false
    }
    starts = letters.indices.filter { startsWord[$0] }
    startsWord.append(true)
    sets = [letters.map(LetterSet.init)]
    set = sets[0].reduce(LetterSet()) { $0.union($1) }
    for width in [1, 2, 4, 8] {
      guard let last = sets.last, last.count > width else { break }
      sets.append(zip(last, last[width...]).map { $0.union($1) })
    }
  }

  // The letters in a part of the text, of at least one letter.
  func letters(in part: Range<Int>) -> LetterSet {
    let level = min(sets.count - 1, Int.bitWidth - 1 - part.count.leadingZeroBitCount)
    let (width, sets) = (1 << level, sets[level])
    var (set, place) = (sets[part.upperBound - width], part.lowerBound)
    while place + width < part.upperBound {
      set = set.union(sets[place])
      place += width
    }
    return set
  }

  package var count: Int { letters.count }

  package func endsWord(before index: Int) -> Bool {
    startsWord[index] || letters[index].isIdeographic || letters[index].isDigit && !letters[index - 1].isDigit
  }

  package var letterCount: Int { letters.count { !$0.isDigit } }
}

extension Unicode.Scalar {
  package var halfWidth: Unicode.Scalar {
    switch value {
    case 0xFF01...0xFF5E: Unicode.Scalar(value - 0xFEE0) ?? self
    case 0x3000: " "
    case 0xFFE5: "¥"
    case 0xFFE6: "₩"
    case 0x2010...0x2015, 0x2212: "-"
    case _: self
    }
  }

  package var isLetterOrDigit: Bool { isDigit || properties.isAlphabetic }

  /// Whether the character is Han, kana, or Hangul, in which spaces don't reliably separate words.
  package var isIdeographic: Bool { isWrittenDownwards }
}
