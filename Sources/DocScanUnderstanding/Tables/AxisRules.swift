// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// A rule that runs straight across or down: where it lies, and from where to where it reaches along its direction.
struct AxisRule {
  let start: Double
  let end: Double
  let position: Double

  var length: Double { end - start }

  /// How much of a stretch it covers, in pixels.
  func covered(_ from: Double, _ to: Double) -> Double { max(0, min(end, to) - max(start, from)) }
}

/// The rules of a page that run straight across or down, without strokes of its letters.
struct AxisRules {
  /// From the top.
  let across: [AxisRule]
  /// From the left.
  let down: [AxisRule]

  /// `words` are the boxes of words that stand level, `height` is the usual one of them; all in pixels.
  init(_ rules: [PageRule], words: [Box], height: Double) {
    across = rules.filter(\.isHorizontal).map {
      AxisRule(start: $0.box.x, end: $0.box.maxX, position: $0.box.middleY)
    }.filter { !Self.isStroke($0, of: words, height) }.sorted { $0.position < $1.position }
    down = rules.filter { !$0.isHorizontal }.map {
      AxisRule(start: $0.box.y, end: $0.box.maxY, position: $0.box.middleX)
    }.filter { $0.length > 1.1 * height && !Self.isStem($0, of: words, height) }.sorted { $0.position < $1.position }
  }

  /// Whether a rule across is a stroke of letters.
  private static func isStroke(_ rule: AxisRule, of words: [Box], _ height: Double) -> Bool {
    crossed(by: rule, words, height).contains {
      rule.start > $0.x - 0.3 * height && rule.end < $0.maxX + 0.3 * height
    }
  }

  /// Letters cover this share of what is made of their strokes; a border of a table has room beside them.
  private static let mostCovered = 0.75

  /// Those across that are no strokes of several words in a line. A line to write on may be covered as much by what is written.
  func borders(beside words: [Box], height: Double) -> [AxisRule] {
    across.filter { rule in
      let covered = Self.crossed(by: rule, words, height).reduce(0) { $0 + rule.covered($1.x, $1.maxX) }
      return covered <= Self.mostCovered * rule.length
    }
  }

  /// The words that a rule across runs through, and not along their upper or lower edge.
  private static func crossed(by rule: AxisRule, _ words: [Box], _ height: Double) -> [Box] {
    words.filter { box in
      box.height > 0.8 * height && rule.position > box.y + 0.12 * box.height
        && rule.position < box.maxY - 0.12 * box.height
    }
  }

  /// Whether a rule down is the stem of a letter.
  private static func isStem(_ rule: AxisRule, of words: [Box], _ height: Double) -> Bool {
    words.contains { box in
      rule.position > box.x - 2 && rule.position < box.maxX + 2 && rule.start > box.y - 0.25 * height
        && rule.end < box.maxY + 0.25 * height
    }
  }
}
