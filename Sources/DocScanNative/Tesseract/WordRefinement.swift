// SPDX-License-Identifier: GPL-3.0-or-later

internal import CTesseract
internal import DocScanCore

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
