// SPDX-License-Identifier: GPL-3.0-or-later

internal import CTesseract
internal import DocScanCore
internal import DocScanFiles
internal import Glibc

/// Replaces recognized words with custom words, and adds candidates.
struct WordRefinement {
  private let customWords: CustomWords?
  private let candidates: Int

  init(_ options: Tesseract.Options) {
    customWords = options.usesDictionary ? CustomWords(options.customWords) : nil
    candidates = options.candidates
  }

  @unsafe
  func refined(_ word: Word, at results: OpaquePointer) -> Word {
    var word = word
    if candidates > 0 {
      word.candidates = unsafe WordCandidates(symbols: symbols(at: results)).best(candidates, for: word)
    }
    guard let customWords else { return word }
    let isKnown = unsafe TessResultIteratorWordIsFromDictionary(results) != 0
    guard let text = customWords.correction(of: word.text, confidence: word.confidence, isKnown: isKnown) else {
      return word
    }
    if let own = word.candidates {
      // The first candidate becomes the custom word; the recognized text remains a candidate.
      word.candidates = Array((own.prefix(1) + own.filter { $0.text != text }).prefix(candidates))
    }
    word.text = text
    return word
  }

  @unsafe
  private func symbols(at results: OpaquePointer) -> [WordCandidates.Symbol] {
    guard let symbol = unsafe TessResultIteratorCopy(results) else { return [] }
    defer { unsafe TessResultIteratorDelete(symbol) }
    let position = unsafe TessResultIteratorGetPageIterator(symbol)
    var symbols: [WordCandidates.Symbol] = []
    repeat {
      guard let text = unsafe TessResultIteratorGetUTF8Text(symbol, RIL_SYMBOL) else { return symbols }
      defer { unsafe TessDeleteText(text) }
      symbols.append(unsafe WordCandidates.Symbol(text: String(cString: text), choices: choices(at: symbol)))
    } while unsafe TessResultIteratorNext(symbol, RIL_SYMBOL) != 0
      && TessPageIteratorIsAtBeginningOf(position, RIL_WORD) == 0
    return symbols
  }

  @unsafe
  private func choices(at symbol: OpaquePointer) -> [WordCandidates.Choice] {
    guard let choice = unsafe TessResultIteratorGetChoiceIterator(symbol) else { return [] }
    defer { unsafe TessChoiceIteratorDelete(choice) }
    var choices: [WordCandidates.Choice] = []
    repeat {
      guard let text = unsafe TessChoiceIteratorGetUTF8Text(choice) else { return choices }
      let cost = 100 - Double(unsafe TessChoiceIteratorConfidence(choice))
      choices.append(WordCandidates.Choice(text: unsafe String(cString: text), cost: cost))
    } while unsafe TessChoiceIteratorNext(choice) != 0
    return choices
  }
}

/// Finds the most likely texts of a word from the choices of its symbols.
struct WordCandidates {
  struct Choice {
    var text: String
    /// The negative log-likelihood over the symbol's part of the line.
    var cost: Double
  }

  struct Symbol {
    var text: String
    var choices: [Choice]

    fileprivate var alternatives: [Choice] {
      let own = Choice(text: text, cost: 0)
      guard let read = choices.first(where: { $0.text == text }) else { return [own] }
      let others = choices.filter { $0.text != text && !$0.text.allSatisfy(\.isWhitespace) }
      // A choice that the network prefers to the dictionary's has no extra cost.
      return [own] + others.map { Choice(text: $0.text, cost: max($0.cost - read.cost, 0)) }
    }
  }

  /// The cost difference that reduces a confidence by a factor of e: above 1, because a symbol's network steps aren't independent.
  private static let costPerE = 4.0
  /// The confidence below which candidates are omitted.
  private static let leastConfidence = 0.005

  let symbols: [Symbol]

