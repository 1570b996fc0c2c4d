// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// What a pack made of a sample line.
struct LineReading {
  let words: [Word]
  /// The letters of the pack's own script, and all letters.
  let ownLetters: Int
  let letters: Int
  /// The mean confidence, counting letters of other scripts as nothing: 0 to 1.
  ///
  /// A pack that does not know the letters of a line writes digits and signs among its own: such words count as nothing, too,
  /// but for scripts that put no spaces between words, and Latin ones, where product codes are made so.
  let score: Double

  /// Letters of `known` scripts do not count.
  init(_ words: [Word], script: Script, known: [Script] = []) {
    self.words = words
    var (own, all, digits, sum) = (0, 0, 0, 0.0)
    for word in words {
      let letters = word.text.unicodeScalars.filter { letter in
        letter.properties.isAlphabetic && !known.contains { $0.has(letter) }
      }
      let belonging = letters.count(where: script.has)
      own += belonging
      all += letters.count
      var isMixed = false
      if case .other = script, belonging > 0 {
        let numbers = word.text.unicodeScalars.count { $0.properties.numericType != nil }
        digits += numbers
        isMixed = numbers > 0 || belonging < letters.count
      }
      sum += isMixed ? 0 : word.confidence * Double(belonging)
    }
    ownLetters = own
    letters = all
    score = all > 0 ? sum / Double(all + digits) : 0
  }

  /// The line's text.
  var text: String { joinedText(words) }

  /// The share of kana in the letters.
  var kanaShare: Double {
    guard letters > 0 else { return 0 }
    return Double(words.reduce(0) { $0 + $1.text.unicodeScalars.count(where: isKana) }) / Double(letters)
  }

  /// The letters of Latin words that are more than noise.
  var latinLetters: Int {
    words.reduce(0) { sum, word in
      let letters = word.text.unicodeScalars.count(where: isLatin)
      return letters >= 2 && word.confidence >= 0.5 ? sum + letters : sum
    }
  }
}
