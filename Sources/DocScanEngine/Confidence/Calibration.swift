// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import Glibc

/// Makes probabilities of an engine's confidences, and says how many errors a page has by them.
///
/// The numbers are fit by `Tests/Tools/fit/calibration.py`, which computes the same from the page JSON. The engine's confidence never
/// counts against a word: all weights of confidences are at least 0.
struct Calibration: Sendable {
  /// How the logit of the probability that a word is right comes about.
  struct WordModel: Sendable {
    var intercept: Double
    /// The engine's confidence: what it adds from one bend of the curve to the next. The first bend is at 0, the last at 1.
    var curve: [(to: Double, rise: Double)]
    /// The logits of the mean confidence of the line and of the page.
    var line: Double
    var page: Double
    /// The logarithm of the number of characters.
    var length: Double
    /// The shares of the characters that are letters and digits.
    var letters: Double
    var digits: Double
    /// The binary logarithm of the height of the page's words, in units of 20 pixels.
    var height: Double
    /// By how much a word is higher or lower than the page's words: the absolute logarithm of the ratio.
    var oddHeight: Double
  }

  /// How a page's character error rate comes about: its odds are `scale * odds ** exponent`, with the odds of the risk, which is the
  /// share of its characters that stand in wrong words or are missing.
  struct PageModel: Sendable {
    var scale: Double
    var exponent: Double
    /// Which part of the unread text lines counts as missing: pictures have marks in rows, too.
    var unread: Double
  }

  /// Nil for an engine whose confidences are taken as they are.
  var words: WordModel?
  var page: PageModel

  /// The calibration of an engine, by its name in the pipeline file. Each engine means something else by a confidence.
  static func of(engine: String) -> Calibration { tables[engine] ?? Calibration(words: nil, page: tesseract.page) }

  private static let tables = ["tesseract": tesseract, "ppocr": ppocr, "tesseract+ppocr": both]

  /// The blocks with probabilities for confidences; copied text is left alone. A line has the mean of its words.
  func probabilities(_ blocks: [Block]) -> [Block] {
    guard let words else { return blocks }
    let facts = PageFacts(blocks)
    return blocks.map { block in
      guard block.copied != true else { return block }
      return block.withLines { line in
        let mean = meanConfidence(line.words)
        for (index, word) in line.words.enumerated() {
          let probability = words.probability(of: word, lineConfidence: mean, on: facts)
          line.words[index].confidence = probability.rounded(toPlaces: 3)
        }
        line.confidence = meanConfidence(line.words).rounded(toPlaces: 3)
      }
    }
  }

  /// The same for lines that make a page.
  func probabilities(_ lines: [Line]) -> [Line] {
    guard let box = lines.map(\.box).union else { return lines }
    return probabilities([Block(kind: .text, box: box, lines: lines)]).flatMap(\.lines)
  }

  /// How wrong the text of a page is; nil if there is nothing to read.
  ///
  /// `blocks` have probabilities; `unread` is the share of the picture's text lines without a word, nil if it shows none.
  func expectedErrors(_ blocks: [Block], unread: Double?) -> ExpectedErrors? {
    let words = blocks.filter { $0.copied != true }.words
    guard !words.isEmpty else {
      return unread.map { _ in ExpectedErrors(characterErrorRate: 1, doubtfulWords: 0, unreadText: 1) }
    }
    let read = meanConfidence(words) * (1 - page.unread * (unread ?? 0))
    let risk = min(1 - read + 0.001, 0.999)
    let odds = page.scale * pow(risk / (1 - risk), page.exponent)
    return ExpectedErrors(
      characterErrorRate: odds / (1 + odds),
      doubtfulWords: Double(words.count { $0.confidence < 0.5 }) / Double(words.count), unreadText: unread ?? 0)
  }
}

extension Calibration.WordModel {
  /// The probability that a word is right, which rises with the engine's confidence in it.
  func probability(of word: Word, lineConfidence: Double, on page: PageFacts) -> Double {
    let scalars = word.text.unicodeScalars
    let count = Double(max(1, scalars.count))
    var logit = intercept + line * Self.logit(lineConfidence) + self.page * Self.logit(page.confidence)
    var from = 0.0
    for segment in curve {
      logit += segment.rise * min(max((word.confidence - from) / (segment.to - from), 0), 1)
      from = segment.to
    }
    logit += length * log(min(count, 12))
    logit += letters * Double(scalars.count { $0.properties.generalCategory.isLetter }) / count
    logit += digits * Double(scalars.count { $0.properties.generalCategory == .decimalNumber }) / count
    logit += height * log2(min(max(page.wordHeight, 8), 40) / 20)
    logit += oddHeight * abs(log(min(max(word.box.height / page.wordHeight, 0.2), 5)))
    return logistic(logit)
  }

  /// Bounded, so that no page is beyond doubt.
  private static func logit(_ confidence: Double) -> Double { logOdds(confidence, limit: 0.02) }
}

extension Unicode.GeneralCategory {
  fileprivate var isLetter: Bool {
    switch self {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
    case _: false
    }
  }
}

/// What the words of a page have in common that says something about each of them.
struct PageFacts {
  /// The mean of the engine's confidences, weighted by the words' lengths, 0 to 1.
  let confidence: Double
  /// The middle height of the words in pixels, at least 1.
  let wordHeight: Double

  /// Looks at the words that were recognized, not at copied ones.
  init(_ blocks: [Block]) {
    let words = blocks.filter { $0.copied != true }.words
    confidence = meanConfidence(words)
    wordHeight = max(1, median(words.map(\.box.height)))
  }
}