  /// Returns at most `count` texts, starting with the word itself.
  func best(_ count: Int, for word: Word) -> [Word.Candidate] {
    let own = Word.Candidate(text: word.text, confidence: word.confidence)
    // Costs are additive, so the best texts have the best prefixes.
    var texts = [Choice(text: "", cost: 0)]
    for symbol in symbols {
      let alternatives = symbol.alternatives
      let longer = texts.flatMap { begun in
        alternatives.map { Choice(text: begun.text + $0.text, cost: begun.cost + $0.cost) }
      }
      // Sorting isn't stable, so ties are broken by text to keep results deterministic.
      texts = Array(longer.sorted { ($0.cost, $0.text) < ($1.cost, $1.text) }.prefix(count + 1))
    }
    // If the symbols don't form the word, as in right-to-left scripts, they can't be used.
    guard symbols.map(\.text).joined() == word.text else { return [own] }
    let others = texts.filter { $0.text != word.text }.map {
      Word.Candidate(
        text: $0.text, confidence: (word.confidence * exp(-$0.cost / Self.costPerE)).rounded(toPlaces: 3))
    }
    return Array(([own] + others.filter { $0.confidence >= Self.leastConfidence }).prefix(count))
  }
}

/// An edit distance between recognized text and a possible word, in which similar letters cost less.
enum LookalikeDistance {
  /// The cost of replacing a letter with a similar one, or of losing a thin one; any other change costs 1.
  static let lookalike = 0.5

  /// The letters of a text, as they are and in lower case.
  struct Letters {
    let scalars: [UInt32]
    let lowercase: [UInt32]
    var count: Int { scalars.count }

    init(_ text: String) {
      scalars = text.unicodeScalars.map(\.value)
      let lower = text.lowercased().unicodeScalars.map(\.value)
      lowercase = lower.count == scalars.count ? lower : scalars
    }
  }

  private typealias Key = UInt64

  private struct Pair: Hashable {
    var read: Key
    var written: Key
  }

  /// Groups of letters, or pairs of letters, that are confused with each other.
  private static let groups = [
    "0 O o Q D C", "1 l I i | ! j t f ] [", "5 S s $", "8 B", "2 Z z", "6 G b", "9 g q", "7 T", "c e o a", "C G c",
    "u v n y", "n h r", "E F", "P F R", "V Y v y", "K k x", "M N H", "m rn nn in ni iu", "w vv W VV", "d cl", "h li b",
    "k lc", "u ii li", "ff f", "fi f", "ll l", "rr r",
  ]

  private static let pairs: Set<Pair> = {
    var pairs: Set<Pair> = []
    for group in groups {
      let keys = group.split(separator: " ").map { $0.unicodeScalars.map(\.value)[...].key }
      for read in keys {
        for written in keys { pairs.insert(Pair(read: read, written: written)) }
      }
    }
    return pairs
  }()

  private static let thin = Set("lIi.'".unicodeScalars.map(\.value))
  /// The digits, which are only confused with letters. Otherwise, similar numbers would be replaced with custom ones.
  private static let digits = Set("0123456789".unicodeScalars.map(\.value))

  /// Returns the lowest total cost of the changes from the word to the text, or `nil` if it exceeds the limit.
  static func distance(of read: Letters, from word: Letters, atMost limit: Double) -> Double? {
    // One or two letters can be misread as others, and a letter as two.
    EditDistance(from: read.count, to: word.count, pairs: true, atMost: limit) { step in
      change(read, step.first, word, step.second)
    }?.distance
  }

  private static func cost(ofExtra letter: UInt32) -> Double {
    thin.contains(letter) ? lookalike : digits.contains(letter) ? .infinity : 1
  }

  private static func change(_ read: Letters, _ taken: Range<Int>, _ word: Letters, _ given: Range<Int>) -> Double {
    switch (taken.count, given.count) {
    case (1, 1):
      let (found, written) = (read.scalars[taken.lowerBound], word.scalars[given.lowerBound])
      if found == written { return 0 }
      if read.lowercase[taken.lowerBound] == word.lowercase[given.lowerBound] { return lookalike }
      if pairs.contains(Pair(read: Key(found), written: Key(written))) { return lookalike }
      return digits.contains(found) || digits.contains(written) ? .infinity : 1
    case (0, 1): return cost(ofExtra: word.scalars[given.lowerBound])
    case (1, 0): return cost(ofExtra: read.scalars[taken.lowerBound])
    case (0, _), (_, 0): return .infinity
    case _:
      let pair = Pair(read: read.scalars[taken].key, written: word.scalars[given].key)
      return pairs.contains(pair) ? lookalike : .infinity
    }
  }
}

extension ArraySlice<UInt32> {
  /// One or two letters as one number, because a scalar has 21 bits.
  fileprivate var key: UInt64 { reduce(0) { $0 << 21 | UInt64($1) } }
}
