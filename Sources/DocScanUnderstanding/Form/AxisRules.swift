// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// A horizontal or vertical rule: its position across its direction, and its range along it, in pixels.
package struct AxisRule {
  package let start: Double
  package let end: Double
  package let position: Double

  package init(start: Double, end: Double, position: Double) {
    (self.start, self.end, self.position) = (start, end, position)
  }

  package var length: Double { end - start }

  package func covered(_ from: Double, _ to: Double) -> Double { max(0, min(end, to) - max(start, from)) }
}

/// The horizontal and vertical rules of a page, without strokes of letters.
package struct AxisRules {
  let across: [AxisRule]
  package let down: [AxisRule]

  /// Classifies rules. `words` are the boxes of horizontal words, and `height` is their typical height, in pixels.
  package init(_ rules: [PageRule], words: [Box], height: Double) {
    across = rules.filter(\.isHorizontal).map {
      AxisRule(start: $0.box.x, end: $0.box.maxX, position: $0.box.middleY)
    }.filter { !Self.isStroke($0, of: words, height) }.sorted { $0.position < $1.position }
    down = rules.filter { !$0.isHorizontal }.map {
      AxisRule(start: $0.box.y, end: $0.box.maxY, position: $0.box.middleX)
    }.filter { $0.length > 1.1 * height && !Self.isStem($0, of: words, height) }.sorted { $0.position < $1.position }
  }

  private static func isStroke(_ rule: AxisRule, of words: [Box], _ height: Double) -> Bool {
    crossed(by: rule, words, height).contains {
      rule.start > $0.x - 0.3 * height && rule.end < $0.maxX + 0.3 * height
    }
  }

  /// The maximum share of a rule that letters cover. A table's border extends beyond them.
  private static let mostCovered = 0.75

  /// Returns the horizontal rules that aren't strokes of several words in a line. Fill-in lines that cross the text on them are left out, too.
  package func borders(beside words: [Box], height: Double) -> [AxisRule] {
    across.filter { rule in
      let covered = Self.crossed(by: rule, words, height).reduce(0) { $0 + rule.covered($1.x, $1.maxX) }
      return covered <= Self.mostCovered * rule.length
    }
  }

  /// Returns the words that a horizontal rule crosses, except near their upper or lower edge.
  private static func crossed(by rule: AxisRule, _ words: [Box], _ height: Double) -> [Box] {
    words.filter { box in
      box.height > 0.8 * height && rule.position > box.y + 0.12 * box.height
        && rule.position < box.maxY - 0.12 * box.height
    }
  }

  private static func isStem(_ rule: AxisRule, of words: [Box], _ height: Double) -> Bool {
    let along = words.filter { $0.middleY > rule.start && $0.middleY < rule.end }
    // The strokes of words in low rows can touch the rules between them.
    let inside = along.filter { $0.x + 0.3 * height < rule.position && rule.position < $0.maxX - 0.3 * height }
    if inside.count > 1, inside.reduce(0, { $0 + $1.height }) > 0.3 * rule.length { return true }
    return words.contains { box in
      rule.position > box.x - 2 && rule.position < box.maxX + 2 && rule.start > box.y - 0.25 * height
        && rule.end < box.maxY + 0.25 * height
    }
  }
}
