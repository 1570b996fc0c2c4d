// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanNative
internal import Glibc

/// Weighs what speaks for each quarter turn of a page: the look of its lines, a network's answers, a few lines read both
/// ways up, and Tesseract's script detection.
///
/// The numbers were chosen by hand. `Tests/Tools/check/sensitivity.py` tries a smaller and a larger one for most of them: all of 52 turned
/// pages come out right with each.
struct TurnDecision {
  /// A line read upright and upside down.
  struct Reading {
    /// The mean confidence of the words, 0 to 1.
    var confidence: Double
    var characters: Int
  }

  /// The evidence of lines: which way they run, and which side of them is up, as log odds.
  private var across: Double
  private var up: Double
  private let runsAcross: Bool
  private let alphabetic: Double
  /// How much the readings say, one way or the other.
  private(set) var readable = 0.0
  /// The confidence of the line that was read best.
  private var surest = 0.0
  private static let plainly = 0.8
  private var detected: (clockwiseDegrees: Int, confidence: Double)?
  /// What the network's pictures say: log probabilities, added up over kinds of pictures.
  private var pictured: [Int: Double]?
  /// What the log probabilities of lines and of the network's pictures count for; `Tests/Tools/fit/turns.py` fits them.
  private static let linesWeight = 0.5
  private static let pictureWeight = 1.0
  /// Pictures are shown until it is as sure as this that the page is upright, which most are, or that it is not. Lines alone
  /// never are: in some scripts more letters hang below the line than rise above it.
  private static let enough = 0.99  // Chosen: 0.98 to 0.999 (turned).
  private static let enoughToTurn = 0.999  // Chosen: 0.99 to 0.9999 (turned).
  /// Lines of Latin letters that are as sure as this leave no question.
  private static let sure = 0.95  // Chosen: 0.9 to 0.99 (turned).

  /// Whether more letters rise above the line than hang below it in the languages that are expected.
  private let expectsLatin: Bool

  init(_ evidence: Vision.TurnEvidence, expectsLatin: Bool = false) {
    self.expectsLatin = expectsLatin
    runsAcross = evidence.horizontal >= 0.5
    // Chosen: 0.03, 0.01 to 0.1 (turned).
    across = logOdds(max(evidence.horizontal, 1 - evidence.horizontal), limit: 0.03)
    up = logOdds(evidence.upright, limit: 0.007)  // Chosen: 0.002 to 0.03 (turned).
    alphabetic = evidence.alphabetic
  }

  /// Whether the network should see more of the page.
  var needsPictures: Bool {
    let best = best
    if pictured == nil, expectsLatin, best.clockwiseDegrees == 0, best.probability >= Self.sure { return false }
    return best.probability < (best.clockwiseDegrees == 0 ? Self.enough : Self.enoughToTurn)
  }

  /// Whether nothing but the look of lines would turn the page.
  private var isTurnedByLook: Bool { (readable < 1 || isReadByChance) && best.clockwiseDegrees != 0 }

  /// Whether no line was read as lines are in their own script: Latin letters can be seen in any.
  private var isReadByChance: Bool { pictured != nil && surest < Self.plainly }

  /// Whether lines have to be read: where there is a doubt, and before a page is turned.
  var needsReading: Bool { best.probability < Self.sure || isTurnedByLook }

  /// Whether reading another line would change nothing.
  var isRead: Bool { abs(up) >= 4 && readable >= 2.5 }  // Chosen: 4, 3 to 6 (turned); 2.5, 1.5 to 4 (turned).

  /// Whether it is worth asking Tesseract's script detection, which is slow.
  ///
  /// It errs more often than the network, but knows scripts that the network does not: only what can be read needs neither.
  /// Columns of Chinese and Japanese look like a page on its side, and a few of their marks can be read in any turn.
  // Chosen: 0.8 to 0.95 (turned).
  var needsDetection: Bool { pictured == nil && best.probability < 0.9 || isTurnedByLook || isPerhapsInColumns }

  /// Whether letters have been read as lines are in their own script, which proves it.
  var isReadPlainly: Bool { readable >= 1 && surest >= Self.plainly }

  /// Whether nobody has read the page's lines so that they prove which way up it is.
  var isUnread: Bool { !isReadPlainly || best.probability < Self.sure }

  /// Whether a line was read as lines are in their own script.
  static func isPlain(_ reading: Reading) -> Bool { reading.confidence >= plainly && reading.characters >= 4 }

  private var isPerhapsInColumns: Bool { !runsAcross && alphabetic < 0.5 && best.clockwiseDegrees != 0 }

  /// Drops what the look of lines, the network and the wrong packs say of which side is up: the script is one that they do
  /// not know.
  mutating func forgetSide() { (up, readable, surest, pictured) = (0, 0, 0, nil) }

  /// Takes what the network's pictures say by now for each turn that would make the page upright.
  mutating func set(pictured scores: [Int: Double]) { pictured = scores }

  /// Adds a line that was read as it lies, after the page was turned so that lines run across, and upside down.
  mutating func add(upright: Reading, upsideDown: Reading) {
    let better = max(upright.confidence, upsideDown.confidence)
    // What is read with less confidence, or is hardly a word, tells nothing.
    // Chosen: 0.45, 0.3 to 0.6 (turned); 4, 2 to 8 (turned).
    guard better >= 0.45, max(upright.characters, upsideDown.characters) >= 4 else { return }
    // Chosen: 0.12, 0.06 to 0.24 (turned).
    let difference = min(max((upright.confidence - upsideDown.confidence) / 0.12, -3), 3)
    let vote = difference * min((better - 0.45) / 0.35, 1)  // Chosen: 0.35, 0.2 to 0.6 (turned).
    up += vote
    // Lines that can be read prove which way they run as well.
    readable += abs(vote)
    surest = max(surest, better)
    across += abs(vote)
  }

  /// Adds Tesseract's belief; its confidence is a margin of log likelihoods.
  mutating func add(detected clockwiseDegrees: Int, confidence: Double) { detected = (clockwiseDegrees, confidence) }

  /// The clockwise turn that makes the page upright, and its probability.
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
    // Nothing could be read, so the lines' evidence is not to overrule the detection altogether.
    if readable < 1 { result = result.mapValues { max($0, 0.05) } }  // Chosen: 0.05, 0.02 to 0.1 (turned).
    let share = share(of: detected.confidence)
    for (turn, value) in result {
      // It takes a page for its opposite three times as often as for one lying on its side.
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
  /// What the detection's answer counts for, beside the three others: even without any margin by one in four.
  fileprivate func share(of confidence: Double) -> Double {
    let isUnalphabetic = alphabetic < 0.3  // Chosen: 0.1 to 0.5 (turned).
    // What it counts for by half.
    let half = readable >= 1 ? 1.0 : 6.0  // Chosen: 1.0, 0.5 to 2 (turned); 6.0, 3 to 12 (turned).
    let certainty =
      readable < 1 && isUnalphabetic ? 1 - exp(-confidence / 2) : confidence / (confidence + half)
    return min(0.98, 0.25 + 0.75 * certainty)
  }
}

/// The logarithm of the odds of a probability, which counts as no nearer to 0 and 1 than the limit.
func logOdds(_ probability: Double, limit: Double) -> Double {
  let bounded = min(max(probability, limit), 1 - limit)
  return log(bounded / (1 - bounded))
}

/// The probability with these logarithmic odds.
func logistic(_ logOdds: Double) -> Double { 1 / (1 + exp(-logOdds)) }
