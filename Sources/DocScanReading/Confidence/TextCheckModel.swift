// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import Glibc

/// Converts measurements to the probability that a text is right. `Tests/Tools/fit/text_checks.py` fits weights to `check-text --thorough --json`.
package struct TextCheckModel: Sendable {
  var intercept: Double
  var weights: [Double]

  /// Returns the doubt that each measurement casts on the text, from 0 to 1.
  static func doubts(_ evidence: TextCheck.Evidence) -> [(sign: TextCheck.Sign, doubt: Double)] {
    let confidence = evidence.readConfidence ?? 0
    let missing = evidence.agreement.map { 1 - $0 } ?? 0
    return [
      (.unmapped, min(1, 5 * evidence.unmapped)),
      (.encoding, min(1, 20 * evidence.encoding)),
      (.language, min(1, 4 * evidence.odd)),
      (.language, evidence.language.map { 1 - $0 } ?? 0),
      (.language, evidence.fit.map { max(0, 1 - $0) } ?? 0),
      (.spaced, max(0, 2 * evidence.single - 0.6)),
      (.doubled, min(1, 4 * evidence.doubled)),
      (.place, evidence.words.map { 1 - $0 } ?? 0),
      (.place, evidence.betweenWords.map { 1 - $0 } ?? 0),
      (.place, evidence.betweenLines.map { 1 - $0 } ?? 0),
      (.missing, evidence.unread ?? 0),
      // A line that is hard to read proves little.
      (.reading, missing * confidence * confidence),
      (.reading, missing),
    ]
  }

  package func check(_ evidence: TextCheck.Evidence) -> TextCheck {
    let doubts = Self.doubts(evidence)
    let parts = zip(doubts, weights).map { (sign: $0.sign, weight: -$1 * $0.doubt) }
    let logit = parts.reduce(intercept) { $0 - $1.weight }
    var bySign: [TextCheck.Sign: Double] = [:]
    for part in parts { bySign[part.sign, default: 0] += part.weight }
    let signs = TextCheck.Sign.allCases.filter { bySign[$0, default: 0] > Self.notable }
      .sorted { bySign[$0, default: 0] > bySign[$1, default: 0] }
    return TextCheck(probability: logistic(logit).rounded(toPlaces: 3), signs: signs, evidence: evidence)
  }

  /// The minimum change of the logit for which a problem is reported.
  private static let notable = 1.0
}
