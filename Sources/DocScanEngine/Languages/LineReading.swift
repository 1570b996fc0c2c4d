// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// What a pack made of a sample line.
struct LineReading {
  let words: [Word]
  /// The letters of the pack's own script, and all letters.
  let ownLetters: Int
  let letters: Int
  /// The mean confidence, counting letters of other scripts as nothing: 0 to 1.
  let score: Double

  /// Letters of `known` scripts do not count.
  init(_ words: [Word], script: Script, known: [Script] = []) {
    self.words = words
    var (own, all, sum) = (0, 0, 0.0)
    for word in words {
      let letters = word.text.unicodeScalars.filter { letter in
        letter.properties.isAlphabetic && !known.contains { $0.has(letter) }
      }
      let belonging = letters.count(where: script.has)
      own += belonging
      all += letters.count
      sum += word.confidence * Double(belonging)
    }
    ownLetters = own
    letters = all
    score = all > 0 ? sum / Double(all) : 0
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
