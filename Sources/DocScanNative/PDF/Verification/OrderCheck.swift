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
      var isInOrder = true
      for word in line.words {
        if next < places.count, contains(word.box, places[next], margin: margin) {
          next += 1
          continue
        }
        isInOrder = false
        if let later = places[min(next, places.count)...].firstIndex(where: { contains(word.box, $0, margin: margin) })
        {
          next = later + 1
        }
      }
      guard !isInOrder else { continue }
      mismatches.append(
        Mismatch(
          .order, page: number, word: line.text, box: line.pixels,
          expected: "its words in order, after those of the line before",
          found: "them elsewhere in the page's content"))
    }
    return mismatches
  }

  private static func contains(_ box: Box, _ place: Point, margin: Double) -> Bool {
    place.x >= box.x - margin && place.x <= box.maxX + margin && place.y >= box.y - margin
      && place.y <= box.maxY + margin
  }
}
