// SPDX-License-Identifier: GPL-3.0-or-later

internal import CTesseract
internal import DocScanCore
internal import Glibc

/// What is made of a word that Tesseract read: a custom word in its place, and candidates.
struct WordRefinement {
  private let customWords: CustomWords?
  private let candidates: Int

  init(_ options: Tesseract.Options) {
    customWords = options.usesDictionary ? CustomWords(options.customWords) : nil
    candidates = options.candidates
  }

  /// The word on which Tesseract's results stand.
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
      // What was read stays among the candidates; the first of them becomes the custom word with the text.
      word.candidates = Array((own.prefix(1) + own.filter { $0.text != text }).prefix(candidates))
    }
    word.text = text
    return word
  }

  /// What each symbol of the word may be.
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

/// The likeliest texts of a word, from what each of its symbols may be.
struct WordCandidates {
  /// What a symbol may be.
  struct Choice {
    var text: String
    /// The negative logarithm of its likelihood over the stretch of the line that the symbol covers.
    var cost: Double
  }

  /// A symbol as it was read, and what else it may be.
  struct Symbol {
    var text: String
    var choices: [Choice]

    /// What it may be, by how much more each choice costs than what was read.
    fileprivate var alternatives: [Choice] {
      let own = Choice(text: text, cost: 0)
      guard let read = choices.first(where: { $0.text == text }) else { return [own] }
      let others = choices.filter { $0.text != text && !$0.text.allSatisfy(\.isWhitespace) }
      // Where a dictionary decided against the network, what the network likes better costs nothing.
      return [own] + others.map { Choice(text: $0.text, cost: max($0.cost - read.cost, 0)) }
    }
  }

  /// A candidate is believed e times less for each such difference in cost: the steps of the network that make up a
  /// symbol are not independent of each other, and their likelihoods count its certainty several times.
  private static let costPerE = 4.0
  /// Candidates that are believed less are none.
  private static let leastConfidence = 0.005

  let symbols: [Symbol]

  /// Up to this many texts, the word itself first.
  func best(_ count: Int, for word: Word) -> [Word.Candidate] {
    let own = Word.Candidate(text: word.text, confidence: word.confidence)
    // Costs add up, so the best beginnings hold the best texts.
    var texts = [Choice(text: "", cost: 0)]
    for symbol in symbols {
      let alternatives = symbol.alternatives
      let longer = texts.flatMap { begun in
        alternatives.map { Choice(text: begun.text + $0.text, cost: begun.cost + $0.cost) }
      }
      // Sorting is not stable: ties go by the text, so that results are the same in every run.
      texts = Array(longer.sorted { ($0.cost, $0.text) < ($1.cost, $1.text) }.prefix(count + 1))
    }
    // Symbols that do not make up the word, as in scripts from right to left, say nothing about it.
    guard symbols.map(\.text).joined() == word.text else { return [own] }
    let others = texts.filter { $0.text != word.text }.map {
      Word.Candidate(
        text: $0.text, confidence: (word.confidence * exp(-$0.cost / Self.costPerE)).rounded(toPlaces: 3))
    }
    return Array(([own] + others.filter { $0.confidence >= Self.leastConfidence }).prefix(count))
  }
}

/// How far a text that was read is from a word that may stand there: an edit distance that knows which letters look alike.
enum LookalikeDistance {
  /// What it costs to take a letter for one that looks like it, or to lose a thin one; any other change costs 1.
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

  /// One or two letters.
  private typealias Key = UInt64

  private struct Pair: Hashable {
    var read: Key
    var written: Key
  }

  /// Letters that are read for each other, and pairs that look like one letter.
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
  /// Only letters are taken for them, not other digits: every number would become one of those that are known.
  private static let digits = Set("0123456789".unicodeScalars.map(\.value))

  /// The least sum of changes that make the text from the word; nil when it is above the limit.
  static func distance(of read: Letters, from word: Letters, atMost limit: Double) -> Double? {
    // One or two letters may be read as others, and a letter as two.
    EditDistance(from: read.count, to: word.count, pairs: true, atMost: limit) { step in
      change(read, step.first, word, step.second)
    }?.distance
  }

  /// What it costs to lose a letter, or to make one up.
  private static func cost(ofExtra letter: UInt32) -> Double {
    thin.contains(letter) ? lookalike : digits.contains(letter) ? .infinity : 1
  }

  /// What it costs to read some letters where others stand.
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
  /// One or two letters as one number: a scalar has 21 bits.
  fileprivate var key: UInt64 { reduce(0) { $0 << 21 | UInt64($1) } }
}
