// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanVision
internal import Glibc

/// Combines the evidence for each quarter turn of a page: line shapes, the network, lines read both ways up, and script detection. The numbers
/// were chosen by hand. With most of them smaller or larger, all of 52 turned pages come out right (`Tests/Tools/check/sensitivity.py`).
struct TurnDecision {
  struct Reading {
    var confidence: Double
    var characters: Int
  }

  private var across: Double
  private var up: Double
  private let runsAcross: Bool
  private let alphabetic: Double
  /// The sum of the absolute votes of lines that were read upright and upside down.
  private(set) var readable = 0.0
  private var surest = 0.0
  private static let plainly = 0.8
  private var detected: (clockwiseDegrees: Int, confidence: Double)?
  /// The network's log probability of each correcting turn in clockwise degrees, summed over kinds of pictures, or `nil` before the network runs.
  private var pictured: [Int: Double]?
  /// The weights of the log probabilities of lines and of pictures, fitted by `Tests/Tools/fit/turns.py`.
  private static let linesWeight = 0.5
  private static let pictureWeight = 1.0
  /// The certainty at which no more pictures are needed. Lines alone never reach it, because in some scripts more letters descend than ascend.
  private static let enough = 0.99  // Chosen: 0.98 to 0.999 (turned).
  private static let enoughToTurn = 0.999  // Chosen: 0.99 to 0.9999 (turned).
  private static let sure = 0.95  // Chosen: 0.9 to 0.99 (turned).

  /// Whether the expected languages have more ascenders than descenders.
  private let expectsLatin: Bool

  init(_ evidence: Vision.TurnEvidence, expectsLatin: Bool = false) {
    self.expectsLatin = expectsLatin
    runsAcross = evidence.horizontal >= 0.5
    // Chosen: 0.03, 0.01 to 0.1 (turned).
    across = logOdds(max(evidence.horizontal, 1 - evidence.horizontal), limit: 0.03)
    up = logOdds(evidence.upright, limit: 0.007)  // Chosen: 0.002 to 0.03 (turned).
    alphabetic = evidence.alphabetic
  }

  var needsPictures: Bool {
    let best = best
    if pictured == nil, expectsLatin, best.clockwiseDegrees == 0, best.probability >= Self.sure { return false }
    return best.probability < (best.clockwiseDegrees == 0 ? Self.enough : Self.enoughToTurn)
  }

  private var isTurnedByLook: Bool { (readable < 1 || isReadByChance) && best.clockwiseDegrees != 0 }

  /// Whether the network ran, and no line was read clearly. In any script, some characters look like Latin letters.
  private var isReadByChance: Bool { pictured != nil && surest < Self.plainly }

  /// Whether lines must be read, because the result is in doubt or the page would be turned.
  var needsReading: Bool { best.probability < Self.sure || isTurnedByLook }

  var isRead: Bool { abs(up) >= 4 && readable >= 2.5 }  // Chosen: 4, 3 to 6 (turned); 2.5, 1.5 to 4 (turned).

  /// Whether to run Tesseract's slow script detection: if the page would be turned without clearly read lines, or in doubt without the network.
  /// Script detection errs more often, but knows more scripts. Columns of Chinese and Japanese look like a page on its side.
  // Chosen: 0.8 to 0.95 (turned).
  var needsDetection: Bool { pictured == nil && best.probability < 0.9 || isTurnedByLook || isPerhapsInColumns }

  var isReadPlainly: Bool { readable >= 1 && surest >= Self.plainly }

  /// Whether the lines that were read don't prove which way is up.
  var isUnread: Bool { !isReadPlainly || best.probability < Self.sure }

  static func isPlain(_ reading: Reading) -> Bool { reading.confidence >= plainly && reading.characters >= 4 }

  private var isPerhapsInColumns: Bool { !runsAcross && alphabetic < 0.5 && best.clockwiseDegrees != 0 }

