// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// A sample line as read with one pack.
struct LineReading {
  let words: [Word]
  let ownLetters: Int
  let letters: Int
  /// The mean confidence, from 0 to 1. Other scripts' letters, and words mixed with digits or signs (except Latin and East Asian), count as 0.
  let score: Double

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

  var text: String { joinedText(words) }

  var kanaShare: Double {
    guard letters > 0 else { return 0 }
    return Double(words.reduce(0) { $0 + $1.text.unicodeScalars.count(where: isKana) }) / Double(letters)
  }

  var latinLetters: Int {
    words.reduce(0) { sum, word in
      let letters = word.text.unicodeScalars.count(where: isLatin)
      return letters >= 2 && word.confidence >= 0.5 ? sum + letters : sum
    }
  }
}
