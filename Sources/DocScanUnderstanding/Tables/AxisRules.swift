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
    words.contains { box in
      box.height > 0.8 * height && rule.position > box.y + 0.12 * box.height
        && rule.position < box.maxY - 0.12 * box.height && rule.start > box.x - 0.3 * height
        && rule.end < box.maxX + 0.3 * height
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
