// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Compares the order in which a page's content has its invisible words with that of the page JSON.
///
/// poppler's own reading order cannot be used: it takes the cells of a table column by column, and scattered words by
/// their places. What readers copy in the order of the content is what the writer meant.
enum OrderCheck {
  /// The lines whose words are not in order; `places` are where the content's invisible words begin.
  ///
  /// The page's own invisible text, if it has any, comes after that of docscan.
  static func mismatches(_ expected: ExpectedWords, places: [Point], number: Int) -> [Mismatch] {
    var mismatches: [Mismatch] = []
    var next = 0
    for line in expected.lines where mismatches.count < WordCheck.mostMismatches {
      // Around a word: a space before it in text from right to left, and a baseline that the word does not touch.
      let margin = 0.6 * line.size + expected.point
      // Words from the right stand as they are read where the text is marked, and as they are seen elsewhere.
      var orders = [line.words.map(\.box)]
      if line.text.hasLettersFromRight { orders.append(orders[0].sorted { $0.x < $1.x }) }
      let walks = orders.map { follow($0, through: places, from: next, margin: margin) }
      let walk = walks.first(where: \.isInOrder) ?? walks[0]
      next = walk.next
      guard !walk.isInOrder else { continue }
      mismatches.append(
        Mismatch(
          .order, page: number, word: line.text, box: line.pixels,
          expected: "its words in order, after those of the line before",
          found: "them elsewhere in the page's content"))
    }
    return mismatches
  }

  /// Whether places follow each other along boxes, and which is the next one after them.
  private static func follow(
    _ boxes: [Box], through places: [Point], from first: Int, margin: Double
  ) -> (isInOrder: Bool, next: Int) {
    var (isInOrder, next) = (true, first)
    for box in boxes {
      if next < places.count, contains(box, places[next], margin: margin) {
        next += 1
        continue
      }
      isInOrder = false
      let rest = places[min(next, places.count)...]
      if let later = rest.firstIndex(where: { contains(box, $0, margin: margin) }) { next = later + 1 }
    }
    return (isInOrder, next)
  }

  private static func contains(_ box: Box, _ place: Point, margin: Double) -> Bool {
    place.x >= box.x - margin && place.x <= box.maxX + margin && place.y >= box.y - margin
      && place.y <= box.maxY + margin
  }
}
