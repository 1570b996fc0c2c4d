// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import Glibc

/// Converts confidences to probabilities and estimates errors. `Tests/Tools/fit/calibration.py` fits the weights, at least 0 for confidences.
package struct Calibration: Sendable {
  /// The weights for the logit of the probability that a word is right.
  struct WordModel: Sendable {
    var intercept: Double
    /// A piecewise linear curve of the confidence: the rise of the logit in each segment. The first begins at 0, the last ends at 1.
    var curve: [(to: Double, rise: Double)]
    /// The weights of the logits of two mean confidences: the line's and the page's.
    var line: Double
    var page: Double
    /// The weight of the logarithm of the number of characters.
    var length: Double
    /// The weights of the shares of letters and digits.
    var letters: Double
    var digits: Double
    /// The weight of the binary logarithm of the median height of the page's words, in units of 20 pixels.
    var height: Double
    /// The weight of the absolute logarithm of the ratio between the word's height and the page's median.
    var oddHeight: Double
  }

  /// The model of a page's character error rate, with odds `scale * odds ** exponent` of the risk, the share of characters missing or in wrong words.
  struct PageModel: Sendable {
    var scale: Double
    var exponent: Double
    /// The fraction of the unread text lines that counts as missing. The others are probably rows of marks in pictures.
    var unread: Double
  }

  var words: WordModel?
  var page: PageModel

  package static func of(engine: String) -> Calibration {
    tables[engine] ?? Calibration(words: nil, page: tesseract.page)
  }

  private static let tables = ["tesseract": tesseract, "ppocr": ppocr, "tesseract+ppocr": both]

  /// Replaces the confidences of recognized words with probabilities, and those of lines with the mean of their words.
  package func probabilities(_ blocks: [Block]) -> [Block] {
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

  package func probabilities(_ lines: [Line]) -> [Line] {
    guard let box = lines.map(\.box).union else { return lines }
    return probabilities([Block(kind: .text, box: box, lines: lines)]).flatMap(\.lines)
  }

  /// Estimates a page's errors from blocks with probabilities and the share of unread lines. Returns `nil` without words and text lines.
  package func expectedErrors(_ blocks: [Block], unread: Double?) -> ExpectedErrors? {
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

  /// Returns the log odds of a confidence, which is clamped so that no reading counts as certainly right or wrong.
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

/// Averages over the words of a page.
struct PageFacts {
  /// The mean of the engine's confidences from 0 to 1, weighted by the words' lengths.
  let confidence: Double
  /// The median height of the words in pixels, at least 1.
  let wordHeight: Double

  init(_ blocks: [Block]) {
    let words = blocks.filter { $0.copied != true }.words
    confidence = meanConfidence(words)
    wordHeight = max(1, median(words.map(\.box.height)))
  }
}