  /// Drops all evidence about which side is up. The evidence is invalid in a script that the shape of lines, the network, and the packs don't cover.
  mutating func forgetSide() { (up, readable, surest, pictured) = (0, 0, 0, nil) }

  mutating func set(pictured scores: [Int: Double]) { pictured = scores }

  mutating func add(upright: Reading, upsideDown: Reading) {
    let better = max(upright.confidence, upsideDown.confidence)
    // Less confident or shorter readings prove nothing.
    guard better >= 0.45, max(upright.characters, upsideDown.characters) >= 4 else { return }
    // Chosen: 0.12, 0.06 to 0.24 (turned).
    let difference = min(max((upright.confidence - upsideDown.confidence) / 0.12, -3), 3)
    let vote = difference * min((better - 0.45) / 0.35, 1)  // Chosen: 0.35, 0.2 to 0.6 (turned).
    up += vote
    // Readable lines also prove their direction.
    readable += abs(vote)
    surest = max(surest, better)
    across += abs(vote)
  }

  mutating func add(detected clockwiseDegrees: Int, confidence: Double) { detected = (clockwiseDegrees, confidence) }

  var best: (clockwiseDegrees: Int, probability: Double) {
    let best = probabilities.max { ($0.value, -$0.key) < ($1.value, -$1.key) }
    return (best?.key ?? 0, best?.value ?? 0)
  }

  private var probabilities: [Int: Double] {
    let (lines, side) = (logistic(across), logistic(up))
    let horizontal = runsAcross ? lines : 1 - lines
    var result = [
      0: horizontal * side, 180: horizontal * (1 - side), 90: (1 - horizontal) * side,
      270: (1 - horizontal) * (1 - side),
    ]
    if let pictured {
      var sums = result.mapValues { Self.linesWeight * log(max($0, 1e-12)) }
        .merging(pictured.mapValues { Self.pictureWeight * $0 }) { $0 + $1 }
      if let detected {
        let share = share(of: detected.confidence)
        for turn in sums.keys {
          sums[turn, default: 0] += log(turn == detected.clockwiseDegrees ? share : (1 - share) / 3)
        }
      }
      let highest = sums.values.max() ?? 0
      let shares = sums.mapValues { exp($0 - highest) }
      let total = [0, 90, 180, 270].reduce(0) { $0 + (shares[$1] ?? 0) }
      return shares.mapValues { $0 / total }
    }
    guard let detected else { return result }
    // Without readable lines, their evidence must not overrule the detection entirely.
    if readable < 1 { result = result.mapValues { max($0, 0.05) } }  // Chosen: 0.05, 0.02 to 0.1 (turned).
    let share = share(of: detected.confidence)
    for (turn, value) in result {
      // The detection confuses a page with its opposite three times as often as with one on its side.
      let weight =
        turn == detected.clockwiseDegrees
        // Chosen: 0.6, 0.4 to 0.8 (turned).
        ? share : (turn + 180) % 360 == detected.clockwiseDegrees ? 0.6 * (1 - share) : 0.2 * (1 - share)
      result[turn] = max(value, 0.01) * weight
    }
    let total = result.values.reduce(0, +)
    return total > 0 ? result.mapValues { $0 / total } : result
  }
}

extension TurnDecision {
  /// Converts the confidence of Tesseract's script detection to the probability of its turn, from 0.25 (one of four turns by chance) to 0.98.
  fileprivate func share(of confidence: Double) -> Double {
    let isUnalphabetic = alphabetic < 0.3  // Chosen: 0.1 to 0.5 (turned).
    // The confidence at which the certainty is one half.
    let half = readable >= 1 ? 1.0 : 6.0  // Chosen: 1.0, 0.5 to 2 (turned); 6.0, 3 to 12 (turned).
    let certainty =
      readable < 1 && isUnalphabetic ? 1 - exp(-confidence / 2) : confidence / (confidence + half)
    return min(0.98, 0.25 + 0.75 * certainty)
  }
}
