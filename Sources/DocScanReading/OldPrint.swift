// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanTypedData

/// Restores letters of old print that Tesseract confuses: the long s (ſ) of Roman type, which it reads as f, and the ligatures of Fraktur.
package struct OldPrint {
  // The minimum number of words that are in the dictionary only with a long s, and their share in these and in the words with an f that
  // are in it. New print has hardly any.
  private static let (fewestWords, leastShare) = (5, 0.3)
  private static let (fewestLetters, mostPlaces) = (4, 4)
  private static let vowels = Set("aeiouyàâäèéêëìíîïòóôöùúûü")
  // The languages in which f is only written before vowels, l, r, and f.
  private static let romance: Set<String> = [
    "cat", "fra", "frm", "glg", "ita", "ita_old", "lat", "por", "spa", "spa_old",
  ]

  private let isFraktur: Bool
  private let isLatin: Bool
  private let isRomance: Bool
  private let language: String
  private let isInDictionary: (String) -> Bool

  // `isInDictionary` looks a word up in the dictionary of the packs.
  package init(packs: [String], isInDictionary: @escaping (String) -> Bool) {
    isFraktur = packs.contains { LanguageTag(tesseract: $0)?.isFraktur == true }
    isLatin = packs.contains { Script(pack: $0) == .latin }
    isRomance = packs.first.map(Self.romance.contains) ?? false
    language = packs.first.flatMap { LanguageTag(tesseract: $0)?.language } ?? "und"
    self.isInDictionary = isInDictionary
  }

  // Returns the text with the letters of old print restored if the page is old.
  package func restored(_ blocks: [Block]) -> [Block] {
    if isFraktur { return blocks.map { $0.withTexts(inFraktur) } }
    guard isLatin, hasLongS(blocks.words) else { return blocks }
    return blocks.map { $0.withTexts(inRomanType, doubting: isAmbiguous) }
  }

  // MARK: Fraktur

  // "<" is the ligature of c and h, and ß is often that of t and z.
  private func inFraktur(_ text: String) -> String {
    let letters = text.contains("<") ? text.replacing(/(\p{L})c?<h?/) { match in "\(match.1)ch" } : text
    return letters.withRuns { run in
      guard run.count >= Self.fewestLetters, !isInDictionary(run) else { return run }
      let others = Self.variants(of: run, replacing: ["ß": "tz", "f": "ſ", "ſ": "f"])
      return others.first(where: isInDictionary) ?? run
    }
  }

  // MARK: The long s of Roman type

  private func hasLongS(_ words: [Word]) -> Bool {
    var (restored, kept) = (0, 0)
    for word in words where word.text.contains("f") {
      _ = word.text.withRuns { run in
        guard run.dropLast().contains("f") else { return run }
        let isLong = run.count >= Self.fewestLetters
        if isInDictionary(run) {
          kept += isLong ? 1 : 0
        } else if isRomance && Self.hasForeignF(run)
          || isLong && Self.variants(of: run, replacing: ["f": "s"]).contains(where: isInDictionary)
        {
          restored += 1
        }
        return run
      }
    }
    return restored >= Self.fewestWords && Double(restored) >= Self.leastShare * Double(restored + kept)
  }

  private static func hasForeignF(_ run: String) -> Bool {
    zip(run, run.dropFirst()).contains { letter, next in
      letter == "f" && next.isLowercase && !"lrf".contains(next) && !vowels.contains(next)
    }
  }

  // Returns whether a word is in the dictionary with f and with s, such as "font" and "sont".
  private func isAmbiguous(_ text: String) -> Bool {
    text.split { !$0.isLetter }.map(String.init).contains { run in
      isInDictionary(run) && Self.variants(of: run, replacing: ["f": "s"]).contains(where: isInDictionary)
    }
  }

  private func inRomanType(_ text: String) -> String {
    guard text.contains("f") else { return text }
    return text.withRuns { run in
      guard run.dropLast().contains("f") else { return run }
      let variants = Self.variants(of: run, replacing: ["f": "s"])
      let isKnown = isInDictionary(run)
      // "font" and "fur" are words, but "sont" and "sur" are far more frequent.
      let small = variants.first { SmallWords.isKnown($0.lowercased(), in: language) }
      if let small, !SmallWords.isKnown(run.lowercased(), in: language) { return Self.longS(small, from: run) }
      if isKnown { return run }
      return Self.longS(variants.first(where: isInDictionary) ?? oldSpelling(run), from: run)
    }
  }

  // Returns a word of an old spelling, which no dictionary has, with s where f is hardly ever written: before most consonants, and after vowels.
  private func oldSpelling(_ run: String) -> String {
    var letters = Array(run)
    for place in letters.indices.dropLast() where letters[place] == "f" {
      let next = letters[place + 1]
      let isBeforeVowel = Self.vowels.contains(next) || next == "f" || next == "s"
      let isAfterVowel = place > 0 && (Self.vowels.contains(letters[place - 1]) || letters[place - 1] == "s")
      if !"lr".contains(next), !isBeforeVowel || isAfterVowel { letters[place] = "s" }
    }
    return String(letters)
  }

  // Replaces each s that was read as f by the long s.
  private static func longS(_ word: String, from run: String) -> String {
    String(zip(word, run).map { letter, read in letter == "s" && read == "f" ? "ſ" : letter })
  }

  // Returns all words with some of the letters replaced, those with the most replacements first.
  private static func variants(of run: String, replacing letters: [Character: String]) -> [String] {
    let run = Array(run)
    let places = run.indices.filter { letters[run[$0]] != nil && ($0 < run.count - 1 || run[$0] == "ß") }
    guard (1...mostPlaces).contains(places.count) else { return [] }
    let choices = (1..<1 << places.count).sorted { ($1.nonzeroBitCount, $0) < ($0.nonzeroBitCount, $1) }
    return choices.map { choice in
      run.indices.reduce(into: "") { word, index in
        let isReplaced = places.firstIndex(of: index).map { choice >> $0 & 1 == 1 } ?? false
        word += isReplaced ? letters[run[index]] ?? "" : String(run[index])
      }
    }
  }
}

extension Block {
  // The factor for the confidence of an ambiguous word
  private static let doubt = 0.8

  fileprivate func withTexts(_ changed: (String) -> String, doubting: (String) -> Bool = { _ in false }) -> Block {
    var block = self
    for line in block.lines.indices {
      for index in block.lines[line].words.indices {
        let text = block.lines[line].words[index].text
        let new = changed(text)
        if new != text { block.lines[line].words[index].text = new }
        if doubting(text) { block.lines[line].words[index].confidence *= Self.doubt }
      }
    }
    return block
  }
}

extension String {
  // Returns the text with each run of letters changed.
  fileprivate func withRuns(_ changed: (String) -> String) -> String {
    var (result, run) = ("", "")
    for character in self {
      if character.isLetter {
        run.append(character)
      } else {
        result += (run.isEmpty ? "" : changed(run)) + String(character)
        run = ""
      }
    }
    return result + (run.isEmpty ? "" : changed(run))
  }
}
